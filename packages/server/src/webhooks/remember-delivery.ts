import { newId } from '@lantern/contract/ids.ts'
import type { WebhookType } from '@lantern/contract/webhooks/webhook-types.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import type { Outcome } from './ask-server.ts'

interface PastDelivery {
  organisationId: string
  webhookId: string
  type: WebhookType
  userId: string
  data: Record<string, unknown>
  at: Date
  /** How it went, from the first try to the last. */
  tries: Pick<Outcome, 'at' | 'status' | 'durationMs' | 'problem' | 'answer'>[]
}

/** Writes down what was sent before, as for the demo; the newest come last. */
export async function rememberDeliveries(
  { db }: Pick<Services, 'db'>,
  deliveries: readonly PastDelivery[],
): Promise<void> {
  const rows = deliveries.map(({ at, ...delivery }, n) => {
    const id = newId('webhookMessage', at.getTime())
    const state = delivery.tries.at(-1)?.problem === null ? 'taken' : 'failed'
    return { ...delivery, n, id, at, state, count: delivery.tries.length }
  })
  await sql`
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (n integer, id text, "organisationId" text,
        "webhookId" text, type text, "userId" text, data jsonb, at timestamptz, state text, count integer, tries jsonb)
    ), said as (
      insert into webhook_messages (id, organisation_id, type, key, user_id, data, at)
      select id, "organisationId", type, id, "userId", jsonb_build_object('organisationId', "organisationId") || data, at
      from told order by n
    ), sent as (
      insert into webhook_deliveries (webhook_id, message_id, state, tries)
      select "webhookId", id, state, count from told)
    insert into webhook_tries (webhook_id, message_id, at, status, duration_ms, problem, answer)
    select r."webhookId", r.id, t.at, t.status, t."durationMs", t.problem, t.answer
    from told r, jsonb_to_recordset(r.tries) as t (at timestamptz, status integer, "durationMs" integer, problem text,
      answer text)
    order by t.at`.execute(db)
}
