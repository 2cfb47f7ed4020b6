import type { BodyOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { oldSecretHours, type WebhookType } from '@lantern/contract/webhooks/webhook-types.ts'
import type { saveWebhook, Webhook } from '@lantern/contract/webhooks/webhooks.ts'
import { sql } from 'kysely'
import { writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { requireUnchanged } from '#kit/unchanged.ts'
import { sendSoon } from './send-soon.ts'
import { newSecret } from './signature.ts'

const mostWebhooks = 20
const hourMs = 3_600_000

export interface OfWebhook {
  organisationId: string
  webhookId: string
}

interface WebhookRow {
  id: string
  url: string
  types: WebhookType[]
  failingSince: Date | null
  offReason: Webhook['offReason']
  createdAt: Date
  oldSecretUntil: Date | null
  taken: number
  failed: number
}

export async function readWebhooks({ db, clock }: Services, organisationId: string): Promise<Webhook[]> {
  const now = clock.now()
  const { rows } = await sql<WebhookRow>`
    select w.id, w.url, w.types, w.failing_since as "failingSince", w.off_reason as "offReason",
      w.created_at as "createdAt", case when w.old_secret_until > ${now} then w.old_secret_until end as "oldSecretUntil",
      t.taken, t.failed
    from webhooks w cross join lateral (
      select count(*) filter (where t.problem is null)::integer as taken,
        count(*) filter (where t.problem is not null)::integer as failed
      from webhook_tries t where t.webhook_id = w.id and t.at > ${new Date(now.getTime() - 24 * hourMs)}) t
    where w.organisation_id = ${organisationId} and w.ended_at is null order by w.created_at, w.id`.execute(db)
  return rows.map(({ failingSince, createdAt, oldSecretUntil, ...row }) => ({
    ...row,
    state: row.offReason ? 'off' : failingSince ? 'retrying' : 'on',
    failingSince: failingSince?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    oldSecretUntil: oldSecretUntil?.toISOString() ?? null,
  }))
}

/** Adds an address, whose secret is answered this once, or changes one. */
export async function keepWebhook(
  services: Services,
  viewer: SignedIn,
  organisationId: string,
  { webhookId, url: typed, types, before }: BodyOf<typeof saveWebhook>,
): Promise<ResponseOf<typeof saveWebhook>> {
  const { db, clock, sealer } = services
  const url = requireAddress(services, typed)
  const now = clock.now()
  return inTransaction(db, async (trx) => {
    // one after the other: two of the same address at once are a conflict
    await trx.selectFrom('organisations').select('id').where('id', '=', organisationId).forUpdate().execute()
    await requireRoom(trx, { organisationId, url, webhookId })
    const audit = { actor: viewer.id, organisationId, detail: { url }, now }
    if (webhookId !== undefined) {
      const stands = await trx
        .selectFrom('webhooks')
        .select(['url', 'types'])
        .where('id', '=', webhookId)
        .where('organisation_id', '=', organisationId)
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      if (!stands) throw refuse('not_found')
      const inOneOrder = (form: { url: string; types: readonly string[] }) => ({
        ...form,
        types: [...form.types].sort(),
      })
      requireUnchanged(
        inOneOrder(stands),
        { before: before && inOneOrder(before), wished: inOneOrder({ url, types }) },
        [stands.url, ...stands.types],
      )
      const changed = await trx
        .updateTable('webhooks')
        .set({ url, types })
        .where('id', '=', webhookId)
        .where('organisation_id', '=', organisationId)
        .where('ended_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!changed) throw refuse('not_found')
      await writeAudit(trx, { ...audit, act: 'webhook_changed', subject: webhookId })
      return { id: webhookId, secret: null }
    }
    const id = newId('webhook', now.getTime())
    const secret = newSecret()
    await trx
      .insertInto('webhooks')
      .values({
        id,
        organisation_id: organisationId,
        url,
        types,
        secret: sealer.seal(secret, sealedAs(id)),
        created_by: viewer.id,
        created_at: now,
        after_event: sql<number>`(select coalesce(max(id), 0) from outbox)`,
      })
      .execute()
    await writeAudit(trx, { ...audit, act: 'webhook_added', subject: id })
    return { id, secret }
  })
}

/** The secret that was good so far signs as well for a day. */
export async function renewSecret(
  { db, clock, sealer }: Services,
  viewer: SignedIn,
  { organisationId, webhookId }: OfWebhook,
): Promise<{ secret: string }> {
  const now = clock.now()
  const secret = newSecret()
  await inTransaction(db, async (trx) => {
    const { secret: old } = await requireWebhook(trx, { organisationId, webhookId })
    await trx
      .updateTable('webhooks')
      .set({
        secret: sealer.seal(secret, sealedAs(webhookId)),
        old_secret: old,
        old_secret_until: new Date(now.getTime() + oldSecretHours * hourMs),
      })
      .where('id', '=', webhookId)
      .execute()
    const act = 'webhook_secret_renewed'
    await writeAudit(trx, { actor: viewer.id, act, subject: webhookId, organisationId, now })
  })
  return { secret }
}

/** Switched on again, it is sent what waits; what happened meanwhile is sent again by hand. */
export async function switchOnOff(
  services: Services,
  viewer: SignedIn,
  { organisationId, webhookId }: OfWebhook,
  on: boolean,
): Promise<void> {
  const now = services.clock.now()
  await inTransaction(services.db, async (trx) => {
    const { off_at } = await requireWebhook(trx, { organisationId, webhookId })
    if ((off_at === null) === on) return
    const off = on ? { off_at: null, off_reason: null, failing_since: null } : { off_at: now, off_reason: 'by_hand' }
    await trx.updateTable('webhooks').set(off).where('id', '=', webhookId).execute()
    if (on) await sendSoon(services, trx, [webhookId])
    const act = on ? 'webhook_switched_on' : 'webhook_switched_off'
    await writeAudit(trx, { actor: viewer.id, act, subject: webhookId, organisationId, now })
  })
}

export async function endWebhook(
  { db, clock }: Services,
  viewer: SignedIn,
  { organisationId, webhookId }: OfWebhook,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    const found = await trx
      .selectFrom('webhooks')
      .select('ended_at')
      .where('id', '=', webhookId)
      .where('organisation_id', '=', organisationId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw refuse('not_found')
    if (found.ended_at) return
    await trx.updateTable('webhooks').set({ ended_at: now }).where('id', '=', webhookId).execute()
    await trx.deleteFrom('webhook_deliveries').where('webhook_id', '=', webhookId).execute()
    await writeAudit(trx, { actor: viewer.id, act: 'webhook_removed', subject: webhookId, organisationId, now })
  })
}

/** Locked. Throws `not_found` for one of another organisation and for one that was removed. */
export async function requireWebhook(trx: Trx, { organisationId, webhookId }: OfWebhook) {
  const row = await trx
    .selectFrom('webhooks')
    .select(['id', 'url', 'types', 'secret', 'off_at'])
    .where('id', '=', webhookId)
    .where('organisation_id', '=', organisationId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refuse('not_found')
  return row
}

/** Secrets that sign now, the newest first. */
export async function secretsOf({ db, clock, sealer }: Services, webhookId: string): Promise<string[]> {
  const row = await db
    .selectFrom('webhooks')
    .select(['secret', 'old_secret', 'old_secret_until'])
    .where('id', '=', webhookId)
    .executeTakeFirstOrThrow()
  const isOldGood = row.old_secret_until !== null && row.old_secret_until > clock.now()
  const sealed = [row.secret, ...(isOldGood && row.old_secret ? [row.old_secret] : [])]
  return sealed.map((one) => sealer.open(one, sealedAs(webhookId)))
}

function sealedAs(webhookId: string): string {
  return `webhook:${webhookId}`
}

/** What is told and its signature are nobody's on the way; only a demo may send in the clear. */
function requireAddress({ config }: Pick<Services, 'config'>, typed: string): string {
  const text = typed.trim()
  const url = URL.canParse(text) ? new URL(text) : null
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && config.mode === 'demo')
  if (!isSafe || url.username !== '' || url.password !== '')
    throw refusedAddress('bad_request', 'webhooks.address_invalid')
  return url.href
}

async function requireRoom(
  trx: Trx | Db,
  { organisationId, url, webhookId }: { organisationId: string; url: string; webhookId: string | undefined },
): Promise<void> {
  const others = await trx
    .selectFrom('webhooks')
    .select('url')
    .where('organisation_id', '=', organisationId)
    .where('ended_at', 'is', null)
    .where('id', '<>', webhookId ?? '')
    .execute()
  if (others.some((one) => one.url === url)) throw refusedAddress('conflict', 'webhooks.address_taken')
  if (webhookId === undefined && others.length >= mostWebhooks) throw refusedAddress('conflict', 'webhooks.too_many')
}

function refusedAddress(code: 'bad_request' | 'conflict', message: string) {
  return refuse(code, { details: [{ field: 'url', message }] })
}
