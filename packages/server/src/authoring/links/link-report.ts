import type { CheckedLink, LinkReason, LinkReport, LinkState } from '@lantern/contract/authoring/links.ts'
import { pagePath } from '@lantern/contract/cms/blocks.ts'
import { fragmentPrefix } from '@lantern/contract/media/rich-text.ts'
import { pageTable } from '@lantern/contract/page-access-table.ts'
import { sql } from 'kysely'
import { publishedPages } from '#cms/index.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import { type FoundLink, linksOfForms } from './links-of-forms.ts'

export interface ReportedDraft {
  id: string
  forms: object
}

/** Of addresses of the site those of learning paths which lead nowhere for learners, with why. */
export type FindHidden = (db: Db, addresses: readonly string[]) => Promise<ReadonlyMap<string, LinkReason>>

/** Every link of a draft and what is known of it. Links inside the site are looked at now, others by `checkOutside`. */
export async function linkReport(
  { db, config: { publicUrl } }: Pick<Services, 'db' | 'config'>,
  draft: ReportedDraft,
  findHidden: FindHidden,
): Promise<LinkReport> {
  const { links: found, anchors } = linksOfForms(draft.forms)
  const all = found.map((link) => homeLink(link, publicUrl))
  const own = await db.selectFrom('sections').select('anchor').where('item_id', '=', draft.id).execute()
  for (const { anchor } of own) anchors.add(anchor)
  const [site, hidden, pictures, videos, outside] = await Promise.all([
    knownSite(db, urlsOf(all, 'site')),
    findHidden(db, urlsOf(all, 'site')),
    idsIn(db, 'images', urlsOf(all, 'picture')),
    idsIn(db, 'videos', urlsOf(all, 'video')),
    answersOf(db, outsideUrls(all)),
  ])
  const links = all.map((link): CheckedLink => {
    const known = { status: null, movedTo: null, checkedAt: null }
    switch (link.kind) {
      case 'anchor':
        return { ...link, ...known, ...(anchors.has(decoded(link.url.slice(1))) ? fine : broken('anchor_missing')) }
      case 'site': {
        const reason = hidden.get(link.url)
        return { ...link, ...known, ...(reason ? broken(reason) : siteState(link.url, site)) }
      }
      case 'picture':
        return { ...link, ...known, ...(pictures.has(link.url) ? fine : broken('picture_missing')) }
      case 'video':
        return { ...link, ...known, ...(videos.has(link.url) ? fine : broken('video_missing')) }
      default:
        return { ...link, ...(outside.get(link.url) ?? { ...known, state: 'waiting', reason: null }) }
    }
  })
  const count = (state: LinkState) => links.filter((link) => link.state === state).length
  return {
    links,
    counts: { ok: count('ok'), broken: count('broken'), unclear: count('unclear'), waiting: count('waiting') },
  }
}

/** Addresses on other sites, each once. */
export function outsideUrls(links: readonly FoundLink[]): string[] {
  return [...new Set(links.filter(({ kind }) => kind === 'outside' || kind === 'embed').map(({ url }) => url))]
}

/** A whole address of this site is a link inside it. */
export function homeLink(link: FoundLink, publicUrl: string): FoundLink {
  if (link.kind !== 'outside' || !(link.url === publicUrl || link.url.startsWith(`${publicUrl}/`))) return link
  return { ...link, kind: 'site', url: link.url.slice(publicUrl.length) || '/' }
}

type Verdict = { state: LinkState; reason: LinkReason | null }
const fine: Verdict = { state: 'ok', reason: null }

function broken(reason: LinkReason): Verdict {
  return { state: 'broken', reason }
}

interface KnownThing {
  seen: boolean
  /** Null: it has no parts that a link could name. */
  anchors: ReadonlySet<string> | null
}

const thingPath = /^(?:(?:\/campus)?\/(tutorial|project|course|quiz|liveSession)|\/(bundle))\/([^/]+)$/
const nowhere = 'https://site.invalid'

/** The address of an item or a bundle in its parts, as `/tutorial/<slug or id>#<anchor>`; null for any other page. */
function thingOf(url: string): { type: string; slug: string; anchor: string } | null {
  if (!URL.canParse(url, nowhere)) return null
  const { pathname, hash } = new URL(url, nowhere)
  const [, item, bundle, slug] = thingPath.exec(pathname) ?? []
  const type = item ?? bundle
  return type && slug ? { type, slug: decoded(slug), anchor: decoded(hash.slice(1)) } : null
}

/** The given paths of the site that lead nowhere, or to pages that visitors may not see. */
export async function deadPaths(db: Db, paths: readonly string[]): Promise<Set<string>> {
  const site = await knownSite(db, paths)
  return new Set(paths.filter((path) => siteState(path, site).state === 'broken'))
}

