import type { BodyOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import type { addStepTool, getStepTool, listStepTools } from '@lantern/contract/lti/step-tools.ts'
import { toolMarksTopic } from '@lantern/contract/lti/topics.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { requireEditor } from '#authoring/index.ts'
import { readPerson } from '#identity/index.ts'
import { Refusal, refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { requireStart, tellClasses, toggleStep } from '#learning/index.ts'
import { addToolLink, readToolLink, wholeTool } from './tool-links.ts'
import { connectedTools, readTool } from './tools.ts'

// Outside tools as steps of lessons: what their makers choose, what learners find there, what a mark does.

interface EditedLesson {
  id: string
  ownerId: string
  authorId: string
  language: string
  /** Whose tools there are to choose from. */
  organisationId: string
  workId: string
}

/** A lesson of an organisation, for who edits it. */
export async function editedLesson(db: Db | Trx, viewer: SignedIn, itemId: string): Promise<EditedLesson> {
  const { rows } = await sql<EditedLesson & { organisationId: string | null }>`
    select i.id, i.owner_id as "ownerId", i.author_id as "authorId", i.language, i.organisation_id as "organisationId",
      i.work_id as "workId"
    from items i where i.id = ${itemId} and i.type = 'tutorial'`.execute(db)
  const [item] = rows
  if (!item) throw refuse('not_found')
  await requireEditor(db, viewer, item)
  // the site itself has no tools
  if (item.organisationId === null) throw refuse('not_found')
  return item
}

export async function readStepTools(
  { db }: Pick<Services, 'db'>,
  viewer: SignedIn,
  itemId: string,
): Promise<ResponseOf<typeof listStepTools>> {
  const { organisationId, workId } = await editedLesson(db, viewer, itemId)
  const { rows: links } = await sql<{ id: string; title: string; tool: string; isGone: boolean }>`
    select l.id, l.title, t.name as tool, t.ended_at is not null as "isGone"
    from lti_tool_links l join lti_tools t on t.id = l.tool_id join items o on o.id = l.item_id
    where o.work_id = ${workId} order by l.created_at desc, l.id desc`.execute(db)
  return { links, tools: await connectedTools(db, organisationId) }
}

export async function addStepLink(
  services: Services,
  viewer: SignedIn,
  itemId: string,
  { toolId, title }: BodyOf<typeof addStepTool>,
): Promise<string> {
  const lesson = await editedLesson(services.db, viewer, itemId)
  const tool = await readTool(services.db, toolId)
  if (!tool || tool.organisationId !== lesson.organisationId) throw refuse('not_found')
  const link = { ...wholeTool(tool, title), classId: null, itemId }
  return inTransaction(services.db, (trx) => addToolLink(services, trx, viewer.id, link))
}

interface StepOfItem {
  itemId: string
  stepId: string
}

/** What the step of a lesson opens, for who may read it. Null: nothing, as its tool was disconnected. */
export async function readStepLink(db: Db, viewer: SignedIn, { itemId, stepId }: StepOfItem) {
  const { item } = await requireStart(db, viewer, { id: itemId, type: 'tutorial' })
  // a link is of one lesson: another one that names it opens nothing
  const { rows } = await sql<{ link_id: string | null }>`
    select l.id as link_id from sections s join items i on i.id = s.item_id
      left join (lti_tool_links l join items o on o.id = l.item_id) on l.id = s.tool_link_id and o.work_id = i.work_id
    where s.id = ${stepId} and s.item_id = ${item.id} and s.type = 'tool'`.execute(db)
  const [step] = rows
  if (!step) throw refuse('not_found')
  const link = step.link_id === null ? null : await readToolLink(db, step.link_id)
  return { item, link, tool: link && (await readTool(db, link.toolId)) }
}

export async function readStepTool(
  { db }: Pick<Services, 'db'>,
  viewer: SignedIn,
  step: StepOfItem,
): Promise<ResponseOf<typeof getStepTool>> {
  const { link, tool } = await readStepLink(db, viewer, step)
  const { rows } = await sql<{ percent: number | null; isDone: boolean | null; comments: string[]; isMarked: boolean }>`
    select m.percent, m.is_done as "isDone",
      exists (select from marking_tool_links g where g.tool_link_id = ${link?.id ?? null}) as "isMarked",
      array(select r.comment from lti_line_items i join lti_results r on r.line_item_id = i.id and r.user_id = ${viewer.id}
        where i.link_id = ${link?.id ?? null} and r.comment <> '' order by i.created_at, i.id) as comments
    from (select 1) one left join step_tool_marks m on m.tool_link_id = ${link?.id ?? null} and m.user_id = ${viewer.id}`.execute(
    db,
  )
  const [own] = rows
  return {
    state: tool ? 'open' : 'gone',
    title: link?.title ?? '',
    tool: tool?.name ?? '',
    sendsName: tool?.sendsName ?? false,
    sendsMail: tool?.sendsMail ?? false,
    isMarked: own?.isMarked ?? false,
    percent: own?.percent ?? null,
    isDone: own?.isDone ?? false,
    comments: own?.comments ?? [],
  }
}

/** Ticks the step that a tool reported as completed, and tells open pages of the new mark. Called once the mark is kept. */
export async function takeMark(
  services: Services,
  { linkId, userId, isDone }: { linkId: string; userId: string; isDone: boolean },
): Promise<void> {
  const { db, topics } = services
  const viewer = await readPerson(services, userId)
  const step = viewer && isDone ? await stepOf(db, linkId, userId) : null
  if (viewer && step) await tick(services, viewer, step)
  if (viewer) await tellClasses(services, viewer)
  await topics.publish(db, toolMarksTopic, { userId }, { type: 'MARKED' })
}

/** Who lost the lesson since keeps the mark, and has nothing to be ticked. */
async function tick(services: Services, viewer: SignedIn, step: { id: string; stepId: string }): Promise<void> {
  try {
    await requireStart(services.db, viewer, { id: step.id, type: 'tutorial' })
    await toggleStep(services, viewer, { ...step, completed: true })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    services.log.info({ step: step.stepId, code: error.code }, 'a mark of a tool ticked no step')
  }
}

/** The step that opens the link, in the language of the lesson that the person was in last. */
async function stepOf(db: Db, linkId: string, userId: string): Promise<{ id: string; stepId: string } | null> {
  const { rows } = await sql<{ id: string; stepId: string }>`
    select i.id, s.id as "stepId" from lti_tool_links l join items o on o.id = l.item_id
      join items i on i.work_id = o.work_id join sections s on s.item_id = i.id and s.tool_link_id = l.id
      join records r on r.user_id = ${userId} and r.work_id = i.work_id
    where l.id = ${linkId} order by i.id <> r.last_item_id, i.id limit 1`.execute(db)
  return rows[0] ?? null
}
