import type { BodyOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import type { addClassTool, getClassTool, listClassTools } from '@lantern/contract/lti/tools.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { classFor, learnersOf, requireTeacher } from '#campus/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { addressOf, claimBase, deepLinkingBase, recordOf, textOf } from './claims.ts'
import { digestOf } from './departures.ts'
import { readSigned } from './outside-keys.ts'
import { useOnce } from './tool-access.ts'
import { lineItemForm, marksOfLink } from './tool-results.ts'
import { addToolLink, personOf, toolLinkFor } from './tool-visits.ts'
import { deploymentId, readTool, type Tool } from './tools.ts'

/** A tool may send back several at once. */
const mostChosen = 20

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
  const tools = isTeacher
    ? await db
        .selectFrom('lti_tools')
        .select(['id', 'name', 'choose_url'])
        .where('organisation_id', '=', organisationId)
        .where('ended_at', 'is', null)
        .orderBy('name')
        .execute()
    : []
  return {
    links: links.map(({ percent, marked, ...link }) => ({
      ...link,
      percent: isTeacher ? null : percent,
      marked: isTeacher ? marked : null,
    })),
    tools: tools.map(({ id, name, choose_url }) => ({ id, name, canChoose: choose_url !== null })),
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
  const label = title.trim()
  // with a column of its own: what a tool has no use for stays empty
  const column = { label, scoreMaximum: 100, resourceId: null, tag: null }
  const link = { classId, tool, title: label, url: tool.launchUrl, custom: {}, column }
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
export async function removeFromClass({ db }: Pick<Services, 'db'>, viewer: SignedIn, id: string): Promise<void> {
  const { taught } = await toolLinkFor(db, viewer, id)
  if (!taught.isTeacher) throw refuse('forbidden')
  await db.deleteFrom('lti_tool_links').where('id', '=', id).execute()
}

/**
 * Takes what a teacher chose at a tool into their class, once, and answers where to go. The browser that posts it need not
 * be signed in: the address proves who was sent, and the tool's signature what they chose.
 */
export async function takeChosen(services: Services, hint: string, token: string): Promise<string> {
  const { db, clock } = services
  const visit = await db
    .selectFrom('lti_tool_visits')
    .select(['tool_id', 'class_id', 'user_id'])
    .where('hint_digest', '=', digestOf(hint))
    .where('has_left', '=', true)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  const tool = visit && (await readTool(db, visit.tool_id))
  if (!visit || !tool) throw refuse('lti_refused')
  const items = await chosenItems(services, tool, token)
  await inTransaction(db, async (trx) => {
    const taken = await trx
      .deleteFrom('lti_tool_visits')
      .where('hint_digest', '=', digestOf(hint))
      .returning('tool_id')
      .executeTakeFirst()
    // the person may have lost the class while they chose
    const person = await personOf(trx, visit)
    if (!taken || !person || person.role === 'learner') throw refuse('lti_refused')
    for (const item of items)
      await addToolLink(services, trx, visit.user_id, { ...item, classId: visit.class_id, tool })
  })
  return `/campus/class/${visit.class_id}`
}

async function chosenItems(services: Services, tool: Tool, token: string) {
  const read = await readSigned(services, token, {
    jwksUrl: tool.jwksUrl,
    issuer: tool.id,
    audience: services.config.publicUrl,
    requiredClaims: ['exp', 'iat', 'nonce'],
  })
  if ('reason' in read) {
    services.log.warn({ tool: tool.id, reason: read.reason }, 'a choice of a tool was refused')
    throw refuse('lti_refused', { cause: read.cause })
  }
  const { payload } = read
  const claim = (name: string) => payload[`${claimBase}${name}`]
  const isChoice =
    claim('message_type') === 'LtiDeepLinkingResponse' &&
    claim('version') === '1.3.0' &&
    claim('deployment_id') === deploymentId
  if (!isChoice || !(await useOnce(services, tool.id, textOf(payload.nonce), payload.exp ?? 0)))
    throw refuse('lti_refused')
  const items = payload[`${deepLinkingBase}content_items`]
  return (Array.isArray(items) ? items : [])
    .map(recordOf)
    .filter(({ type }) => type === 'ltiResourceLink')
    .slice(0, mostChosen)
    .map((item) => {
      const url = addressOf(item.url) ?? tool.launchUrl
      const title = textOf(item.title).trim().slice(0, 200) || tool.name
      const custom = Object.fromEntries(
        Object.entries(recordOf(item.custom)).filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string',
        ),
      )
      const lineItem = recordOf(item.lineItem)
      return { url, title, custom, column: lineItemForm({ label: title, ...lineItem }) }
    })
}
