import type { LearningAct, LearningList, QuizState } from '@lantern/contract/learning/my-learning.ts'
import type { RecordMap } from '@lantern/contract/learning/record-shapes.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { itemCards, shownTo } from '#catalog/index.ts'
import type { Services } from '#kit/services.ts'
import { type RecordRow, readLearnerPart, shownRecords } from './learner-records.ts'
import { type Person, requirePerson } from './person.ts'

export interface ListQuery {
  userId?: string
  page?: number
  pageSize?: number
}

/** Records in progress by last view, completed ones by completion, all of them by last view; newest first. */
export async function listRecords(
  services: Services,
  viewer: Viewer,
  { completed, ...query }: ListQuery & { completed?: boolean },
) {
  const person = await requirePerson(services.db, viewer, query.userId)
  const which = completed === undefined ? sql`` : completed ? sql`where r.completed` : sql`where not r.completed`
  const order = completed ? sql`r.last_completed_time desc` : sql`r.last_viewed_time desc`
  const list = await listed(services, viewer, person, query, {
    open: person.showsRecords,
    ids: sql`select i.id, row_number() over (order by ${order}, i.id) as place
      from ${shownRecords(viewer, person.id)} ${which}`,
  })
  const totals = person.showsRecords ? await countRecords(services, viewer, person.id) : { inProgress: 0, completed: 0 }
  const dynamic = person.isViewer ? await latestActs(services, person.id) : []
  const named = new Set(dynamic.map(({ itemId }) => itemId).filter((id) => !list.page.itemMap[id]))
  const { itemMap } = await itemCards(services.db, viewer, [...named])
  return {
    ...list.page,
    itemMap: { ...itemMap, ...list.page.itemMap },
    quizMap: quizMapOf(list.rows, services.clock.now()),
    dynamic,
    recent: person.showsRecords ? await recentIds(services, viewer, person.id) : [],
    totals,
  }
}

export async function listCollections(services: Services, viewer: Viewer, query: ListQuery): Promise<LearningList> {
  const person = await requirePerson(services.db, viewer, query.userId)
  const list = await listed(services, viewer, person, query, {
    open: person.showsRecords,
    ids: sql`select c.item_id as id, row_number() over (order by c.collected_at desc, c.item_id) as place
      from collections c where c.user_id = ${person.id}`,
  })
  return list.page
}

/** A person's publications are public independent of the privacy of their records; drafts are theirs to see alone. */
export async function listCreated(services: Services, viewer: Viewer, query: ListQuery): Promise<LearningList> {
  const person = await requirePerson(services.db, viewer, query.userId)
  const list = await listed(services, viewer, person, query, {
    open: true,
    withUnpublished: person.isViewer,
    ids: sql`select i.id, row_number() over (order by i.published_at desc, i.id) as place from items i
      where i.owner_id = ${person.id} or i.author_id = ${person.id}`,
  })
  return list.page
}

export function listPurchased(services: Services, viewer: Viewer, query: ListQuery): Promise<LearningList> {
  return listEntitled(services, viewer, query, sql`e.source <> 'enterprise'`)
}

export function listEnterprise(services: Services, viewer: Viewer, query: ListQuery): Promise<LearningList> {
  return listEntitled(services, viewer, query, sql`e.source = 'enterprise'`)
}

/** Purchases are private. */
async function listEntitled(services: Services, viewer: Viewer, query: ListQuery, source: RawBuilder<unknown>) {
  const person = await requirePerson(services.db, viewer, query.userId)
  const list = await listed(services, viewer, person, query, {
    open: person.isViewer,
    ids: sql`select e.item_id as id, row_number() over (order by max(e.granted_at) desc, e.item_id) as place
      from item_grants e where e.user_id = ${person.id} and ${source} group by e.item_id`,
  })
  return list.page
}

/** Published projects and courses that contain what the person has made. */
export async function listRefed(services: Services, viewer: Viewer, query: ListQuery): Promise<LearningList> {
  const person = await requirePerson(services.db, viewer, query.userId)
  const list = await listed(services, viewer, person, query, {
    open: true,
    ids: sql`
      select p.id, row_number() over (order by p.published_at desc, p.id) as place
      from items p where p.id in (
        select c.parent_id from items i join item_contents c on c.child_id = i.id
        where ${shownTo(viewer)} and (i.owner_id = ${person.id} or i.author_id = ${person.id}))`,
  })
  return list.page
}

