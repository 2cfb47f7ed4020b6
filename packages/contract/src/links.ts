import { pathIn } from './campus-variant.ts'
import { wireNames } from './wire-names.ts'

/** What a link needs to know of the thing it leads to. */
export interface Linked {
  type: string
  slug: string
  language: string
  /** The campus's content stands under /campus/. Left out where it is not known: its page leads there all the same. */
  learnOptionType?: 'campus' | 'other'
}

/** Where the link stands and what it has to carry along. Everything left out leaves no trace in the link. */
export interface LinkContext {
  /** The visitor's locale, as in zh_CN: content in another language says so in the link. */
  locale?: string
  /** The engine version the content is to be read for. */
  uv?: string | null
  /** All versions from old to new: a link to something that does not hold for `uv` then names its own newest one. */
  versions?: readonly string[]
  preview?: boolean
  /** The project and the course the item is opened in. */
  projectId?: string | null
  courseId?: string | null
  chapterId?: string | null
  sectionId?: string | null
  submissionId?: string | null
  messageId?: string | null
  /** Opens the page and starts learning at once. */
  start?: boolean
  utm?: Utm | null
  bdVid?: string | null
  /** The anchor of a step or a section of the page, without `#`. */
  step?: string | null
}

export interface Utm {
  source: string
  medium: string
  campaign?: string | null
}

/** `/{type}/{slug}` with everything the context asks to carry. */
export function contentLink(item: Linked, context: LinkContext = {}): string {
  return addContext(itemPath(item, item.slug), context, item.language)
}

/** `/{type}/{id}`: the reading page of one tutorial, quiz or other item by its id. */
export function itemIdLink(item: LinkedById & { type: string }, context: LinkContext = {}): string {
  return addContext(itemPath(item, item.id), context, item.language)
}

/** `/{type}/{slug}`, and `/campus/{type}/{slug}` of what belongs to the campus. */
export function itemPath(item: Pick<Linked, 'type' | 'learnOptionType'>, idOrSlug: string): string {
  return pathIn(`/${item.type}/${encodeURIComponent(idOrSlug)}`, item.learnOptionType === 'campus')
}

/** `/tutorial/{id}`, the form that rankings, records and steps use. */
export function tutorialLink(item: LinkedById, context: LinkContext = {}): string {
  return itemIdLink({ type: 'tutorial', ...item }, context)
}

/** The page of one submission; `messageId` leads to a comment on it. */
export function submissionLink(id: string, messageId?: string): string {
  return withParams(`/submission/${encodeURIComponent(id)}`, { [wireNames.message]: messageId })
}

/** An item that is linked by its id: a record, a step, a ranking. */
export type LinkedById = Pick<Linked, 'learnOptionType'> & { id: string; language?: string }

/** Where an author edits the item. */
export function editLink(item: { type: string; id: string }, context: { campus?: boolean } = {}): string {
  return pathIn(`/${item.type}/${encodeURIComponent(item.id)}/edit`, context.campus ?? false)
}

/** A topic leads to its search, except the one for educators, which has a page of its own. */
export function topicLink(topicId: string): string {
  if (topicId === 'educators') return '/educators'
  return `/search?k=${encodeURIComponent(JSON.stringify([`tag:${topicId}`]))}`
}

/** The language parameter: only when the content is in another language than the visitor's locale. */
export function languageParam(contentLanguage: string | undefined, locale: string | undefined): string | undefined {
  if (!contentLanguage || !locale) return undefined
  return beforeUnderscore(contentLanguage) === beforeUnderscore(locale) ? undefined : contentLanguage
}

/** Adds parameters to a link that may already have a query and a fragment; empty values are left out. */
export function withParams(href: string, params: Record<string, string | null | undefined>): string {
  const [beforeHash = '', hash] = splitOnce(href, '#')
  const [path = '', query] = splitOnce(beforeHash, '?')
  const search = new URLSearchParams(query)
  for (const [name, value] of Object.entries(params)) {
    if (value) search.set(name, value)
  }
  const text = search.toString()
  return `${path}${text ? `?${text}` : ''}${hash === undefined ? '' : `#${hash}`}`
}

export type LinkTarget = '_self' | '_blank' | '_parent' | '_top'

/**
 * Where a link opens: our own learning hosts in the same tab, relative links and anchors as given or else in the same
 * tab, anything else in a new one.
 */
export function linkTarget(href: string, learningHosts: readonly string[], given: LinkTarget = '_self'): LinkTarget {
  const host = hostOf(href)
  if (host === null) return given
  return learningHosts.some((own) => own.toLowerCase() === host) ? '_self' : '_blank'
}

function addContext(path: string, context: LinkContext, language: string | undefined): string {
  const href = withParams(path, {
    [wireNames.language]: languageParam(language, context.locale),
    [wireNames.version]: context.uv,
    [wireNames.preview]: context.preview ? 'true' : undefined,
    [wireNames.project]: context.projectId,
    [wireNames.course]: context.courseId,
    [wireNames.chapter]: context.chapterId,
    [wireNames.section]: context.sectionId,
    [wireNames.submission]: context.submissionId,
    [wireNames.message]: context.messageId,
    [wireNames.start]: context.start ? 'true' : undefined,
    [wireNames.utmSource]: context.utm?.source,
    [wireNames.utmMedium]: context.utm?.medium,
    [wireNames.utmCampaign]: context.utm?.campaign,
    [wireNames.bdVid]: context.bdVid,
  })
  return context.step ? `${href}#${encodeURIComponent(context.step)}` : href
}

/** The host of an absolute link in lower case; null for a relative link or an anchor; '' for mailto: and its like. */
function hostOf(href: string): string | null {
  const trimmed = href.trim()
  const scheme = /^([a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i.exec(trimmed.replaceAll('\\', '/'))
  if (scheme) return (scheme[2] ?? '').replace(/^.*@/, '').toLowerCase()
  return /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? '' : null
}

function beforeUnderscore(text: string): string {
  return text.split(/[_-]/, 1)[0]?.toLowerCase() ?? ''
}

function splitOnce(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
