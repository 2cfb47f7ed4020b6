import { type GalleryFilter, submissionsPerPage } from '@lantern/contract/community/submission-rules.ts'
import type {
  listSubmissions,
  listSubmissionsOfPerson,
  SubmissionList,
} from '@lantern/contract/community/submissions.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import type { submissionOrders } from '@lantern/contract/search/criteria.ts'
import { type RawBuilder, sql } from 'kysely'
import { itemCards, requireVisibleItem } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { speakersOf } from '../message-rows.ts'
import { peerSharesOf } from './peer/peer-state.ts'
import { type SubmissionRow, submissionCards, submissionColumns } from './submission-rows.ts'
import { isShown, visibleSubmission } from './visible-submissions.ts'

interface Page {
  page?: number
  pageSize?: number
}

/** Each has an index. Titles stand in the order of the site's lists. */
const orders: Record<(typeof submissionOrders)[number], RawBuilder<unknown>> = {
  collects: sql`s.collect_count desc, s.id desc`,
  views: sql`s.view_count desc, s.id desc`,
  titleasc: sql`s.title, s.id`,
  titledes: sql`s.title desc, s.id desc`,
}

const filters: Record<GalleryFilter, RawBuilder<boolean>> = {
  runs: sql`s.type = 'webgl'`,
  video: hasFile('video'),
  image: hasFile('image'),
  reviewed: sql`s.reviewed_version is not null`,
}

/** Of the newest version of submissions `s`. */
function hasFile(kind: 'video' | 'image'): RawBuilder<boolean> {
  return sql`exists (select from submission_files f join attachments a on a.id = f.attachment_id
    where f.submission_id = s.id and f.version = s.version and a.kind = ${kind})`
}

/** The gallery of an item, for everybody who may see the item. */
export async function listGallery(
  services: Services,
  viewer: Viewer,
  { itemId, ob, only, ...page }: { itemId: string; ob?: keyof typeof orders; only?: GalleryFilter } & Page,
): Promise<ResponseOf<typeof listSubmissions>> {
  const item = await requireVisibleItem(services.db, viewer, itemId)
  const shown = sql`s.item_id = ${item.id} and ${isShown}`
  const order = ob ? orders[ob] : sql`s.id desc`
  const wanted = only ? sql`${shown} and ${filters[only]}` : shown
  const list = await listWhere(services, sql`submissions s`, wanted, { ...page, order, makers: item })
  const own = viewer.kind === 'guest' ? [] : await ownOf(services, viewer.id, item.id)
  const peer = await peerSharesOf(services.db, viewer, item.id)
  return {
    ...list,
    peer,
    counts: await countKinds(services, shown),
    own: Object.fromEntries(own.flatMap((card) => (card.sectionId ? [[card.sectionId, card]] : []))),
  }
}

type Counts = Record<GalleryFilter | 'all', number>

async function countKinds({ db }: Services, shown: RawBuilder<unknown>): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*)::integer as "all", count(*) filter (where ${filters.runs})::integer as runs,
      count(*) filter (where ${filters.video})::integer as video,
      count(*) filter (where ${filters.image})::integer as image,
      count(*) filter (where ${filters.reviewed})::integer as reviewed
    from submissions s where ${shown}`.execute(db)
  return rows[0] ?? { all: 0, runs: 0, video: 0, image: 0, reviewed: 0 }
}

async function ownOf(services: Services, userId: string, itemId: string) {
  const { rows } = await sql<SubmissionRow>`
    select ${submissionColumns} from submissions s
    where s.author_id = ${userId} and s.item_id = ${itemId} order by s.id desc`.execute(services.db)
  return Object.values((await submissionCards(services, rows)).submissionMap)
}

/** What a person handed in or collected, newest first, as far as the viewer may see it. */
export async function listOfPerson(
  services: Services,
  viewer: Viewer,
  { userId, collected = false, ...page }: { userId?: string; collected?: boolean } & Page,
): Promise<ResponseOf<typeof listSubmissionsOfPerson>> {
  const own = viewer.kind === 'guest' ? undefined : viewer.id
  const personId = collected ? own : (userId ?? own)
  // a guest has none of their own
  if (personId === undefined)
    throw refuse('bad_request', { details: [{ field: 'userId', message: 'field_require_error' }] })
  const joined = sql`submissions s join items i on i.id = s.item_id`
  const list = await (collected
    ? listWhere(
        services,
        sql`${joined} join submission_collects c on c.submission_id = s.id`,
        sql`c.user_id = ${personId} and ${visibleSubmission(viewer)}`,
        { ...page, order: sql`c.collected_at desc, s.id desc` },
      )
    : listWhere(services, joined, sql`s.author_id = ${personId} and ${visibleSubmission(viewer)}`, {
        ...page,
        order: sql`s.id desc`,
      }))
  const itemIds = [...new Set(Object.values(list.submissionMap).map(({ itemId }) => itemId))]
  return { ...list, itemMap: (await itemCards(services.db, viewer, itemIds)).itemMap }
}

const nobody = { ownerId: '', authorId: '' }

async function listWhere(
  services: Services,
  from: RawBuilder<unknown>,
  wanted: RawBuilder<unknown>,
  {
    order,
    page = 0,
    pageSize = submissionsPerPage,
    makers = nobody,
  }: Page & { order: RawBuilder<unknown>; makers?: { ownerId: string; authorId: string } },
): Promise<SubmissionList> {
  const { db } = services
  // of the rows before the page nothing but their place is read
  const { rows } = await sql<SubmissionRow>`
    select ${submissionColumns} from (
      select id, row_number() over () as place from (
        select s.id from ${from} where ${wanted} order by ${order} limit ${pageSize} offset ${page * pageSize}
      ) listed
    ) shown join submissions s on s.id = shown.id
    order by shown.place`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from ${from} where ${wanted}`.execute(db)
  const authors = rows.map(({ author_id }) => ({ authorId: author_id }))
  return {
    ...(await submissionCards(services, rows)),
    userMap: await speakersOf(db, { item: makers }, authors),
    page,
    pageSize,
    total: counted[0]?.total ?? 0,
  }
}
