import type { BodyOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import type { addClassTool, getClassTool, listClassTools } from '@lantern/contract/lti/tools.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { classFor, learnersOf, requireTeacher } from '#campus/index.ts'
import { writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { addToolLink, toolLinkFor, wholeTool } from './tool-links.ts'
import { marksOfLink } from './tool-results.ts'
import { connectedTools, readTool } from './tools.ts'

export async function readClassTools(
  { db }: Pick<Services, 'db'>,
  viewer: SignedIn,
  classId: string,
): Promise<ResponseOf<typeof listClassTools>> {
  const { isTeacher, organisationId } = await classFor(db, viewer, classId)
  const { rows: links } = await sql<{
    id: string
    title: string
    tool: string
    percent: number | null
    marked: number
  }>`
    select l.id, l.title, t.name as tool,
      (select round(100 * avg(r.score_given / r.score_maximum))::integer from lti_line_items i
        join lti_results r on r.line_item_id = i.id and r.user_id = ${viewer.id} where i.link_id = l.id) as percent,
      (select count(distinct u.id)::integer from ${learnersOf(sql`l.class_id`)}
        join lti_results r on r.user_id = u.id and r.score_given is not null
        join lti_line_items i on i.id = r.line_item_id where i.link_id = l.id) as marked
    from lti_tool_links l join lti_tools t on t.id = l.tool_id and t.ended_at is null
    where l.class_id = ${classId} order by l.created_at, l.id`.execute(db)
  const tools = isTeacher ? await connectedTools(db, organisationId) : []
  return {
    links: links.map(({ percent, marked, ...link }) => ({
      ...link,
      percent: isTeacher ? null : percent,
      marked: isTeacher ? marked : null,
    })),
    tools,
  }
}

export async function addToClass(
  services: Services,
  viewer: SignedIn,
  classId: string,
  { toolId, title }: BodyOf<typeof addClassTool>,
): Promise<string> {
  const taught = await requireTeacher(services.db, viewer, classId)
  const tool = await readTool(services.db, toolId)
  if (!tool || tool.organisationId !== taught.organisationId) throw refuse('not_found')
  const link = { ...wholeTool(tool, title), classId, itemId: null }
  return inTransaction(services.db, (trx) => addToolLink(services, trx, viewer.id, link))
}

export async function readClassTool(
  { db, config }: Pick<Services, 'db' | 'config'>,
  viewer: SignedIn,
  id: string,
): Promise<ResponseOf<typeof getClassTool>> {
  const { link, tool, taught } = await toolLinkFor(db, viewer, id)
  const place = { linkId: id, toolId: tool.id, classId: link.classId }
  const people = taught.isTeacher ? await marksOfLink(db, place) : []
  const [own] = taught.isTeacher ? [] : await marksOfLink(db, { ...place, userId: viewer.id })
  return {
    id,
    title: link.title,
    tool: tool.name,
    classId: link.classId,
    className: taught.name,
    isTeacher: taught.isTeacher,
    sendsName: tool.sendsName,
    sendsMail: tool.sendsMail,
    address: `${config.publicUrl}/campus/tool/${id}`,
    own: own?.marks ?? [],
    people,
  }
}

/** Again changes nothing that anybody sees: what is gone is not found. */
export async function removeFromClass(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  id: string,
): Promise<void> {
  const { link, taught } = await toolLinkFor(db, viewer, id)
  if (!taught.isTeacher) throw refuse('forbidden')
  await inTransaction(db, async (trx) => {
    const gone = await trx.deleteFrom('lti_tool_links').where('id', '=', id).returning('id').executeTakeFirst()
    const audit = { act: 'class_tool_removed', subject: link.classId, organisationId: taught.organisationId } as const
    if (gone) await writeAudit(trx, { actor: viewer.id, ...audit, now: clock.now() })
  })
}
