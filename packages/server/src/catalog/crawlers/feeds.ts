import { contentLink } from '@lantern/contract/links.ts'
import { languageTag, type OfferedLocale } from '@lantern/contract/locales.ts'
import { inLocale } from '@lantern/contract/page-languages.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { eachElement, parseHtml, stringifyHtml } from '#media/index.ts'
import { isOfLists, readingListsOf } from '../reference.ts'
import { foundByAll } from '../visibility.ts'
import { xml, xmlHead } from './xml.ts'

const mostEntries = 30

interface LessonRow {
  id: string
  type: string
  slug: string
  language: string
  title: string
  summary: string
  description_html: string
  published_at: Date
  updated_at: Date
  author: string | null
}

interface Feed {
  title: string
  language: string
  home: string
  self: string
  updatedAt: Date
  lessons: (LessonRow & { url: string; html: string })[]
}

/** The newest lessons of the lists for readers of this locale: the text before the first step of each. */
async function readFeed(services: Services, locale: OfferedLocale, file: string): Promise<Feed> {
  const { db, config, text } = services
  const lists = await readingListsOf(db, locale)
  const { rows } = await sql<LessonRow>`
    select i.id, i.type, i.slug, i.language, i.title, i.summary, d.description_html, i.published_at, i.updated_at,
      case when a.is_official then
        coalesce(a.translations -> i.language ->> 'fullName', nullif(a.full_name, ''), a.name) end as author
    from items i join users a on a.id = i.author_id join item_details d on d.item_id = i.id
    where i.type in ('tutorial', 'project', 'course') and ${isOfLists(lists)} and ${foundByAll('i')}
      and i.published_at is not null
    order by i.published_at desc, i.id desc limit ${mostEntries}`.execute(db)
  const lessons = rows.map((row) => ({
    ...row,
    url: config.publicUrl + contentLink(row),
    html: withWholeAddresses(row.description_html, config.publicUrl),
  }))
  return {
    title: text(locale, 'catalog.feed_title', { site: config.siteName }),
    language: lists.language,
    home: config.publicUrl + inLocale('/', locale),
    self: config.publicUrl + inLocale(`/${file}`, locale),
    updatedAt: new Date(Math.max(0, ...rows.map(({ updated_at }) => updated_at.getTime()))),
    lessons,
  }
}

export async function atomFeed(services: Services, locale: OfferedLocale): Promise<string> {
  const feed = await readFeed(services, locale, 'feed.xml')
  const entries = feed.lessons.map(
    (lesson) => `<entry xml:lang="${xml(lesson.language)}">
<title>${xml(lesson.title)}</title>
<link rel="alternate" type="text/html" href="${xml(lesson.url)}"/>
<id>${xml(permanentId(services, lesson.id))}</id>
<published>${lesson.published_at.toISOString()}</published>
<updated>${lesson.updated_at.toISOString()}</updated>
<author><name>${xml(lesson.author ?? services.config.siteName)}</name></author>
<summary>${xml(lesson.summary)}</summary>
<content type="html">${xml(lesson.html)}</content>
</entry>
`,
  )
  return `${xmlHead}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${languageTag(locale)}">
<title>${xml(feed.title)}</title>
<id>${xml(feed.self)}</id>
<link rel="self" type="application/atom+xml" href="${xml(feed.self)}"/>
<link rel="alternate" type="text/html" href="${xml(feed.home)}"/>
<updated>${feed.updatedAt.toISOString()}</updated>
${entries.join('')}</feed>
`
}

export async function jsonFeed(services: Services, locale: OfferedLocale): Promise<string> {
  const feed = await readFeed(services, locale, 'feed.json')
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.home,
    feed_url: feed.self,
    language: feed.language,
    items: feed.lessons.map((lesson) => ({
      id: permanentId(services, lesson.id),
      url: lesson.url,
      title: lesson.title,
      summary: lesson.summary,
      content_html: lesson.html,
      date_published: lesson.published_at.toISOString(),
      date_modified: lesson.updated_at.toISOString(),
      language: lesson.language,
      authors: [{ name: lesson.author ?? services.config.siteName }],
    })),
  })
}

/** Stays when the slug or the address of the site changes its words. */
function permanentId({ config }: Services, id: string): string {
  return `tag:${new URL(config.publicUrl).hostname},2026:${id}`
}

/** A reader shows it somewhere else: every address says which site it is on. */
function withWholeAddresses(html: string, origin: string): string {
  const tree = parseHtml(html)
  eachElement(tree, ({ properties }) => {
    for (const name of ['href', 'src'] as const) {
      const address = properties[name]
      if (typeof address === 'string' && /^\/(?!\/)/.test(address)) properties[name] = origin + address
    }
    delete properties.srcSet
  })
  return stringifyHtml(tree)
}
