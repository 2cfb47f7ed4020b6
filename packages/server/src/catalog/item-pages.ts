import type { Guarded } from '@lantern/contract/catalog/access.ts'
import type {
  ChapterSections,
  EducatorPlan,
  Item,
  ItemStats,
  Material,
  Package,
  Section,
  SubNode,
  Translation,
} from '@lantern/contract/catalog/items.ts'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '#kit/sql.ts'
import { describedMaterials, withoutMarks } from '#media/index.ts'
import {
  type CardRow,
  cardColumns,
  cardOf,
  guardedOf,
  liveDetailsOf,
  outsideOf,
  type PeopleRow,
  type Person,
  peopleColumns,
  peopleIn,
  userMapOf,
} from './item-row.ts'
import { nameOf, type TagRow } from './reference.ts'
import { countsIn, namedOn } from './visibility.ts'

/** An item as its page shows it, before it is known who looks: no figures, no learner, the text of every step. */
export interface ItemPage {
  guarded: Guarded
  data: Omit<
    Item,
    | 'readable'
    | 'waitsFor'
    | 'status'
    | 'learnedPrerequisites'
    | 'statsMap'
    | 'ratingSpread'
    | 'topicMap'
    | 'industryMap'
    | 'tagMap'
    | 'userMap'
  > & {
    userMap: Record<string, Person>
  }
  tags: ReadonlyMap<string, TagRow>
}

/**
 * The page of an item from the cache, or read afresh. `version` is the row version of the item, which every change of
 * the item or of its steps renews, so that a cached page is never older than the row it was read with.
 */
export async function itemPage(db: Db, itemId: string, version: string): Promise<ItemPage> {
  const cache = cacheOf(db)
  const key = `${itemId}@${version}`
  const cached = cache.get(key)
  if (cached) return cached
  const page = readItemPage(db, itemId)
  cache.set(key, page)
  page.catch(() => cache.delete(key))
  return page
}

/** Drops the pages on which one of these items or people stands; null: all of them. */
export function forgetItemPages(db: Db, ids: readonly string[] | null): void {
  const cache = cacheOf(db)
  if (!ids) {
    cache.clear()
    return
  }
  for (const [key, reading] of cache.entries()) {
    reading.then(
      ({ data }) => cache.peek(key) === reading && ids.some((id) => names(data, id)) && cache.delete(key),
      // it is not kept then
      () => undefined,
    )
  }
}

function names(data: ItemPage['data'], id: string): boolean {
  return (
    data.id === id ||
    id in data.contentMap ||
    id in data.userMap ||
    // what a project holds is counted on the course that holds the project, and not named there
    Object.values(data.contentMap).some(({ type }) => type === 'project') ||
    data.translations.some((translation) => translation.id === id)
  )
}

// A long lesson is about 60 KB: 500 of them stay well below 40 MB.
const maxPages = 500
const caches = new WeakMap<Db, LRUCache<string, Promise<ItemPage>>>()

function cacheOf(db: Db): LRUCache<string, Promise<ItemPage>> {
  let cache = caches.get(db)
  if (!cache) {
    cache = new LRUCache({ max: maxPages })
    caches.set(db, cache)
  }
  return cache
}

interface PageRow extends CardRow, PeopleRow {
  channel_id: string
  description_html: string
  properties: Item['properties']
  materials: Material[]
  documents: Material[]
  educator_plan: EducatorPlan | null
  translation_group: string
  updated_at: Date
  with_solution: boolean
  overview_video: { id: string; title: string } | null
  chapters: { id: string; title: string }[]
  sections: Section[]
  translations: Translation[]
  packages: Package[]
  tags: TagRow[]
}

/** A live session has the project that it is about. */
const withContents: readonly string[] = ['project', 'course', 'liveSession']

