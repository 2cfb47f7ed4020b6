import type { BodyOf, QueryOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import { deliveriesKeptDays, testType } from '@lantern/contract/webhooks/webhook-types.ts'
import type {
  DeliveryList,
  listDeliveries,
  replayDeliveries,
  WebhookDelivery,
} from '@lantern/contract/webhooks/webhooks.ts'
import { type RawBuilder, sql } from 'kysely'
import { countUse } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction } from '#kit/sql.ts'
import { askServer } from './ask-server.ts'
import { bodyOf } from './message-body.ts'
import { sendSoon } from './send-soon.ts'
import { type OfWebhook, requireWebhook, secretsOf } from './webhooks.ts'

const pageSize = 20
const testsPerTenMinutes = 30
const dayMs = 86_400_000

interface DeliveryRow {
  place: number
  webhookId: string
  messageId: string
  type: string
  at: Date
  data: unknown
  state: WebhookDelivery['state']
  nextAt: Date | null
  tries: WebhookDelivery['tries']
}

/** The newest first; of one that was sent again by hand all tries. */
export async function readDeliveries(
  db: Db,
  organisationId: string,
  { webhookId, state, before }: QueryOf<typeof listDeliveries>,
): Promise<DeliveryList> {
  const rows = await deliveriesWhere(
    db,
    sql`m.organisation_id = ${organisationId}
      ${webhookId === undefined ? sql`` : sql`and d.webhook_id = ${webhookId}`}
      ${state === undefined ? sql`` : sql`and d.state = ${state}`}
      ${before === undefined ? sql`` : sql`and m.place < ${before}`}`,
  )
  // what one message is to several addresses is not torn apart
  const last = rows.at(pageSize - 1)
  const shown = last ? rows.filter(({ place }) => place >= last.place) : rows
  return {
    deliveries: shown.map(deliveryJson),
    next: rows.length > shown.length ? (shown.at(-1)?.place ?? null) : null,
  }
}

async function deliveriesWhere(db: Db, condition: RawBuilder<unknown>): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select m.place, d.webhook_id as "webhookId", m.id as "messageId", m.type, m.at, m.data, d.state,
      d.next_at as "nextAt", coalesce((
        select jsonb_agg(jsonb_build_object('at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'status', t.status, 'durationMs', t.duration_ms, 'problem', t.problem, 'answer', t.answer) order by t.id desc)
        from webhook_tries t where t.webhook_id = d.webhook_id and t.message_id = d.message_id), '[]') as tries
    from webhook_deliveries d join webhook_messages m on m.id = d.message_id
    where ${condition}
    order by m.place desc, d.webhook_id limit ${pageSize + 20}`.execute(db)
  return rows
}

function deliveryJson({ place, at, data, nextAt, ...row }: DeliveryRow): WebhookDelivery {
  const body = bodyOf({ type: row.type, at, data })
  return { ...row, at: at.toISOString(), nextAt: nextAt?.toISOString() ?? null, body }
}

/** Sends a test, whether or not the address is switched on, and keeps it in the log. It is not tried again. */
export async function sendTest(services: Services, { organisationId, webhookId }: OfWebhook): Promise<WebhookDelivery> {
  const { db, clock } = services
  const now = clock.now()
  const limit = { key: `webhook_test:${organisationId}`, windowSeconds: 600, most: testsPerTenMinutes }
  await countUse(db, limit, now)
  const messageId = newId('webhookMessage', now.getTime())
  const data = { organisationId }
  const url = await inTransaction(db, async (trx) => {
    const found = await requireWebhook(trx, { organisationId, webhookId })
    await trx
      .insertInto('webhook_messages')
      .values({ id: messageId, organisation_id: organisationId, type: testType, key: messageId, data, at: now })
      .execute()
    return found.url
  })
  const sending = { messageId, url, type: testType, at: now, data }
  const { at, status, durationMs, problem, answer } = await askServer(
    services,
    sending,
    await secretsOf(services, webhookId),
  )
  await inTransaction(db, async (trx) => {
    await requireWebhook(trx, { organisationId, webhookId })
    const state = problem === null ? 'taken' : 'failed'
    const place = { webhook_id: webhookId, message_id: messageId }
    await trx
      .insertInto('webhook_deliveries')
      .values({ ...place, state, tries: 1 })
      .execute()
    await trx
      .insertInto('webhook_tries')
      .values({ ...place, at, status, duration_ms: durationMs, problem, answer })
      .execute()
  })
  const [row] = await deliveriesWhere(db, sql`d.webhook_id = ${webhookId} and m.id = ${messageId}`)
  if (!row) throw refuse('not_found')
  return deliveryJson(row)
}

/** How many are sent again, from the first try on. What an address was never sent, because it was off, is sent as well. */
export async function replay(
  services: Services,
  { organisationId, webhookId }: OfWebhook,
  { messageId, since, also }: Omit<BodyOf<typeof replayDeliveries>, 'webhookId'>,
): Promise<{ count: number }> {
  const now = services.clock.now()
  return inTransaction(services.db, async (trx) => {
    const { off_at } = await requireWebhook(trx, { organisationId, webhookId })
    if (off_at) throw refuse('conflict', { details: [{ field: 'webhookId', message: 'webhooks.off_now' }] })
    const which =
      messageId === undefined
        ? sql`m.at >= ${momentOf(since, now)} and m.type = any(w.types) and (${also === 'taken'} or d.state is distinct from 'taken')`
        : sql`m.id = ${messageId} and d.message_id is not null`
    const { rows } = await sql<{ id: string }>`
      insert into webhook_deliveries as k (webhook_id, message_id, next_at)
      select w.id, m.id, ${now}
      from webhooks w join webhook_messages m on m.organisation_id = w.organisation_id
        left join webhook_deliveries d on d.webhook_id = w.id and d.message_id = m.id
      where w.id = ${webhookId} and ${which}
      order by m.place
      on conflict (webhook_id, message_id) do update set state = 'waiting', tries = 0, next_at = excluded.next_at
      returning message_id as id`.execute(trx)
    if (messageId !== undefined && rows.length === 0) throw refuse('not_found')
    if (rows.length > 0) await sendSoon(services, trx, [webhookId])
    return { count: rows.length }
  })
}

function momentOf(since: string | undefined, now: Date): Date {
  const moment = new Date(since ?? '')
  const isOfToday = moment <= now && now.getTime() - moment.getTime() <= deliveriesKeptDays * dayMs
  if (!isOfToday) throw refuse('bad_request', { details: [{ field: 'since', message: 'webhooks.since_invalid' }] })
  return moment
}
