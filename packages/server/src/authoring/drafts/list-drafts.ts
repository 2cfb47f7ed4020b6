import type { DraftRow } from '@lantern/contract/authoring/drafts.ts'
import type { EditedType } from '@lantern/contract/authoring/forms.ts'
import { sightOf } from '@lantern/contract/catalog/access.ts'
import { coverAddress } from '@lantern/contract/catalog/cover.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { madeBy, type StatsRow, statsColumns, statsOf } from '#catalog/index.ts'
import { personJson } from '#identity/index.ts'
import { likeText } from '#kit/like-text.ts'
import type { Db } from '#kit/sql.ts'

export interface DraftQuery {
  q?: string
  status?: 'draft' | 'published'
  language?: string
  owner?: string
  ob?: 'recency' | 'titleasc' | 'titledes'
  page?: number
  pageSize?: number
}

interface ListedRow extends StatsRow {
  id: string
  type: EditedType
  slug: string
  title: string
  language: string
  thumbnail_url: string | null
  topic_ids: string[]
  status: 'draft' | 'published'
  hidden: boolean
  unpublished_changes: boolean
  audience: DraftRow['audience']
  planned: DraftRow['planned']
  saved_at: Date
  saved_by: DraftRow['savedBy']
  owner_id: string
  owner: DraftRow['owner']
}

/** What the author may edit of one type. Looking after a language means everything in it. */
export async function listDrafts(
  db: Db,
  viewer: SignedIn,
  { type, campus, query }: { type: EditedType; campus: boolean; query: DraftQuery },
) {
  const { page = 0, pageSize = 20, q, status, language, owner, ob = 'recency' } = query
  const where = [
    sql`i.type = ${type}`,
    sql`i.deleted_at is null`,
    editable(viewer, campus),
    ...(q?.trim() ? [sql`${title} ilike ${`%${likeText(q.trim())}%`}`] : []),
    ...(status ? [sql`i.status = ${status}`] : []),
    ...(language ? [sql`${languageOf} = ${language}`] : []),
    ...(owner ? [sql`i.owner_id = ${owner}`] : []),
  ]
  const order = { recency: sql`saved_at desc`, titleasc: sql`title`, titledes: sql`title desc` }[ob]
  const { rows } = await sql<ListedRow & { total: number }>`
    with listed as (
      select i.id, ${title} as title, ${languageOf} as language, coalesce(d.saved_at, i.updated_at) as saved_at,
        d.saved_by, d.version is distinct from d.published_version and d.version is not null as unpublished_changes
      from items i left join drafts d on d.item_id = i.id where ${sql.join(where, sql` and `)}
    ), paged as (
      select * from listed order by ${order}, id limit ${pageSize} offset ${page * pageSize}
    )
    select p.id, i.type, i.slug, p.title, p.language, i.thumbnail_url, i.topic_ids, i.status, i.hidden, p.unpublished_changes,
      p.saved_at, i.owner_id, ${planned} as planned, ${audience} as audience,
      ${statsColumns}, (select count(*) from listed)::integer as total,
      ${personJson(sql`p.saved_by`)} as saved_by,
      ${personJson(sql`i.owner_id`)} as owner
    from paged p join items i on i.id = p.id join item_stats s on s.item_id = p.id
    order by ${sql.raw({ recency: 'p.saved_at desc', titleasc: 'p.title', titledes: 'p.title desc' }[ob])}, p.id`.execute(
    db,
  )
  return { results: rows.map(rowOf), page, pageSize, total: rows[0]?.total ?? (await countAll(db, where, page)) }
}

/** A page behind the last one has no rows to say how many there are. */
async function countAll(db: Db, where: RawBuilder<unknown>[], page: number): Promise<number> {
  if (page === 0) return 0
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from items i left join drafts d on d.item_id = i.id
    where ${sql.join(where, sql` and `)}`.execute(db)
  return rows[0]?.total ?? 0
}

const planned = sql`(select json_build_object('action', h.action, 'at', h.at, 'failed', h.failure is not null)
  from item_schedules h where h.item_id = i.id and (h.done_at is null or h.failure is not null)
  order by h.at, h.id limit 1)`

// the name of the class, or of the organisation
const audience = sql`(select json_build_object('name', coalesce(k.name, og.name),
    'audience', case when i.open_to_all then 'everybody' when k.id is not null then 'class' else 'members' end)
  from organisations og left join classes k on k.id = i.class_id where og.id = i.organisation_id)`

// a draft is listed under the title that it has, not under the one that learners still see
const title = sql`coalesce(nullif(d.title, ''), i.title)`
const languageOf = sql`coalesce(nullif(d.language, ''), i.language)`

/** What the author may edit, as `mayEdit` of the contract says: of the site, or of organisations. */
function editable(viewer: SignedIn, campus: boolean): RawBuilder<unknown> {
  return sql`${madeBy(sightOf(viewer))} and i.organisation_id is ${campus ? sql`not null` : sql`null`}`
}

function rowOf(row: ListedRow): DraftRow {
  const { recordCount, averageRating, ratingCount } = statsOf(row)
  return {
    id: row.id,
    type: row.type,
    slug: row.slug,
    title: row.title,
    language: row.language,
    thumbnailUrl: row.thumbnail_url ?? coverAddress({ title: row.title, topicIds: row.topic_ids }),
    published: row.status === 'published',
    hidden: row.hidden,
    unpublishedChanges: row.unpublished_changes,
    audience: row.audience,
    planned: row.planned && { ...row.planned, at: new Date(row.planned.at).toISOString() },
    savedAt: row.saved_at.toISOString(),
    savedBy: row.saved_by,
    ownerId: row.owner_id,
    owner: row.owner,
    recordCount,
    averageRating,
    ratingCount,
  }
}
