import { newId } from '@lantern/contract/ids.ts'
import { type Selectable, sql } from 'kysely'
import { learnerName, learnersOf } from '#campus/index.ts'
import { refuse } from '#kit/errors.ts'
import { inNameOrder } from '#kit/name-order.ts'
import type { LtiLineItems } from '#kit/schema.generated.ts'
import type { Services } from '#kit/services.ts'
import { readMoment } from '#kit/site-time.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { recordOf, textOf } from './claims.ts'
import { takeMark } from './step-tools.ts'
import { type ServicesPlace, servicesUrl } from './tool-access.ts'
import { readToolLink } from './tool-links.ts'
import { saidOf, subjectsFor } from './tool-visits.ts'
import type { Tool } from './tools.ts'

// What tools ask of a class and say of its people: columns of marks, marks, names and roles. Wrong input is refused whole.

const mostColumns = 200
const activityStates = ['Initialized', 'Started', 'InProgress', 'Submitted', 'Completed']
const gradingStates = ['FullyGraded', 'Pending', 'PendingManual', 'Failed', 'NotReady']
const mostPerPage = 100

/** A class of the tool's organisation in which the tool has a place, or a link of it that is a step. */
export interface ToolPlace extends ServicesPlace {
  tool: Tool
}

type LineItemRow = Selectable<LtiLineItems>

export async function requireToolClass(db: Db, { tool, classId }: { tool: Tool; classId: string }): Promise<ToolPlace> {
  const row = await db
    .selectFrom('lti_tool_links as l')
    .innerJoin('classes as c', 'c.id', 'l.class_id')
    .select('l.id')
    .where('l.class_id', '=', classId)
    .where('l.tool_id', '=', tool.id)
    .where('c.organisation_id', '=', tool.organisationId)
    .executeTakeFirst()
  if (!row) throw refuse('not_found')
  return { tool, classId, linkId: null }
}

export async function requireToolLink(db: Db, { tool, linkId }: { tool: Tool; linkId: string }): Promise<ToolPlace> {
  const link = await readToolLink(db, linkId)
  if (link?.toolId !== tool.id || link.itemId === null) throw refuse('not_found')
  return { tool, classId: null, linkId }
}

/** The columns of a place, as rows of `lti_line_items`. */
function columnsOf(db: Db | Trx, { tool, classId, linkId }: ToolPlace) {
  const columns = db.selectFrom('lti_line_items').where('tool_id', '=', tool.id)
  return classId === null ? columns.where('link_id', '=', linkId) : columns.where('class_id', '=', classId)
}

function lineItemJson(publicUrl: string, row: LineItemRow) {
  return {
    id: `${servicesUrl(publicUrl, row.tool_id, { classId: row.class_id, linkId: row.link_id })}/lineitems/${row.id}`,
    label: row.label,
    scoreMaximum: row.score_maximum,
    ...(row.link_id !== null && { resourceLinkId: row.link_id }),
    ...(row.resource_id !== null && { resourceId: row.resource_id }),
    ...(row.tag !== null && { tag: row.tag }),
  }
}

export interface Page {
  limit?: string | undefined
  from?: string | undefined
}

function pageOf({ limit, from }: Page): { limit: number; from: number } {
  const wanted = Number(limit ?? mostPerPage)
  const begin = Number(from ?? 0)
  if (!Number.isSafeInteger(wanted) || wanted < 1 || !Number.isSafeInteger(begin) || begin < 0)
    throw refuse('bad_request')
  return { limit: Math.min(wanted, mostPerPage), from: begin }
}

export async function listLineItems(
  { db, config }: Services,
  place: ToolPlace,
  asked: Page & { resource_link_id?: string; resource_id?: string; tag?: string },
) {
  const { limit, from } = pageOf(asked)
  let query = columnsOf(db, place).selectAll()
  if (asked.resource_link_id) query = query.where('link_id', '=', asked.resource_link_id)
  if (asked.resource_id) query = query.where('resource_id', '=', asked.resource_id)
  if (asked.tag) query = query.where('tag', '=', asked.tag)
  const rows = await query
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit + 1)
    .offset(from)
    .execute()
  return {
    results: rows.slice(0, limit).map((row) => lineItemJson(config.publicUrl, row)),
    next: nextOf(rows, limit, from),
  }
}