interface ListSource {
  /** Whether this viewer may see the list at all. */
  open: boolean
  /** Drafts and what is hidden as well. */
  withUnpublished?: boolean
  /** A statement with `id` and `place`. */
  ids: RawBuilder<unknown>
}

async function listed(
  services: Services,
  viewer: Viewer,
  person: Person,
  { page = 0, pageSize = 12 }: ListQuery,
  source: ListSource,
): Promise<{ page: LearningList; rows: Map<string, RecordRow> }> {
  const empty = { results: [], itemMap: {}, statsMap: {}, recordMap: {}, collectMap: {}, page, pageSize, total: 0 }
  if (!source.open) return { page: { ...empty, privacyLimitation: true }, rows: new Map() }
  const { db } = services
  const { rows: found } = await sql<{ ids: string[]; total: number }>`
    with listed as (
      select l.id, l.place from (${source.ids}) l
      join items i on i.id = l.id and ${source.withUnpublished ? sql`i.deleted_at is null` : shownTo(viewer)}
    ), paged as (
      select id, place from listed order by place limit ${pageSize} offset ${page * pageSize}
    )
    select (select count(*) from listed)::integer as total,
      coalesce((select array_agg(id order by place) from paged), '{}') as ids`.execute(db)
  const { ids = [], total = 0 } = found[0] ?? {}
  if (ids.length === 0) return { page: { ...empty, total, privacyLimitation: false }, rows: new Map() }
  const { itemMap, statsMap } = await itemCards(db, viewer, ids)
  const part: Awaited<ReturnType<typeof readLearnerPart>> = person.showsRecords
    ? await readLearnerPart(db, person.id, ids)
    : { recordMap: {}, rows: new Map(), collectMap: {} }
  return {
    page: {
      results: ids,
      itemMap,
      statsMap,
      recordMap: person.isViewer ? part.recordMap : withoutAnswers(part.recordMap),
      collectMap: Object.fromEntries(ids.filter((id) => part.collectMap[id]).map((id) => [id, true])),
      privacyLimitation: false,
      page,
      pageSize,
      total,
    },
    rows: new Map([...part.rows].filter(([id]) => ids.includes(id))),
  }
}

/** Answers are for the learner alone. */
function withoutAnswers(recordMap: RecordMap): RecordMap {
  return Object.fromEntries(
    Object.entries(recordMap).map(([id, record]) => [
      id,
      {
        ...record,
        answers: null,
        subItems: record.subItems.map((item) => ({ ...item, questionAnswers: null })),
      },
    ]),
  )
}

function quizMapOf(rows: ReadonlyMap<string, RecordRow>, now: Date): Record<string, QuizState> {
  const quizzes = [...rows.values()].filter((row) => row.type === 'quiz')
  return Object.fromEntries(
    quizzes.map((row) => {
      const frozenMs = row.frozen_until === null ? 0 : Date.parse(row.frozen_until) - now.getTime()
      return [
        row.item_id,
        {
          quizStatus: row.completed ? 'submitted' : 'draft',
          leftFreezingSeconds: Math.max(0, Math.ceil(frozenMs / 1000)),
          answered: Object.values(row.answers ?? {}).some((chosen) => chosen.length > 0),
        },
      ]
    }),
  )
}

async function countRecords(
  { db }: Services,
  viewer: Viewer,
  userId: string,
): Promise<{ inProgress: number; completed: number }> {
  const { rows } = await sql<{ inProgress: number; completed: number }>`
    select count(*) filter (where not r.completed)::integer as "inProgress",
      count(*) filter (where r.completed)::integer as completed
    from ${shownRecords(viewer, userId)}`.execute(db)
  return rows[0] ?? { inProgress: 0, completed: 0 }
}

/** A long lesson that is finished at once is some dozens of acts. */
const mostActs = 60

async function latestActs({ db }: Services, userId: string): Promise<LearningAct[]> {
  const { rows } = await sql<Omit<LearningAct, 'time'> & { time: Date }>`
    select id, item_id as "itemId", kind, step_id as "stepId", happened_at as time from record_events
    where user_id = ${userId} order by id desc limit ${mostActs}`.execute(db)
  return rows.map((row) => ({ ...row, time: row.time.toISOString() }))
}

async function recentIds({ db }: Services, viewer: Viewer, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from ${shownRecords(viewer, userId)} where not r.completed
    order by r.last_viewed_time desc, i.id limit 3`.execute(db)
  return rows.map(({ id }) => id)
}