async function readItemPage(db: Db, itemId: string): Promise<ItemPage> {
  const { rows } = await sql<PageRow>`
    select ${cardColumns}, ${peopleColumns}, coalesce(i.channel_id, i.id) as channel_id, d.description_html, d.properties, d.materials, d.educator_plan,
      i.translation_group, i.updated_at, coalesce(w.documents, '[]') as documents,
      coalesce(w.is_exercise and w.solution_plan is not null, false) as with_solution,
      (select json_build_object('id', v.id, 'title', coalesce(nullif(w.overview_video_title, ''), v.title))
        from videos v where v.id = w.overview_video_id) as overview_video,
      coalesce((select json_agg(json_build_object('id', c.id, 'title', c.title) order by c.position)
        from chapters c where c.item_id = i.id), '[]') as chapters,
      coalesce((select json_agg(json_build_object('id', t.id, 'title', t.title, 'type', t.type,
          'optionType', t.option_type, 'channelId', t.id, 'chapterId', t.chapter_id, 'anchor', t.anchor,
          'body', t.body_html, 'labUrl', t.lab_url, 'submissionType', t.submission_type) order by t.position)
        from sections t where t.item_id = i.id), '[]') as sections,
      coalesce((select json_agg(json_build_object('id', o.id, 'type', o.type, 'slug', o.slug, 'language', o.language,
          'title', o.title) order by o.language)
        from items o where o.translation_group = i.translation_group and o.id <> i.id and ${namedOn('o', 'i')}), '[]')
        as translations,
      coalesce((select json_agg(json_build_object('id', p.id,
          'name', coalesce(p.names ->> i.language, p.names ->> 'en', p.names ->> 'zh', p.id),
          'externalRef', p.external_ref, 'externalType', p.external_type, 'url', p.url, 'macUrl', p.mac_url, 'windowsUrl', p.windows_url,
          'package', p.package) order by k.position)
        from item_packages k join packages p on p.id = k.package_id where k.item_id = i.id), '[]') as packages,
      coalesce((select json_agg(json_build_object('id', g.id, 'type', g.type, 'names', g.names))
        from tags g where g.id = any(i.tag_ids || i.topic_ids || i.industry_ids)), '[]') as tags
    from items i join users a on a.id = i.author_id join item_details d on d.item_id = i.id
      left join tutorial_details w on w.item_id = i.id
    where i.id = ${itemId}`.execute(db)
  const row = rows[0]
  if (!row) throw new Error(`item ${itemId} is gone`)
  await describeFiles(db, row)
  const contents = withContents.includes(row.type) ? await readContents(db, itemId) : []
  const prerequisites = await readPrerequisites(db, itemId)
  const tags = new Map(row.tags.map((tag) => [tag.id, tag]))
  return { guarded: guardedOf(row), data: pageData(row, contents, prerequisites), tags }
}

/** Files say where they are and how large they are: no item keeps that itself. */
async function describeFiles(db: Db, row: PageRow): Promise<void> {
  row.materials = await describedMaterials(db, row.materials)
  row.documents = await describedMaterials(db, row.documents)
  const plan = row.educator_plan
  if (plan?.materials) row.educator_plan = { ...plan, materials: await describedMaterials(db, plan.materials) }
}

interface ContentRow extends CardRow {
  /** What learners see in it, where it is a project. */
  inside: { contents: number; steps: number; quizzes: number }
  chapter_id: string | null
  required: boolean
  sections: SubNode['sections']
}

async function readContents(db: Db, parentId: string): Promise<ContentRow[]> {
  const { rows } = await sql<ContentRow>`
    select ${cardColumns}, ic.chapter_id, ic.required,
      coalesce((select json_agg(json_build_object('id', t.id, 'title', t.title, 'type', t.type,
          'optionType', t.option_type, 'channelId', t.id, 'chapterId', t.chapter_id, 'anchor', t.anchor)
          order by t.position)
        from sections t where t.item_id = i.id), '[]') as sections,
      (select json_build_object('contents', count(*), 'quizzes', count(*) filter (where k.type = 'quiz'),
          'steps', coalesce(sum((select count(*) from sections t where t.item_id = k.id)), 0))
        from item_contents deep join items k on k.id = deep.child_id
        where deep.parent_id = i.id and ${countsIn('k', sql`deep.parent_id`)}) as inside
    from item_contents ic join items i on i.id = ic.child_id
    where ic.parent_id = ${parentId} and ${countsIn('i', sql`ic.parent_id`)}
    order by ic.position`.execute(db)
  return rows
}