function nextOf(rows: readonly unknown[], limit: number, from: number): number | null {
  return rows.length > limit ? from + limit : null
}

interface LineItemForm {
  label: string
  scoreMaximum: number
  resourceId: string | null
  tag: string | null
}

const mostPoints = 1_000_000

/** What a tool says of a column; null where it is none. */
export function lineItemForm(said: Record<string, unknown>): LineItemForm | null {
  const label = textOf(said.label).trim().slice(0, 255)
  const scoreMaximum = Number(said.scoreMaximum)
  if (label === '' || !(scoreMaximum > 0 && scoreMaximum <= mostPoints)) return null
  const short = (value: unknown) => textOf(value).slice(0, 255) || null
  return { label, scoreMaximum, resourceId: short(said.resourceId), tag: short(said.tag) }
}

export async function addLineItem({ db, clock, config }: Services, place: ToolPlace, body: unknown) {
  const { tool, classId } = place
  const said = recordOf(body)
  const form = lineItemForm(said)
  if (!form) throw refuse('bad_request')
  const linkId = textOf(said.resourceLinkId) || place.linkId
  return inTransaction(db, async (trx) => {
    // one after the other: nobody passes the number of them
    await trx.selectFrom('lti_tools').select('id').where('id', '=', tool.id).forUpdate().execute()
    const known = await columnsOf(trx, place).select('id').execute()
    if (known.length >= mostColumns) throw refuse('conflict')
    if (place.linkId !== null && linkId !== place.linkId) throw refuse('not_found')
    if (linkId !== null) {
      const link = await readToolLink(trx, linkId)
      if (link?.toolId !== tool.id || link.classId !== classId) throw refuse('not_found')
    }
    const row = await trx
      .insertInto('lti_line_items')
      .values({
        id: newId('ltiLineItem', clock.now().getTime()),
        tool_id: tool.id,
        class_id: classId,
        link_id: linkId,
        label: form.label,
        score_maximum: form.scoreMaximum,
        resource_id: form.resourceId,
        tag: form.tag,
        created_at: clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return lineItemJson(config.publicUrl, row)
  })
}

async function requireLineItem(db: Db, place: ToolPlace, id: string): Promise<LineItemRow> {
  const row = await columnsOf(db, place).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refuse('not_found')
  return row
}

export async function readLineItem({ db, config }: Services, place: ToolPlace, id: string) {
  return lineItemJson(config.publicUrl, await requireLineItem(db, place, id))
}

/** The link of a column stays. */
export async function changeLineItem({ db, config }: Services, place: ToolPlace, id: string, body: unknown) {
  const form = lineItemForm(recordOf(body))
  if (!form) throw refuse('bad_request')
  await requireLineItem(db, place, id)
  const row = await db
    .updateTable('lti_line_items')
    .set({ label: form.label, score_maximum: form.scoreMaximum, resource_id: form.resourceId, tag: form.tag })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return lineItemJson(config.publicUrl, row)
}

export async function removeLineItem({ db }: Services, place: ToolPlace, id: string): Promise<void> {
  await requireLineItem(db, place, id)
  await db.deleteFrom('lti_line_items').where('id', '=', id).execute()
}

/** Extra credit may be more than the maximum. A hundred times of it is no mark, and its percentage no number of a page. */
function isScore(given: number, maximum: number): boolean {
  return given >= 0 && maximum > 0 && maximum <= mostPoints && given / maximum <= 100
}

/** Keeps what a tool says of somebody. Said again it changes nothing; what is older than what is known is refused. */
export async function keepScore(services: Services, place: ToolPlace, id: string, body: unknown): Promise<void> {
  const { db } = services
  const column = await requireLineItem(db, place, id)
  const said = recordOf(body)
  const [activity, grading] = [textOf(said.activityProgress), textOf(said.gradingProgress)]
  const saidAt = readMoment(textOf(said.timestamp))
  const isGiven = said.scoreGiven !== undefined && said.scoreGiven !== null
  const [given, maximum] = [isGiven ? Number(said.scoreGiven) : null, isGiven ? Number(said.scoreMaximum) : null]
  const isNumber = given === null || maximum === null || isScore(given, maximum)
  if (!isNumber || !activityStates.includes(activity) || !gradingStates.includes(grading) || !saidAt) {
    throw refuse('bad_request')
  }
  // a clock that runs ahead counts as now, or every later mark would be older
  const at = new Date(Math.min(saidAt.getTime(), services.clock.now().getTime()))
  // in a lesson is who began it: opening its tool does
  const belongs =
    place.classId === null
      ? sql`exists (select from lti_tool_links l join items i on i.id = l.item_id
          join records r on r.work_id = i.work_id and r.user_id = p.user_id where l.id = ${place.linkId})`
      : sql`exists (select from class_members k
          join memberships m on (m.organisation_id, m.user_id) = (k.organisation_id, k.user_id) and m.ended_at is null
          where k.class_id = ${place.classId} and k.user_id = p.user_id)`
  const { rows } = await sql<{ kept: boolean; user_id: string }>`
    with person as (
      select p.user_id from (
        select tool_id, subject, user_id from lti_tool_people
        union all select tool_id, subject, user_id from lti_tool_former_subjects
      ) p join users u on u.id = p.user_id and u.deleted_at is null
      where p.tool_id = ${place.tool.id} and p.subject = ${textOf(said.userId)} and ${belongs}
    ), kept as (
      insert into lti_results (line_item_id, user_id, score_given, score_maximum, comment, activity_progress,
        grading_progress, said_at)
      select ${column.id}, user_id, ${given}, ${maximum}, ${textOf(said.comment).slice(0, 2000)}, ${activity}, ${grading},
        ${at}
      from person
      on conflict (line_item_id, user_id) do update set score_given = excluded.score_given,
        score_maximum = excluded.score_maximum, comment = excluded.comment,
        activity_progress = excluded.activity_progress, grading_progress = excluded.grading_progress,
        said_at = excluded.said_at
        where lti_results.said_at <= excluded.said_at
      returning 1
    )
    select exists (select from kept) as kept, user_id from person`.execute(db)
  const [row] = rows
  if (!row) throw refuse('not_found')
  if (!row.kept) throw refuse('conflict')
  if (place.linkId !== null) {
    await takeMark(services, { linkId: place.linkId, userId: row.user_id, isDone: activity === 'Completed' })
  }
}

interface ResultRow {
  subject: string
  score_given: number | null
  score_maximum: number | null
  comment: string
}

/** What is given by now, of the maximum of the column. */
export async function listResults(
  { db, config }: Services,
  place: ToolPlace,
  id: string,
  asked: Page & { user_id?: string },
) {
  const column = await requireLineItem(db, place, id)
  const { limit, from } = pageOf(asked)
  const { rows } = await sql<ResultRow>`
    select p.subject, r.score_given, r.score_maximum, r.comment from lti_results r
      join lti_tool_people p on p.tool_id = ${place.tool.id} and p.user_id = r.user_id
    where r.line_item_id = ${id} and r.grading_progress = 'FullyGraded'
      and (${asked.user_id ?? null}::text is null or p.subject = ${asked.user_id ?? null})
    order by p.subject limit ${limit + 1} offset ${from}`.execute(db)
  const address = lineItemJson(config.publicUrl, column).id
  const results = rows.slice(0, limit).map(({ subject, score_given, score_maximum, comment }) => ({
    id: `${address}/results/${subject}`,
    scoreOf: address,
    userId: subject,
    ...(score_given !== null && {
      resultScore: (score_given / (score_maximum ?? 1)) * column.score_maximum,
      resultMaximum: column.score_maximum,
    }),
    ...(comment && { comment }),
  }))
  return { results, next: nextOf(rows, limit, from) }
}

interface MemberRow {
  user_id: string
  name: string
  email: string | null
  role: string
}

/** The people of the class, as far as the tool may know them. */
export async function listMembers(
  { db, config }: Services,
  { tool, classId }: { tool: Tool; classId: string },
  asked: Page & { role?: string },
) {
  const { limit, from } = pageOf(asked)
  const wanted = asked.role?.split('#').at(-1) ?? null
  const { rows } = await sql<MemberRow>`
    select u.id as user_id, u.name, case when u.email_confirmed_at is not null then u.email end as email, m.role
    from class_members k join memberships m on (m.organisation_id, m.user_id) = (k.organisation_id, k.user_id)
      join users u on u.id = k.user_id and u.deleted_at is null
    where k.class_id = ${classId} and m.ended_at is null
      and (${wanted}::text is null or ${wanted} = case when m.role = 'learner' then 'Learner' else 'Instructor' end)
    order by u.id limit ${limit + 1} offset ${from}`.execute(db)
  const { name } = await db.selectFrom('classes').select('name').where('id', '=', classId).executeTakeFirstOrThrow()
  const people = rows.slice(0, limit)
  const subjects = await subjectsFor(
    db,
    tool.id,
    people.map(({ user_id }) => user_id),
  )
  const members = people.map((person) => ({
    status: 'Active',
    user_id: subjects.get(person.user_id),
    roles: [person.role === 'learner' ? 'Learner' : 'Instructor'],
    ...saidOf(tool, person),
  }))
  const id = `${servicesUrl(config.publicUrl, tool.id, { classId, linkId: null })}/memberships`
  return { results: { id, context: { id: classId, title: name }, members }, next: nextOf(rows, limit, from) }
}

interface MarkRow {
  user_id: string
  name: string
  id: string | null
  label: string | null
  is_of_tool: boolean
  score_given: number | null
  score_maximum: number | null
  comment: string | null
  most: number | null
}

/**
 * The marks of a link: of one person, or of all learners of its class, by name. Last stand the columns that the tool made
 * in the class for nothing that is opened.
 */
export async function marksOfLink(
  db: Db,
  { linkId, toolId, classId, userId }: { linkId: string; toolId: string; classId: string; userId?: string },
) {
  const { rows } = await sql<MarkRow>`
    select u.id as user_id, ${learnerName} as name, i.id, i.label, i.link_id is null as is_of_tool, r.score_given, r.score_maximum,
      r.comment, i.score_maximum as most
    from ${learnersOf(classId)}
      left join lti_line_items i on i.tool_id = ${toolId} and i.class_id = ${classId}
        and (i.link_id = ${linkId} or i.link_id is null)
      left join lti_results r on r.line_item_id = i.id and r.user_id = u.id
    where ${userId ?? null}::text is null or u.id = ${userId ?? null}
    order by ${inNameOrder(learnerName)}, u.id, i.link_id is null, i.created_at, i.id`.execute(db)
  const people = new Map<string, { userId: string; name: string; marks: ReturnType<typeof markOf>[] }>()
  for (const row of rows) {
    const person = people.get(row.user_id) ?? { userId: row.user_id, name: row.name, marks: [] }
    people.set(row.user_id, person)
    if (row.id !== null) person.marks.push(markOf(row))
  }
  return [...people.values()]
}

/** In points of the column. */
function markOf({ id, label, is_of_tool, score_given, score_maximum, comment, most }: MarkRow) {
  const maximum = most ?? 1
  const given = score_given === null ? null : (score_given / (score_maximum ?? maximum)) * maximum
  return {
    id: id ?? '',
    label: label ?? '',
    isOfTool: is_of_tool,
    given: given === null ? null : Math.round(given * 100) / 100,
    maximum,
    comment: comment ?? '',
  }
}
