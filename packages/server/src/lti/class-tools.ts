import type { BodyOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import type { addClassTool, getClassTool, listClassTools } from '@lantern/contract/lti/tools.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { classFor, learnersOf, requireTeacher } from '#campus/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { addressOf, claimBase, deepLinkingBase, recordOf, textOf } from './claims.ts'
import { digestOf } from './departures.ts'
import { keysAt, tokenAlgorithms } from './outside-keys.ts'
import { useOnce } from './tool-access.ts'
import { lineItemForm, marksOfLink } from './tool-results.ts'
import { addToolLink, toolLinkFor } from './tool-visits.ts'
import { deploymentId, readTool, type Tool } from './tools.ts'

const mostLinks = 100
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
  return inTransaction(services.db, async (trx) => {
    await trx.selectFrom('classes').select('id').where('id', '=', classId).forUpdate().execute()
    const known = await trx.selectFrom('lti_tool_links').select('id').where('class_id', '=', classId).execute()
    if (known.length >= mostLinks)
      throw refuse('conflict', { details: [{ field: 'title', message: 'lti.too_many_links' }] })
    return addToolLink(services, trx, viewer.id, {
      taught,
      tool,
      title: label,
      url: tool.launchUrl,
      custom: {},
      column,
    })
  })
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
    if (!taken) throw refuse('lti_refused')
    for (const item of items)
      await addToolLink(services, trx, visit.user_id, { ...item, taught: { id: visit.class_id }, tool })
  })
  return `/campus/class/${visit.class_id}`
}

async function chosenItems(services: Services, tool: Tool, token: string) {
  const { payload } = await verifiedChoice(services, tool, token)
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

async function verifiedChoice(services: Services, tool: Tool, token: string) {
  try {
    decodeProtectedHeader(token)
    return await jwtVerify(token, keysAt(services, tool.jwksUrl), {
      issuer: tool.id,
      audience: services.config.publicUrl,
      algorithms: tokenAlgorithms,
      clockTolerance: 60,
      currentDate: services.clock.now(),
      requiredClaims: ['exp', 'iat', 'nonce'],
    })
  } catch (cause) {
    const reason = cause instanceof errors.JOSEError ? cause.code : 'keys'
    services.log.warn({ tool: tool.id, reason }, 'a choice of a tool was refused')
    throw refuse('lti_refused', { cause })
  }
}
