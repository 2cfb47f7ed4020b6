import { childOf, childrenOf, findAll, textOf, type XmlElement } from '#kit/xml-tree.ts'
import {
  prerequisitesOf,
  readSequencing,
  type SequencingReading,
  sequencingOf,
  sequencingPart,
} from './read-sequencing.ts'
import { type Manifest, mostUnits, PackageRefusal, pathInside, tailOf, type Unit } from './units.ts'

/** `imsmanifest.xml` of SCORM 1.2 and 2004: the tree of its default organization. */
export function readScorm(root: XmlElement, text: string): Manifest {
  if (root.name !== 'manifest') throw new PackageRefusal('unknown_standard', root.name)
  const standard = standardOf(root, text)
  const organizations = childOf(root, 'organizations')
  const all = childrenOf(organizations, 'organization')
  const organization =
    all.find(({ attributes }) => named(attributes.identifier) === named(organizations?.attributes.default)) ?? all[0]
  if (!organization) throw new PackageRefusal('no_units')
  const reading = {
    standard,
    resources: resourcesOf(root),
    sequencing: sequencingOf(root),
    units: [] as Unit[],
    ids: new Set<string>(),
  }
  for (const item of childrenOf(organization, 'item')) addItem(reading, item, 0)
  if (!reading.units.some(({ href }) => href !== null)) throw new PackageRefusal('no_units')
  const title = words(childOf(organization, 'title')) || (reading.units[0]?.title ?? '')
  const rules = standard === 'scorm_2004' ? readSequencing(organization, reading.sequencing) : {}
  // identifiers of items are never empty
  const whole: Unit[] = Object.keys(rules).length > 0 ? [{ id: '', title, depth: -1, href: null, ...rules }] : []
  return { standard, title, courseIri: null, units: [...whole, ...reading.units] }
}

/** By what it says of itself, else by the namespaces that it uses. */
function standardOf(root: XmlElement, text: string): 'scorm_12' | 'scorm_2004' {
  const metadata = childOf(root, 'metadata')
  const version = words(childOf(metadata, 'schemaversion'))
  if (/^1\.2/.test(version)) return 'scorm_12'
  if (/2004|^CAM 1\.3|^1\.3/i.test(version)) return 'scorm_2004'
  if (/adlcp_v1p3/.test(text)) return 'scorm_2004'
  if (/adlcp_rootv1p2/.test(text)) return 'scorm_12'
  throw new PackageRefusal('unknown_standard', version)
}

function resourcesOf(root: XmlElement): Map<string, string> {
  const resources = childOf(root, 'resources')
  // bases of the manifest, of all resources and of one are put one after the other
  const base = `${root.attributes.base ?? ''}${resources?.attributes.base ?? ''}`
  return new Map(
    childrenOf(resources, 'resource').flatMap(({ attributes: { identifier: written, href, base: own = '' } }) => {
      const identifier = named(written)
      if (href === undefined || identifier === '') return []
      return [[identifier, `${base}${own}${href}`] as const]
    }),
  )
}

/** Blanks around an identifier are none of it (XML Schema, `xs:ID`). */
function named(identifier = ''): string {
  return identifier.trim()
}

interface Reading {
  standard: 'scorm_12' | 'scorm_2004'
  resources: ReadonlyMap<string, string>
  sequencing: SequencingReading
  units: Unit[]
  ids: Set<string>
}

function addItem(reading: Reading, item: XmlElement, depth: number): void {
  const { units, ids, resources } = reading
  const { parameters = '', isvisible } = item.attributes
  const identifier = named(item.attributes.identifier)
  const identifierref = item.attributes.identifierref === undefined ? undefined : named(item.attributes.identifierref)
  if (identifier === '' || identifier.length > 1000) throw new PackageRefusal('id_invalid', `${item.line}`)
  if (ids.size === ids.add(identifier).size) throw new PackageRefusal('id_twice', identifier)
  if (units.length >= mostUnits) throw new PackageRefusal('too_many_units')
  const resource = identifierref === undefined ? undefined : resources.get(identifierref)
  if (identifierref !== undefined && resource === undefined) throw new PackageRefusal('file_missing', identifierref)
  const href = resource === undefined ? null : hrefOf(resource, parameters)
  // what is not to be seen is not to be chosen, and its children are
  const isHidden = isvisible === 'false' && href === null
  if (!isHidden) {
    units.push({
      id: identifier,
      title: words(childOf(item, 'title')) || identifier,
      depth,
      href,
      ...(reading.standard === 'scorm_12' ? prerequisitesOf(item) : readSequencing(item, reading.sequencing)),
      ...(href !== null &&
        (reading.standard === 'scorm_12' ? scorm12Facts(item) : scorm2004Facts(item, reading.sequencing))),
    })
  }
  for (const child of childrenOf(item, 'item')) addItem(reading, child, isHidden ? depth : depth + 1)
}

/** The parameters of an item are put behind the address of its resource (CAM 3.4.1.2). */
function hrefOf(resource: string, parameters: string): string {
  const path = pathInside(resource)
  const tail = tailOf(resource)
  if (parameters === '') return `${path}${tail}`
  if (parameters.startsWith('#')) return tail.includes('#') ? `${path}${tail}` : `${path}${tail}${parameters}`
  const added = parameters.replace(/^[?&]/, '')
  return `${path}${tail}${tail.includes('?') ? '&' : '?'}${added}`
}

function scorm12Facts(item: XmlElement): Partial<Unit> {
  const mastery = Number(words(childOf(item, 'masteryscore')) || Number.NaN)
  return {
    ...(mastery >= 0 && mastery <= 100 && { masteryScore: mastery }),
    ...given('launchData', textOf(childOf(item, 'datafromlms')).trim()),
    ...given('maxTime', words(childOf(item, 'maxtimeallowed'))),
    ...given('timeLimitAction', words(childOf(item, 'timelimitaction'))),
  }
}

function scorm2004Facts(item: XmlElement, sequencing: SequencingReading): Partial<Unit> {
  const limits = sequencingPart(item, sequencing, 'limitConditions')
  const objectives = sequencingPart(item, sequencing, 'objectives')
  const primary = childOf(objectives, 'primaryObjective')
  const threshold = childOf(item, 'completionThreshold')
  const least = Number(threshold?.attributes.minProgressMeasure ?? (words(threshold) || 1))
  const isByProgress = threshold && (threshold.attributes.completedByMeasure === 'true' || words(threshold) !== '')
  const ids = [primary, ...childrenOf(objectives, 'objective')].flatMap((one) => one?.attributes.objectiveID ?? [])
  return {
    ...(isByProgress && least >= 0 && least <= 1 && { completionThreshold: least }),
    ...(ids.length > 0 && { objectives: ids.slice(0, 100) }),
    ...given('launchData', textOf(findAll(item, 'dataFromLMS').at(0)).trim()),
    ...given('maxTime', limits?.attributes.attemptAbsoluteDurationLimit ?? ''),
    ...given('timeLimitAction', words(childOf(item, 'timeLimitAction'))),
  }
}

function given<K extends string>(name: K, value: string): { [P in K]?: string } {
  return value === '' ? {} : ({ [name]: value.slice(0, 4096) } as { [P in K]?: string })
}

function words(element: XmlElement | undefined): string {
  return textOf(element).replace(/\s+/g, ' ').trim().slice(0, 500)
}
