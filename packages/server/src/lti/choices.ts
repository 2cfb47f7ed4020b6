import { everybody } from '@lantern/contract/catalog/access.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { itemPath } from '@lantern/contract/links.ts'
import type { ChoosableItem, makeLtiChoice } from '@lantern/contract/lti/choices.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { shownTo } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import { likeText } from '#kit/like-text.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { claimBase, deepLinkingBase, noColumn } from './claims.ts'
import { digestOf, secret } from './departures.ts'
import type { ChoiceRequest } from './id-token.ts'
import { signingKey } from './keys.ts'
import { type ReadyPlatform, readReadyPlatform } from './ready-platform.ts'

const lifetimeMs = 2 * 60 * 60_000
const answerSeconds = 300
const mostFound = 20

interface BegunChoice {
  platformId: string
  userId: string
  request: ChoiceRequest
}

/** Answers the address where this person chooses. */
export async function beginChoice(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  { platformId, userId, request }: BegunChoice,
): Promise<string> {
  const ticket = secret()
  await trx
    .insertInto('lti_choices')
    .values({
      ticket_digest: digestOf(ticket),
      platform_id: platformId,
      user_id: userId,
      request: JSON.stringify(request),
      expires_at: new Date(clock.now().getTime() + lifetimeMs),
    })
    .execute()
  return `/lti/choose/${ticket}`
}

export async function readChoice(
  services: Services,
  viewer: SignedIn,
  ticket: string,
  { q = '', item }: { q?: string; item?: string },
) {
  const { platform, request } = await openChoice(services, viewer, ticket)
  const wanted = `%${likeText(q.trim())}%`
  const { rows: results } = await sql<ChoosableItem>`
    select ${columns} from items i where ${choosable(viewer, platform)} and i.title ilike ${wanted}
    order by i.organisation_id is null, i.published_at desc, i.id limit ${mostFound}`.execute(services.db)
  return {
    platform: platform.name,
    takesScore: request.takesScore,
    results,
    opened: item === undefined ? null : await readSteps(services, viewer, platform, item),
  }
}

async function readSteps({ db }: Services, viewer: SignedIn, platform: ReadyPlatform, itemId: string) {
  const { rows } = await sql<ChoosableItem>`
    select ${columns} from items i where ${choosable(viewer, platform)} and i.id = ${itemId}`.execute(db)
  const [item] = rows
  if (!item) return null
  const steps = await db
    .selectFrom('sections')
    .select(['id', 'title'])
    .where('item_id', '=', itemId)
    .orderBy('position')
    .execute()
  return { item, steps }
}

/** Keeps what was chosen, and answers where it goes back from. Chosen again before that, the last one counts. */
export async function makeChoice(
  services: Services,
  viewer: SignedIn,
  ticket: string,
  { itemId, stepId, withScore }: BodyOf<typeof makeLtiChoice>,
): Promise<string> {
  const { platform, request } = await openChoice(services, viewer, ticket)
  const chosen = itemId === null ? [] : [await contentItem(services, viewer, platform, { itemId, stepId })]
  const kept = chosen.map(({ lineItem, ...rest }) => {
    if (!request.takesScore || !lineItem) return rest
    return withScore ? { ...rest, lineItem } : { ...rest, custom: noColumn }
  })
  await services.db
    .updateTable('lti_choices')
    .set({ chosen: JSON.stringify(kept) })
    .where('ticket_digest', '=', digestOf(ticket))
    .execute()
  return `/lti/return/${ticket}`
}

async function contentItem(
  { db, config }: Services,
  viewer: SignedIn,
  platform: ReadyPlatform,
  { itemId, stepId }: { itemId: string; stepId: string | undefined },
) {
  const { rows } = await sql<ChoosableItem & { slug: string; learnOptionType: 'campus' | 'other'; summary: string }>`
    select ${columns}, i.slug, i.learn_option_type as "learnOptionType", i.summary
    from items i where ${choosable(viewer, platform)} and i.id = ${itemId}`.execute(db)
  const [item] = rows
  if (!item) throw refuse('not_found')
  const step =
    stepId === undefined
      ? null
      : await db
          .selectFrom('sections')
          .select(['title', 'anchor'])
          .where('item_id', '=', itemId)
          .where('id', '=', stepId)
          .executeTakeFirst()
  if (step === undefined) throw refuse('not_found')
  return {
    type: 'ltiResourceLink',
    title: step ? `${item.title}: ${step.title}` : item.title,
    ...(item.summary && { text: item.summary }),
    // by its id: an address that is kept elsewhere outlives a change of the title
    url: `${config.publicUrl}${itemPath(item, item.id)}${step ? `#${encodeURIComponent(step.anchor)}` : ''}`,
    lineItem: step ? null : { label: item.title, scoreMaximum: 100, resourceId: item.id },
  }
}

/** Gives a choice out, once, as the form that its browser posts to the platform. */
export async function takeChoice(
  services: Services,
  ticket: string,
): Promise<{ returnUrl: string; token: string; frameOrigins: string[] } | null> {
  const now = services.clock.now()
  const taken = await inTransaction(services.db, (trx) =>
    trx
      .deleteFrom('lti_choices')
      .where('ticket_digest', '=', digestOf(ticket))
      .where('expires_at', '>', now)
      .where('chosen', 'is not', null)
      .returning(['platform_id', 'request', 'chosen'])
      .executeTakeFirst(),
  )
  const platform = taken && (await readReadyPlatform(services.db, taken.platform_id))
  if (!platform) return null
  const { deploymentId, returnUrl, data } = taken.request as unknown as ChoiceRequest
  const { kid, key } = await signingKey(services)
  const seconds = Math.floor(now.getTime() / 1000)
  const token = await new SignJWT({
    nonce: secret(),
    [`${claimBase}message_type`]: 'LtiDeepLinkingResponse',
    [`${claimBase}version`]: '1.3.0',
    [`${claimBase}deployment_id`]: deploymentId,
    [`${deepLinkingBase}content_items`]: taken.chosen,
    ...(data !== null && { [`${deepLinkingBase}data`]: data }),
  })
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
    .setIssuer(platform.clientId)
    .setAudience(platform.issuer)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + answerSeconds)
    .sign(key)
  return { returnUrl, token, frameOrigins: [new URL(platform.issuer).origin, new URL(platform.authUrl).origin] }
}

/** For others than the person who came to choose, it is over. */
async function openChoice({ db, clock }: Services, viewer: SignedIn, ticket: string) {
  const row = await db
    .selectFrom('lti_choices')
    .select(['platform_id', 'request'])
    .where('ticket_digest', '=', digestOf(ticket))
    .where('user_id', '=', viewer.id)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  const platform = row && (await readReadyPlatform(db, row.platform_id))
  if (!row || !platform) throw refuse('lti_refused')
  return { platform, request: row.request as unknown as ChoiceRequest }
}

const columns = sql`i.id, i.type, i.title, i.language,
  (select count(*)::integer from sections t where t.item_id = i.id) as "stepCount"`

/** What everybody or the whole organisation may open: the people of a course there are in no class here. */
function choosable(viewer: SignedIn, { organisationId }: ReadyPlatform) {
  return sql`i.type in ('tutorial', 'project', 'course', 'quiz') and ${shownTo(viewer)}
    and i.audience in (${everybody}, ${organisationId})`
}
