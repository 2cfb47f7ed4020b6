import { itemPublished, itemRemoved } from '@lantern/contract/catalog/events.ts'
import { type Namespace, namespaces, type PageContent, pageAddress } from '@lantern/contract/cms/blocks.ts'
import { cmsChanged } from '@lantern/contract/cms/events.ts'
import { nearestLocale } from '@lantern/contract/cms/nearest-locale.ts'
import { type ReadPage, readContent } from '@lantern/contract/cms/page-content.ts'
import { type CmsContent, detailsOf, propertiesOf } from '@lantern/contract/cms/wire.ts'
import { bundleChanged } from '@lantern/contract/commerce/events.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { pathChanged } from '@lantern/contract/paths/events.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'

export interface PageAddress {
  namespace: Namespace
  slug: string
}

/** What visitors see at an address in their language or the nearest that there is; null when there is nothing. */
export async function publishedContent(db: Db, address: PageAddress, asked: OfferedLocale): Promise<CmsContent | null> {
  const kept = keptOf(db)
  const page = (await indexOf(db)).get(keyOf(address))
  const locale = page && nearestLocale(asked, [...page.locales.keys()])
  if (!page || !locale) return null
  const edition = page.locales.get(locale) ?? ''
  const key = `${page.id} ${locale} ${page.slug} ${page.name} ${edition}`
  return (await kept.contents.fetch(key, { context: { page, locale } })) ?? null
}

/** Whether visitors see a page under this path, as far as this process knows by now: it never waits for the database. */
export function isPublishedPath(db: Db, path: string): boolean {
  const address = pageAddress(path)
  if (!address) return false
  publishedState(db)
  return keptOf(db).lastIndex.has(keyOf(address))
}

/** A video that stands on a published page is for everybody who comes to the site. */
export async function shownOnPages(db: Db, _viewer: Viewer, videoId: string): Promise<'open' | 'nowhere'> {
  for (const { videos } of (await indexOf(db)).values()) if (videos.includes(videoId)) return 'open'
  return 'nowhere'
}

/** Stands for everything that is published now: another object as soon as that is something else. */
export function publishedState(db: Db): object {
  const reading = indexOf(db)
  // the caller that awaits it gets the failure
  reading.catch(() => undefined)
  return reading
}

export function listenToPages({ db, events }: Pick<Services, 'db' | 'events'>): void {
  // of what is published, links to items, bundles and learning paths are answered as long as these are there
  events.listen([cmsChanged, itemPublished, itemRemoved, bundleChanged, pathChanged], () => {
    // contents are kept under the edition they are of: those that are over are never asked for again
    keptOf(db).index = undefined
  })
}

export interface PublishedPage extends PageAddress {
  publishedAt: Date
  /** Search engines are asked to leave it out. */
  noIndex: boolean
}

/** Every published page of the site, for what lists them all. */
export async function publishedPages(db: Db): Promise<PublishedPage[]> {
  return [...(await indexOf(db)).values()]
}

export function isNamespace(word: string): word is Namespace {
  return (namespaces as readonly string[]).includes(word)
}

interface IndexedPage extends PublishedPage {
  id: string
  name: string
  /** What stands for the published content of each language: another one for each publication. */
  locales: ReadonlyMap<OfferedLocale, string>
  /** The ids of the videos that it shows, in any language. */
  videos: readonly string[]
}

type PageIndex = ReadonlyMap<string, IndexedPage>

/**
 * All addresses are kept, and of their contents as many as find room. So an address that there is none of costs nothing,
 * however many are tried.
 */
interface Kept {
  index: Promise<PageIndex> | undefined
  lastIndex: PageIndex
  contents: LRUCache<string, CmsContent, { page: IndexedPage; locale: OfferedLocale }>
}

const mostBytes = 24_000_000
const everyKept = new WeakMap<Db, Kept>()

function keptOf(db: Db): Kept {
  let kept = everyKept.get(db)
  if (!kept) {
    const contents: Kept['contents'] = new LRUCache({
      maxSize: mostBytes,
      sizeCalculation: (content) => 500 + JSON.stringify(content).length,
      fetchMethod: async (_key, _before, { context: { page, locale } }) =>
        (await readPublished(db, page, locale)) ?? undefined,
    })
    kept = { index: undefined, lastIndex: new Map(), contents }
    everyKept.set(db, kept)
  }
  return kept
}

function indexOf(db: Db): Promise<PageIndex> {
  const kept = keptOf(db)
  if (kept.index) return kept.index
  const reading = readIndex(db)
  kept.index = reading
  reading.then(
    (index) => {
      kept.lastIndex = index
    },
    () => {
      if (kept.index === reading) kept.index = undefined
    },
  )
  return reading
}

/** As blocks name them and as formatted text does. */
const videoIds = 'vd_[0-9A-Za-z]+'

async function readIndex(db: Db): Promise<PageIndex> {
  const { rows } = await sql<Omit<IndexedPage, 'locales'> & { locales: Record<string, string> }>`
    select p.id, p.namespace, p.slug, p.name, max(c.published_at) as "publishedAt",
      coalesce(bool_and(c.content #>> '{properties,noIndex}' = 'true'), false) as "noIndex",
      json_object_agg(c.locale, c.version || ' ' || c.published_at) as locales,
      array(
        select distinct found.id
        from cms_contents o, regexp_matches(o.content::text, ${videoIds}, 'g') as matched, unnest(matched) as found (id)
        where o.page_id = p.id
      ) as videos
    from cms_pages p join cms_contents c on c.page_id = p.id
    where p.deleted_at is null group by p.id`.execute(db)
  return new Map(
    rows.map(({ locales, ...page }) => [
      keyOf(page),
      // only offered languages are ever published
      { ...page, locales: new Map(Object.entries(locales) as [OfferedLocale, string][]) },
    ]),
  )
}

async function readPublished(db: Db, page: IndexedPage, locale: OfferedLocale): Promise<CmsContent | null> {
  const row = await db
    .selectFrom('cms_contents')
    .select('content')
    .where('page_id', '=', page.id)
    .where('locale', '=', locale)
    .executeTakeFirst()
  if (!row) return null
  // a publication of an older version of the site has today's fields
  const { page: read } = readContent(row.content as unknown as PageContent)
  return wireContent(read, { name: page.name, slug: page.slug, locale, status: 'published' })
}

/** Content as it crosses the wire. It has been prepared for that: rich text in it is sanitized HTML. */
export function wireContent(
  { properties, blocks, packages, filters, sortings }: ReadPage,
  about: Pick<CmsContent, 'name' | 'slug' | 'locale' | 'status'>,
): CmsContent {
  return {
    ...about,
    extendedProperties: propertiesOf(properties),
    contentDetails: detailsOf(blocks),
    packages,
    filters,
    sortings,
  }
}

function keyOf({ namespace, slug }: PageAddress): string {
  return `${namespace}/${slug}`
}
