import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { askServer, type Outcome } from './ask-server.ts'
import { sendJob, sendSoon } from './send-soon.ts'
import { switchOffFailing } from './switch-off.ts'
import { secretsOf } from './webhooks.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** After the first try, the second, and so on: three days in all. */
const pausesMs = [
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]
const atOnce = 4
/** Longer than a try takes: who was killed while sending has not used one up. */
const leaseMs = 2 * minuteMs

/** What waits is sent at once, and each minute what is due again; an address for itself, so that none waits for another. */
export function sendMessages(services: Services): void {
  const { jobs, db, clock } = services
  jobs.define(
    sendJob,
    async (batch) => {
      for (const { webhookId } of batch) await sendWaiting(services, String(webhookId))
    },
    { isKeyed: true },
  )
  jobs.everyMinute('webhooks.due', async () => {
    await inTransaction(db, async (trx) => {
      const { rows } = await sql<{ id: string }>`
        select w.id from webhooks w where w.ended_at is null and w.off_at is null and exists (
          select from webhook_deliveries d
          where d.webhook_id = w.id and d.state = 'waiting' and d.next_at <= ${clock.now()})`.execute(trx)
      await sendSoon(
        services,
        trx,
        rows.map(({ id }) => id),
      )
    })
  })
}

interface Claimed {
  messageId: string
  url: string
  type: string
  at: Date
  data: unknown
  tries: number
}

/** In the order in which it happened. A server that is away is not asked for the rest: that waits as well. */
async function sendWaiting(services: Services, webhookId: string): Promise<void> {
  for (;;) {
    const claimed = await claim(services, webhookId)
    if (claimed.length === 0) return
    const secrets = await secretsOf(services, webhookId)
    const outcomes = await Promise.all(
      claimed.map(async (one) => ({ ...one, ...(await askServer(services, one, secrets)), saidAt: one.at })),
    )
    if (await settle(services, webhookId, outcomes)) return
  }
}

/** Takes the next ones for itself for a while: of two that send to one address each takes others. */
async function claim({ db, clock }: Services, webhookId: string): Promise<Claimed[]> {
  const now = clock.now()
  const { rows } = await sql<Claimed & { place: number }>`
    with taken as (
      select d.message_id from webhook_deliveries d join webhooks w on w.id = d.webhook_id
        join webhook_messages m on m.id = d.message_id
      where d.webhook_id = ${webhookId} and d.state = 'waiting' and d.next_at <= ${now}
        and w.ended_at is null and w.off_at is null
      order by m.place limit ${atOnce} for update of d skip locked)
    update webhook_deliveries d set next_at = ${new Date(now.getTime() + leaseMs)}
    from taken, webhook_messages m, webhooks w
    where d.webhook_id = ${webhookId} and d.message_id = taken.message_id and m.id = d.message_id and w.id = d.webhook_id
    returning m.id as "messageId", m.place, m.type, m.at, m.data, w.url, d.tries`.execute(db)
  return rows.toSorted((one, other) => one.place - other.place)
}

/** Writes down how it went. True when the server is away. */
async function settle(
  services: Services,
  webhookId: string,
  outcomes: readonly (Outcome & { messageId: string; tries: number })[],
): Promise<boolean> {
  const now = services.clock.now()
  const told = outcomes.map(({ messageId, tries, at, status, durationMs, problem, answer, waitSeconds }) => {
    const pause = pausesMs[tries]
    const nextAt =
      problem === null || pause === undefined ? null : new Date(now.getTime() + Math.max(pause, waitSeconds * 1000))
    const state = problem === null ? 'taken' : nextAt === null ? 'failed' : 'waiting'
    return { messageId, at, status, durationMs, problem, answer, nextAt, state }
  })
  const isAway = outcomes.some(({ problem, status }) => problem !== null && (status === null || tooBusy(status)))
  await inTransaction(services.db, async (trx) => {
    // its row first: two that settle for one address wait here
    await trx.selectFrom('webhooks').select('id').where('id', '=', webhookId).forUpdate().execute()
    await sql`
      with told as (select * from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t ("messageId" text,
        at timestamptz, status integer, "durationMs" integer, problem text, answer text, "nextAt" timestamptz, state text)
      ), settled as (
        update webhook_deliveries d set state = t.state, next_at = t."nextAt", tries = d.tries + 1
        from told t where d.webhook_id = ${webhookId} and d.message_id = t."messageId"
        returning d.message_id)
      insert into webhook_tries (webhook_id, message_id, at, status, duration_ms, problem, answer)
      select ${webhookId}, t."messageId", t.at, t.status, t."durationMs", t.problem, t.answer
      from told t join settled s on s.message_id = t."messageId"`.execute(trx)
    const isTaken = outcomes.some(({ problem }) => problem === null)
    const failingSince = isTaken ? sql`null` : sql`coalesce(failing_since, ${now})`
    await sql`update webhooks set failing_since = ${failingSince} where id = ${webhookId}`.execute(trx)
    if (isAway) {
      const next = new Date(now.getTime() + minuteMs)
      await sql`
        update webhook_deliveries set next_at = ${next}
        where webhook_id = ${webhookId} and state = 'waiting' and next_at <= ${now}`.execute(trx)
    }
    const isGone = outcomes.some(({ status }) => status === 410)
    if (!isTaken || isGone) await switchOffFailing(services, trx, webhookId, isGone)
  })
  return isAway
}

/** Answers that say: not now. */
function tooBusy(status: number): boolean {
  return status >= 500 || status === 429
}
