import { everybody } from '@lantern/contract/catalog/access.ts'
import { sql } from 'kysely'
import { countsIn, readReference } from '#catalog/index.ts'
import { shownName } from '#identity/index.ts'
import { minuteOfDayAtSite } from '#kit/site-time.ts'
import type { Db } from '#kit/sql.ts'
import { withoutMarks } from '#media/index.ts'
import { readingOf } from './analysis/pinyin.ts'
import type { SearchDocument } from './index-writing.ts'
import { plainText } from './plain-text.ts'
import type { Part } from './weigh.ts'

/** The catalogue's items as the index wants them. Ids that are gone are not in the answer. */
export async function readDocuments(db: Db, itemIds: readonly string[]): Promise<SearchDocument[]> {
  if (itemIds.length === 0) return []
  const { rows } = await sql<ItemRow>`
    select i.id, i.type, i.language, i.translation_group, i.status, i.hidden, i.organisation_id, i.found_by, i.title, i.summary,
      coalesce(d.description_html, '') as description_html,
      i.skill_level, coalesce(i.manual_duration, i.duration) as duration,
      i.premium, i.with_pay, coalesce(i.price_fen, 0) as price_fen, i.tag_ids, i.topic_ids, i.industry_ids,
      i.min_version_id, i.max_version_id, i.version_with_all, i.owner_id, i.author_id, i.published_at,
      d.educator_plan, l.starts_at, i.questions_count,
      (select array_agg(distinct known.name) from users u
        cross join lateral (
          select ${shownName} union all
          select value ->> 'fullName' from jsonb_each(u.translations)
        ) known (name)
        where u.id in (i.owner_id, i.author_id)) as people,
      not exists (select from item_contents c where c.child_id = i.id) as single,
      s.record_count, s.collect_count, s.rating_sum, s.rating_count,
      (select json_agg(json_build_object('id', p.id, 'anchor', p.anchor, 'title', p.title, 'html', p.body_html)
        order by p.position) from sections p where p.item_id = i.id) as steps,
      (select json_agg(json_build_object('id', c.id, 'type', c.type, 'title', c.title, 'summary', c.summary)
        order by k.position) from item_contents k join items c on c.id = k.child_id
        where k.parent_id = i.id and ${countsIn('c', sql`k.parent_id`)}) as contents
    from items i left join item_stats s on s.item_id = i.id left join item_details d on d.item_id = i.id
      left join live_sessions l on l.item_id = i.id
    where i.id = any(${itemIds}::text[])`.execute(db)
  const reference = await readReference(db)
  const names = new Map(reference.tags.map((tag) => [tag.id, Object.values(tag.names)]))
  return rows.map((row) => documentOf(row, names, reference.versions))
}

/** Projects and courses that hold these items: what they hold is found in them too. */
export async function holdersOf(db: Db, itemIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ parent_id: string }>`
    select distinct parent_id from item_contents where child_id = any(${itemIds}::text[])`.execute(db)
  return rows.map(({ parent_id }) => parent_id)
}

interface ItemRow {
  id: string
  type: string
  language: string
  translation_group: string
  status: string
  hidden: boolean
  organisation_id: string | null
  found_by: string
  title: string
  summary: string
  description_html: string
  skill_level: string | null
  duration: number
  premium: boolean
  with_pay: boolean
  price_fen: number
  tag_ids: string[]
  topic_ids: string[]
  industry_ids: string[]
  min_version_id: string | null
  max_version_id: string | null
  version_with_all: boolean
  owner_id: string
  author_id: string
  published_at: Date | null
  educator_plan: { ageRange?: { min: number | null; max: number | null }; instruction?: number | null } | null
  starts_at: Date | null
  questions_count: number
  people: string[] | null
  single: boolean
  record_count: number | null
  collect_count: number | null
  rating_sum: number | null
  rating_count: number | null
  steps: { id: string; anchor: string; title: string; html: string }[] | null
  contents: { id: string; type: string; title: string; summary: string }[] | null
}

function documentOf(row: ItemRow, names: Map<string, string[]>, versions: readonly string[]): SearchDocument {
  const labelIds = [...new Set([...row.topic_ids, ...row.tag_ids])]
  const age = row.educator_plan?.ageRange
  const isPublished = row.status === 'published' && !row.hidden
  const min = row.min_version_id ? versions.indexOf(row.min_version_id) : 0
  const max = row.max_version_id ? versions.indexOf(row.max_version_id) : latest
  return {
    itemId: row.id,
    language: row.language,
    title: row.title,
    summary: row.summary || plainText(withoutMarks(row.description_html)).slice(0, 400),
    labels: [...labelIds, ...row.industry_ids].flatMap((id) => names.get(id) ?? [id]),
    people: row.people ?? [],
    parts: [...(row.steps ?? []).map(stepPart), ...(row.contents ?? []).map(contentPart)],
    fields: {
      type: row.type,
      language: row.language,
      translation_group: row.translation_group,
      listed: isPublished && row.found_by === everybody,
      found_by: isPublished ? row.found_by : '',
      organisation_id: row.organisation_id,
      status: row.status,
      hidden: row.hidden,
      skill_level: row.skill_level,
      duration: row.duration,
      premium: row.premium,
      with_pay: row.with_pay,
      price_fen: row.price_fen,
      label_ids: labelIds,
      industry_ids: row.industry_ids,
      min_version: row.version_with_all ? 0 : Math.max(0, min),
      max_version: row.version_with_all ? latest : max,
      with_video: (row.steps ?? []).some(({ html }) => /<video\b|data-video/i.test(html)),
      single: row.single,
      owner_ids: [...new Set([row.owner_id, row.author_id])],
      instruction: row.educator_plan?.instruction ?? null,
      min_age: age?.min ?? null,
      max_age: age?.max ?? null,
      start_minute: row.starts_at && minuteOfDayAtSite(row.starts_at),
      sort_title: sortKey(row.title, row.language),
      published_at: row.published_at,
      popularity: popularityOf(row),
    },
  }
}

/** Beyond every version there is. */
const latest = 1_000_000

function stepPart(step: { id: string; anchor: string; title: string; html: string }, index: number): Part {
  return {
    id: step.id,
    type: 'section',
    number: index + 1,
    anchor: step.anchor,
    title: step.title,
    text: plainText(withoutMarks(step.html)),
  }
}

function contentPart(item: { id: string; type: string; title: string; summary: string }, index: number): Part {
  return { id: item.id, type: item.type, number: index + 1, anchor: '', title: item.title, text: item.summary }
}

/** Chinese titles are ordered by how they are read. */
function sortKey(title: string, language: string): string {
  const short = title.slice(0, 100)
  return (language === 'zh' ? readingOf(short) : short).toLowerCase()
}

/** Each tenfold in learners is a step; good ratings count once there are some. */
function popularityOf({ record_count, collect_count, rating_sum, rating_count }: ItemRow): number {
  const learners = (record_count ?? 0) + 2 * (collect_count ?? 0)
  const rating = (rating_sum ?? 0) / Math.max(5, rating_count ?? 0) / 10
  return Math.round((Math.log10(1 + learners) + rating) * 100) / 100
}
