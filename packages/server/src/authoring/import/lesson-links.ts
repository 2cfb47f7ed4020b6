import { tutorialLink } from '@lantern/contract/links.ts'
import { fragmentPrefix } from '@lantern/contract/media/rich-text.ts'
import { candidatePaths, type Place } from './references.ts'

/** A lesson as other lessons can link to it. */
export interface LinkTarget {
  itemId: string
  /** Anchor of each heading: the anchor of the step it is in. */
  fragments: ReadonlyMap<string, string>
  /** Ids of the steps by their anchors. */
  stepIds: ReadonlyMap<string, string>
}

/** Lessons of the import by their path without ending. */
export type LinkTargets = ReadonlyMap<string, LinkTarget>

export type LessonLink = { kind: 'external' | 'lesson'; href: string } | { kind: 'broken' }

/**
 * Where a link of a lesson leads on this site: to the lesson of the same language that its path means, else to the one
 * in the fallback language, and there to the step or heading that its fragment names.
 */
export function resolveLink(href: string, from: Place, targets: LinkTargets): LessonLink {
  const address = href.trim()
  if (/^(https?:)?\/\//i.test(address)) {
    const absolute = address.replace(/^\/\//, 'https://')
    return URL.canParse(absolute) ? { kind: 'external', href: absolute } : { kind: 'broken' }
  }
  if (/^(mailto|tel):/i.test(address)) return { kind: 'external', href: address }
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return { kind: 'broken' }
  const [, path = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(address) ?? []
  const target = path === '' ? targets.get(withoutEnding(from.path)) : findTarget(path, from, targets)
  return target ? { kind: 'lesson', href: hrefOf(target, decoded(fragment)) } : { kind: 'broken' }
}

function findTarget(path: string, from: Place, targets: LinkTargets): LinkTarget | null {
  for (const candidate of candidatePaths(from, decoded(path).replaceAll('\\', '/'))) {
    const plain = withoutEnding(candidate).replace(/\/+$/, '')
    const target = targets.get(plain) ?? targets.get(`${plain}/index`)
    if (target) return target
  }
  return null
}

function hrefOf({ itemId, fragments, stepIds }: LinkTarget, fragment: string): string {
  const heading = fragments.has(fragment) ? fragment : fragment.toLowerCase()
  const step = fragments.get(heading)
  if (step === undefined) return tutorialLink({ id: itemId })
  return tutorialLink(
    { id: itemId },
    { sectionId: stepIds.get(step) ?? null, step: step === heading ? null : `${fragmentPrefix}${heading}` },
  )
}

export function withoutEnding(path: string): string {
  return path.replace(/\.(md|markdown|html?)$/i, '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
