import { isForSearchEngines } from '@lantern/contract/indexing.ts'
import { type Alternate, itemAlternates, pageAlternates, type Written } from '@lantern/contract/page-languages.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { foundByAll } from '../visibility.ts'
import { type CrawledType, crawledTypes } from './crawled-types.ts'
import { xml, xmlHead } from './xml.ts'

/**
 * A file of a site's map may hold 50,000 addresses and 50 MB. With the same page in ten languages beside each address, so
 * many stay below both.
 */
const mostInFile = 25_000
const mostAtOnce = 1000

/** A page that is no item, by its path. */
export interface ListedPage {
  path: string
  updatedAt: Date | null
}

/** Pages that stand in the code; all others are editors'. */
const fixedPages = ['/', '/tutorials', '/projects', '/courses', '/live-calendar']

/** Asks for the pages that editors published. */
export type ReadListedPages = (services: Services) => Promise<ListedPage[]>

/** The index: one file of pages, and for each type as many as it takes. */
export async function sitemapIndex(services: Services, most = mostInFile): Promise<string> {
  const { rows } = await sql<{ type: CrawledType; items: number; updated_at: Date }>`
    select i.type, count(*)::integer as items, max(i.updated_at) as updated_at from items i
    where i.type = any(${[...crawledTypes]}::text[]) and ${foundByAll('i')} group by i.type`.execute(services.db)
  const files = crawledTypes.flatMap((type) => {
    const row = rows.find((one) => one.type === type)
    const count = Math.ceil((row?.items ?? 0) / most)
    return Array.from({ length: count }, (_, at) => sitemapLine(services, `${type}-${at + 1}`, row?.updated_at))
  })
  const lines = [sitemapLine(services, 'page-1', undefined), ...files]
  return `${xmlHead}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</sitemapindex>\n`
}

function sitemapLine({ config }: Services, name: string, updatedAt: Date | undefined): string {
  return `<sitemap><loc>${xml(`${config.publicUrl}/sitemap/${name}.xml`)}</loc>${lastmod(updatedAt)}</sitemap>`
}

/** One file in pieces as they are read, or null where there is none of that name. */
export function sitemapFile(
  services: Services,
  file: string,
  readPages: ReadListedPages,
  most = mostInFile,
): AsyncIterable<string> | null {
  const [, kind = '', number = ''] = /^([a-zA-Z]+)-([1-9]\d{0,5})\.xml$/.exec(file) ?? []
  if (kind === 'page' && number === '1') return wrapped(pageLines(services, readPages))
  const type = crawledTypes.find((known) => known === kind)
  return type ? wrapped(itemLines(services, type, Number(number) - 1, most)) : null
}

async function* wrapped(lines: AsyncIterable<string>): AsyncIterable<string> {
  yield `${xmlHead}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`
  yield* lines
  yield '</urlset>\n'
}

async function* pageLines(services: Services, readPages: ReadListedPages): AsyncIterable<string> {
  const published = await readPages(services)
  const own = new Map<string, ListedPage>(fixedPages.map((path) => [path, { path, updatedAt: null }]))
  const none = new URLSearchParams()
  for (const page of published) if (isForSearchEngines(page.path, none)) own.set(page.path, page)
  for (const { path, updatedAt } of own.values()) {
    const alternates = pageAlternates(path)
    // each language is an address of its own
    for (const { href } of alternates) yield urlLine(services, href, updatedAt ?? undefined, alternates)
  }
}

interface ItemRow extends Written {
  id: string
  updated_at: Date
  translations: Written[]
}

async function* itemLines(services: Services, type: CrawledType, file: number, most: number): AsyncIterable<string> {
  let after = file === 0 ? '' : await idBefore(services, type, file * most)
  for (let left = after === null ? 0 : most; left > 0; left -= mostAtOnce) {
    const rows = await readItems(services, type, after ?? '', Math.min(left, mostAtOnce))
    yield rows
      .map((row) => {
        const all = [{ type: row.type, slug: row.slug, language: row.language }, ...row.translations]
        return urlLine(services, `/${row.type}/${encodeURIComponent(row.slug)}`, row.updated_at, itemAlternates(all))
      })
      .join('')
    if (rows.length < mostAtOnce) return
    after = rows.at(-1)?.id ?? null
  }
}

/** The last id of the files before; null when they hold everything. */
async function idBefore({ db }: Services, type: CrawledType, count: number): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select i.id from items i where i.type = ${type} and ${foundByAll('i')} order by i.id offset ${count - 1} limit 1`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

async function readItems({ db }: Services, type: CrawledType, after: string, most: number): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select i.id, i.type, i.slug, i.language, i.updated_at,
      coalesce((select json_agg(json_build_object('type', o.type, 'slug', o.slug, 'language', o.language))
        from items o where o.translation_group = i.translation_group and o.id <> i.id and ${foundByAll('o')}), '[]')
        as translations
    from items i where i.type = ${type} and i.id > ${after} and ${foundByAll('i')}
    order by i.id limit ${most}`.execute(db)
  return rows
}

function urlLine({ config }: Services, path: string, updatedAt: Date | undefined, alternates: Alternate[]): string {
  const links = alternates.map(
    ({ tag, href }) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${xml(config.publicUrl + href)}"/>`,
  )
  return `<url><loc>${xml(config.publicUrl + path)}</loc>${lastmod(updatedAt)}${links.join('')}</url>\n`
}

function lastmod(updatedAt: Date | undefined): string {
  return updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : ''
}