/** Of the given paths those of items and bundles that visitors may not see, or not any more. */
export async function gonePaths(db: Db, paths: readonly string[]): Promise<Set<string>> {
  const things = await thingsOf(db, paths)
  return new Set(
    paths.filter((path) => {
      const wanted = thingOf(path)
      return wanted && !things.get(`${wanted.type}/${wanted.slug}`)?.seen
    }),
  )
}

/** What links can lead to inside the site. */
interface KnownSite {
  things: ReadonlyMap<string, KnownThing>
  /** Paths of pages that editors made. */
  managed: ReadonlySet<string>
}

async function knownSite(db: Db, urls: readonly string[]): Promise<KnownSite> {
  const [things, managed] = await Promise.all([thingsOf(db, urls), publishedPages(db)])
  return { things, managed: new Set(managed.map(({ namespace, slug }) => pagePath(namespace, slug))) }
}

function siteState(url: string, { things, managed }: KnownSite): Verdict {
  if (url === '') return broken('no_address')
  const wanted = thingOf(url)
  if (!wanted) return isPage(url, managed) ? fine : broken('page_missing')
  const thing = things.get(`${wanted.type}/${wanted.slug}`)
  if (!thing) return broken('item_missing')
  if (!thing.seen) return broken('item_hidden')
  const { anchors } = thing
  return wanted.anchor === '' || !anchors || anchors.has(wanted.anchor.replace(fragmentPrefix, ''))
    ? fine
    : broken('anchor_missing')
}

// what editors make pages for is a page when they did
const pages = Object.keys(pageTable)
  .filter((pattern) => !/^(\/campus|\/classroom)?\/(\*|:\w+)$/.test(pattern))
  .map((pattern) => new RegExp(`^${pattern.replace(/:\w+\??/g, '[^/]+').replace(/\*$/, '.*')}/?$`))

function isPage(url: string, managed: ReadonlySet<string>): boolean {
  if (!URL.canParse(url, nowhere)) return false
  const { pathname } = new URL(url, nowhere)
  if (pathname.startsWith('/media/') || managed.has(pathname.replace(/(.)\/$/, '$1'))) return true
  return pages.some((pattern) => pattern.test(pathname))
}

async function thingsOf(db: Db, urls: readonly string[]): Promise<Map<string, KnownThing>> {
  const wanted = urls.flatMap((url) => thingOf(url) ?? [])
  if (wanted.length === 0) return new Map()
  const slugs = [...new Set(wanted.map(({ slug }) => slug))]
  const { rows } = await sql<{ id: string; type: string; slug: string; seen: boolean; anchors: string[] | null }>`
    select i.id, i.type, i.slug, i.status = 'published' and not i.hidden and i.deleted_at is null as seen,
      coalesce((
        select array_agg(a) from sections s,
          lateral (
            select s.anchor as a
            union all select (regexp_matches(s.body_html, ${`id="${fragmentPrefix}([^"]+)"`}, 'g'))[1]
          ) anchors
        where s.item_id = i.id
      ), '{}') as anchors
    from items i where i.slug = any(${slugs}) or i.id = any(${slugs})
    union all
    select b.id, 'bundle', b.slug, b.status = 'published', null
    from bundles b where b.slug = any(${slugs}) or b.id = any(${slugs})`.execute(db)
  return new Map(
    rows.flatMap(({ id, type, slug, seen, anchors }) => {
      const known = { seen, anchors: anchors && new Set(anchors) }
      return [
        [`${type}/${slug}`, known],
        [`${type}/${id}`, known],
      ] as const
    }),
  )
}

function urlsOf(links: readonly FoundLink[], kind: FoundLink['kind']): string[] {
  return [...new Set(links.filter((link) => link.kind === kind).map(({ url }) => url))]
}

async function idsIn(db: Db, table: 'images' | 'videos', ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom(table).select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

type Answer = Pick<CheckedLink, 'state' | 'reason' | 'status' | 'movedTo' | 'checkedAt'>

/** The given outside addresses that did not answer at the last check. */
export async function brokenAddresses(db: Db, urls: readonly string[]): Promise<Set<string>> {
  const answers = await answersOf(db, urls)
  return new Set(urls.filter((url) => answers.get(url)?.state === 'broken'))
}

async function answersOf(db: Db, urls: readonly string[]): Promise<Map<string, Answer>> {
  if (urls.length === 0) return new Map()
  const rows = await db.selectFrom('outside_links').selectAll().where('url', 'in', urls).execute()
  return new Map(
    rows.map(({ url, state, reason, status, moved_to, checked_at }) => [
      url,
      {
        // the columns are written by the check alone
        state: state as LinkState,
        reason: reason as LinkReason | null,
        status,
        movedTo: moved_to,
        checkedAt: new Date(checked_at).toISOString(),
      },
    ]),
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
