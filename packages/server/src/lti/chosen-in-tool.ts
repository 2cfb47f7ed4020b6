import { readPerson } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { addressOf, claimBase, deepLinkingBase, recordOf, textOf } from './claims.ts'
import { digestOf } from './departures.ts'
import { readSigned } from './outside-keys.ts'
import { forgetRefusal, noteRefusal, refusalReason } from './refusals.ts'
import { editedLesson } from './step-tools.ts'
import { useOnce } from './tool-access.ts'
import { addToolLink, type Place } from './tool-links.ts'
import { lineItemForm } from './tool-results.ts'
import { personOf } from './tool-visits.ts'
import { deploymentId, readTool, type Tool } from './tools.ts'

/** A tool may send back several at once. */
const mostChosen = 20

export interface Chosen extends Place {
  linkIds: string[]
}

/**
 * Takes what was chosen at a tool into the class or for the lesson, once. The browser that posts it need not be signed in: the
 * address proves who was sent, and the tool's signature what they chose.
 */
export async function takeChosen(services: Services, hint: string, token: string): Promise<Chosen> {
  const { db, clock } = services
  const visit = await db
    .selectFrom('lti_tool_visits')
    .select(['tool_id', 'class_id', 'item_id', 'user_id'])
    .where('hint_digest', '=', digestOf(hint))
    .where('has_left', '=', true)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  const tool = visit && (await readTool(db, visit.tool_id))
  if (!visit || !tool) throw refuse('lti_refused')
  const place = { classId: visit.class_id, itemId: visit.item_id }
  const { items, nonce, exp } = await chosenItems(services, tool, token)
  return inTransaction(services.db, async (trx) => {
    // a choice that could not be kept may be sent again
    if (!(await useOnce({ db: trx }, tool.id, nonce, exp))) throw refuse('lti_refused')
    await forgetRefusal(trx, tool.id, 'signed')
    const taken = await trx
      .deleteFrom('lti_tool_visits')
      .where('hint_digest', '=', digestOf(hint))
      .returning('tool_id')
      .executeTakeFirst()
    // the person may have lost the class or the lesson while they chose
    const person = await personOf(trx, visit)
    if (!taken || !person || person.role === 'learner') throw refuse('lti_refused')
    if (visit.item_id !== null) {
      const maker = await readPerson({ ...services, db: trx }, visit.user_id)
      if (!maker) throw refuse('lti_refused')
      await editedLesson(trx, maker, visit.item_id)
    }
    const linkIds: string[] = []
    // a step is one thing
    for (const item of visit.item_id === null ? items : items.slice(0, 1))
      linkIds.push(await addToolLink(services, trx, visit.user_id, { ...item, ...place, tool }))
    return { ...place, linkIds }
  })
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
    await noteRefusal(services, 'tool', tool.id, refusalReason(read.reason, { iss: 'client' }))
    throw refuse('lti_refused', { cause: read.cause })
  }
  const { payload } = read
  const claim = (name: string) => payload[`${claimBase}${name}`]
  const isChoice =
    claim('message_type') === 'LtiDeepLinkingResponse' &&
    claim('version') === '1.3.0' &&
    claim('deployment_id') === deploymentId
  if (!isChoice) throw refuse('lti_refused')
  const sent = payload[`${deepLinkingBase}content_items`]
  const items = (Array.isArray(sent) ? sent : [])
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
      // some tools send a name that is null where they have none
      const label = textOf(lineItem.label).trim() || title
      return { url, title, custom, column: lineItemForm({ ...lineItem, label }) }
    })
  return { items, nonce: textOf(payload.nonce), exp: payload.exp ?? 0 }
}