/** In the order of their author. What some readers of the page cannot open is not named on it. */
async function readPrerequisites(db: Db, itemId: string): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${cardColumns}
    from item_prerequisites q join items i on i.id = q.prerequisite_id join items o on o.id = q.item_id
    where q.item_id = ${itemId} and ${namedOn('i', 'o')}
    order by q.position`.execute(db)
  return rows
}

function pageData(row: PageRow, contents: ContentRow[], prerequisites: CardRow[]): ItemPage['data'] {
  const contentIds = contents.map(({ id }) => id)
  return {
    ...cardOf(row),
    channelId: row.channel_id,
    description: withoutMarks(row.description_html),
    withSolution: row.with_solution,
    overviewVideo: row.overview_video,
    hidden: row.hidden,
    published: row.status === 'published',
    contentIds,
    sections: row.sections.map((section) => ({ ...section, body: section.body && withoutMarks(section.body) })),
    chapterSections: row.chapters.map(
      (chapter): ChapterSections => ({
        ...chapter,
        sectionIds: row.sections.filter(({ chapterId }) => chapterId === chapter.id).map(({ id }) => id),
        contentIds: contents.filter((content) => content.chapter_id === chapter.id).map(({ id }) => id),
      }),
    ),
    requiredSections: row.sections.filter(({ optionType }) => optionType === 'required').map(({ id }) => id),
    requiredContentIds: contents.filter(({ required }) => required).map(({ id }) => id),
    navIds: contentIds.length > 0 ? contentIds : row.sections.map(({ id }) => id),
    subNodes: contents.map(
      (content): SubNode => ({
        id: content.id,
        type: content.type,
        title: content.title,
        required: content.required,
        chapterId: content.chapter_id,
        sections: content.sections,
      }),
    ),
    included: includedIn(row, contents),
    packageIds: row.packages.map(({ id }) => id),
    properties: row.properties,
    materials: row.materials,
    documents: row.documents,
    educatorPlan: row.educator_plan,
    prerequisites: prerequisites.map(({ id }) => id),
    liveDetails: liveDetailsOf(row.live),
    translations: row.translations,
    updatedTime: row.updated_at.toISOString(),
    contentMap: Object.fromEntries([...contents, ...prerequisites].map((card) => [card.id, cardOf(card)])),
    userMap: userMapOf([row]),
    packageMap: Object.fromEntries(row.packages.map((item) => [item.id, item])),
  }
}

function includedIn(row: PageRow, contents: ContentRow[]): Item['included'] {
  const all = { contents: 0, steps: row.sections.length, quizzes: 0 }
  for (const { type, sections, inside } of contents) {
    all.contents += type === 'project' ? inside.contents : 1
    all.steps += sections.length + inside.steps
    all.quizzes += inside.quizzes + (type === 'quiz' ? 1 : 0)
  }
  return all
}

/** The page's data for one viewer: text only when they may read it, names of tags in their language. */
export function itemFor(
  page: ItemPage,
  viewer: {
    readable: boolean
    waitsFor: Item['waitsFor']
    language: string
    status: Item['status']
    learned: readonly string[]
  },
  stats: ItemStats,
  ratingSpread: number[],
): Item {
  const { data } = page
  return {
    ...data,
    readable: viewer.readable,
    ...(viewer.waitsFor && { waitsFor: viewer.waitsFor }),
    status: viewer.status,
    learnedPrerequisites: data.prerequisites.filter((id) => viewer.learned.includes(id)),
    sections: viewer.readable ? data.sections : data.sections.map(withoutText),
    liveDetails: viewer.readable ? data.liveDetails : data.liveDetails && outsideOf(data.liveDetails),
    materials: viewer.readable ? data.materials : data.materials.map(withoutAddress),
    documents: viewer.readable ? data.documents : data.documents.map(withoutAddress),
    educatorPlan: viewer.readable ? data.educatorPlan : planWithoutAddresses(data.educatorPlan),
    packageMap: viewer.readable ? data.packageMap : mapValues(data.packageMap, withoutDownloads),
    statsMap: { [data.id]: stats },
    ratingSpread,
    topicMap: named(page, data.topicIds, viewer.language),
    industryMap: named(page, data.industryIds, viewer.language),
    tagMap: named(page, data.tagIds, viewer.language),
    userMap: peopleIn(data.userMap, viewer.language),
  }
}

function withoutText(section: Section): Section {
  return { ...section, body: null, labUrl: null }
}

function withoutAddress(material: Material): Material {
  return material.type === 'link' ? { ...material, url: '' } : { ...material, attachmentId: '', url: '' }
}

function planWithoutAddresses(plan: EducatorPlan | null): EducatorPlan | null {
  return plan?.materials ? { ...plan, materials: plan.materials.map(withoutAddress) } : plan
}

function withoutDownloads(item: Package): Package {
  return { ...item, macUrl: null, windowsUrl: null }
}

function mapValues<T>(map: Record<string, T>, change: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]))
}

function named(page: ItemPage, ids: readonly string[], language: string): Item['topicMap'] {
  const rows = ids.flatMap((id) => page.tags.get(id) ?? [])
  return Object.fromEntries(rows.map((row) => [row.id, { id: row.id, type: row.type, name: nameOf(row, language) }]))
}
