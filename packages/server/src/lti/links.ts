import { newId } from '@lantern/contract/ids.ts'
import type { Author } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { shownTo } from '#catalog/index.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { lineItemScope, scoreScope } from './ags-scopes.ts'
import type { Arrival } from './arrivals.ts'
import { addressOf, claimBase, noColumn, recordOf, textsOf } from './claims.ts'

const endpointClaim = 'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint'
const linkClaim = `${claimBase}resource_link`
const itemPath = /^\/(?:campus\/)?(tutorial|quiz|project|course)\/([^/?#]+)/

/** Remembers where the scores of this person go who opens an item; nothing where the platform wants none. */
export async function followScores(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  { platform, launch }: Arrival,
  userId: string,
): Promise<void> {
  const claim = recordOf(launch.claims[endpointClaim])
  const scopes = textsOf(claim.scope)
  const [lineItem, lineItems] = [addressOf(claim.lineitem), addressOf(claim.lineitems)]
  const resourceLinkId = String(recordOf(launch.claims[linkClaim]).id ?? '').slice(0, 255)
  const custom = recordOf(launch.claims[`${claimBase}custom`])
  const wantsNone = Object.entries(noColumn).every(([name, said]) => custom[name] === said)
  // a column for one step of it would say what the whole of it is
  const mayMake = lineItems && scopes.includes(lineItemScope) && !launch.path.includes('#') && !wantsNone
  const canSend = scopes.includes(scoreScope) && (lineItem || mayMake)
  if (launch.isTeacher || !canSend || resourceLinkId === '') return
  const membership = { organisationId: platform.organisationId, role: 'learner' as const }
  const itemId = await itemOf(trx, launch.path, {
    kind: 'user',
    id: userId,
    groups: [],
    memberships: [membership],
    classes: [],
  })
  if (!itemId) return
  const link = await trx
    .insertInto('lti_links')
    .values({
      id: newId('ltiLink', clock.now().getTime()),
      platform_id: platform.id,
      deployment_id: launch.deploymentId,
      resource_link_id: resourceLinkId,
      item_id: itemId,
      line_item_url: lineItem,
      line_items_url: lineItems,
      scopes,
    })
    .onConflict((conflict) =>
      conflict.columns(['platform_id', 'deployment_id', 'resource_link_id']).doUpdateSet({
        item_id: itemId,
        // one that was made here is not named by every platform
        line_item_url: sql`coalesce(excluded.line_item_url, lti_links.line_item_url)`,
        line_items_url: lineItems,
        scopes,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('lti_scores')
    .values({ link_id: link.id, user_id: userId, subject: launch.subject })
    .onConflict((conflict) => conflict.columns(['link_id', 'user_id']).doUpdateSet({ subject: launch.subject }))
    .execute()
}

/** The item of a page, if the person may see it: of others nobody learns that they are there. */
async function itemOf(trx: Trx, path: string, author: Author): Promise<string | null> {
  const [, type = '', name = ''] = itemPath.exec(path) ?? []
  if (type === '') return null
  const { rows } = await sql<{ id: string }>`
    select i.id from items i where i.type = ${type} and (i.id = ${name} or i.slug = ${name}) and ${shownTo(author)}
    limit 1`.execute(trx)
  return rows[0]?.id ?? null
}
