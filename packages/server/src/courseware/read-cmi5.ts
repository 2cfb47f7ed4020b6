import { childOf, childrenOf, textOf, type XmlElement } from '#kit/xml-tree.ts'
import {
  type Manifest,
  type MoveOn,
  mostUnits,
  moveOns,
  PackageRefusal,
  pathInside,
  tailOf,
  type Unit,
} from './units.ts'

const namespace = 'https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd'

interface Reading {
  units: Unit[]
  /** Of blocks, objectives and units, each kind by itself. */
  ids: Map<string, Set<string>>
  /** A structure without an archive has nothing that a path could lead to. */
  hasFiles: boolean
}

/** `cmi5.xml`, a course structure. */
export function readCmi5(root: XmlElement, text: string, { hasFiles }: { hasFiles: boolean }): Manifest {
  if (root.name !== 'courseStructure' || !text.includes(namespace)) {
    throw new PackageRefusal('unknown_standard', root.name)
  }
  const course = childOf(root, 'course')
  if (!course) throw new PackageRefusal('no_units')
  const reading: Reading = { units: [], ids: new Map(), hasFiles }
  const courseIri = iri(course)
  for (const objective of childrenOf(childOf(root, 'objectives'), 'objective')) newIri(reading, 'objective', objective)
  addParts(reading, root, 0)
  if (!reading.units.some(({ href }) => href !== null)) throw new PackageRefusal('no_units')
  return { standard: 'cmi5', title: language(childOf(course, 'title')), courseIri, units: reading.units }
}

function addParts(reading: Reading, parent: XmlElement, depth: number): void {
  for (const part of parent.children) {
    if (typeof part === 'string') continue
    if (part.name === 'block') {
      add(reading, { id: newIri(reading, 'block', part), title: titleOf(part), depth, href: null })
      addParts(reading, part, depth + 1)
    } else if (part.name === 'au') add(reading, unitOf(reading, part, depth))
  }
}

function add({ units }: Reading, unit: Unit): void {
  if (units.length >= mostUnits) throw new PackageRefusal('too_many_units')
  units.push(unit)
}

function unitOf(reading: Reading, au: XmlElement, depth: number): Unit {
  const { moveOn = 'NotApplicable', masteryScore, launchMethod = 'AnyWindow' } = au.attributes
  if (!moveOns.includes(moveOn as MoveOn)) throw new PackageRefusal('value_invalid', moveOn)
  if (launchMethod !== 'AnyWindow' && launchMethod !== 'OwnWindow') {
    throw new PackageRefusal('value_invalid', launchMethod)
  }
  const score = masteryScore === undefined ? undefined : Number(masteryScore)
  if (score !== undefined && !(score >= 0 && score <= 1)) throw new PackageRefusal('value_invalid', masteryScore)
  const launchData = textOf(childOf(au, 'launchParameters')).trim()
  const entitlementKey = textOf(childOf(au, 'entitlementKey')).trim()
  return {
    id: newIri(reading, 'au', au),
    title: titleOf(au),
    depth,
    href: addressOf(reading, textOf(childOf(au, 'url')).trim()),
    moveOn: moveOn as MoveOn,
    opensWindow: launchMethod === 'OwnWindow',
    ...(score !== undefined && { masteryScore: score }),
    ...(launchData !== '' && { launchData: launchData.slice(0, 10_000) }),
    ...(entitlementKey !== '' && { entitlementKey: entitlementKey.slice(0, 1000) }),
  }
}

const ownParameters = ['endpoint', 'fetch', 'actor', 'activityId', 'registration']

function addressOf({ hasFiles }: Reading, url: string): string {
  if (url === '') throw new PackageRefusal('value_invalid', 'url')
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(url)
  if (!isAbsolute && !hasFiles) throw new PackageRefusal('points_outside', url)
  const address = isAbsolute ? absolute(url) : `${pathInside(url)}${tailOf(url)}`
  const query = new URL(address, 'https://package.invalid/').searchParams
  const taken = ownParameters.find((name) => query.has(name))
  if (taken) throw new PackageRefusal('value_invalid', taken)
  return address
}

function absolute(url: string): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw new PackageRefusal('value_invalid', url)
  return url
}

function newIri(reading: Reading, kind: string, element: XmlElement): string {
  const id = iri(element)
  const known = reading.ids.get(kind) ?? new Set<string>()
  reading.ids.set(kind, known)
  if (known.size === known.add(id).size) throw new PackageRefusal('id_twice', id)
  return id
}

function iri({ attributes: { id = '' }, line }: XmlElement): string {
  if (!/^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(id) || id.length > 1000) {
    throw new PackageRefusal('id_invalid', id || `${line}`)
  }
  return id
}

function titleOf(element: XmlElement): string {
  return language(childOf(element, 'title')) || (element.attributes.id ?? '')
}

/** Of several languages the first. */
function language(element: XmlElement | undefined): string {
  return textOf(childOf(element, 'langstring')).replace(/\s+/g, ' ').trim().slice(0, 500)
}
