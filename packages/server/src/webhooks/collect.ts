import { assignmentMoment } from '@lantern/contract/campus/events.ts'
import { certificateEvent } from '@lantern/contract/certificates/events.ts'
import { classPlaceChanged, membershipChanged } from '@lantern/contract/identity/events.ts'
import { newId } from '@lantern/contract/ids.ts'
import { itemCompleted } from '@lantern/contract/learning/events.ts'
import { pathCompleted } from '@lantern/contract/paths/events.ts'
import type { WebhookType } from '@lantern/contract/webhooks/webhook-types.ts'
import { sql } from 'kysely'
import { assignmentsOf } from '#campus/index.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import type { StreamedEvent } from '#kit/stream.ts'
import { sendSoon } from './send-soon.ts'

const followed = [
  membershipChanged,
  classPlaceChanged,
  itemCompleted,
  assignmentMoment,
  pathCompleted,
  certificateEvent,
] as const

type Followed = StreamedEvent<(typeof followed)[number]>

/** What an organisation is told. `data` names things and people by their ids; programs read the rest with a token. */
interface Message {
  organisationId: string
  type: WebhookType
  /** Names what happened: it is told once. */
  key: string
  userId: string | null
  data: Record<string, unknown>
}

/** With the position of its event. */
type Told = Message & { position: number }

/** Of what happens each organisation is told what is its own. An organisation without an address is told nothing. */
export function collectMessages(services: Services): void {
  services.stream.subscribe('webhooks.collect', followed, async (batch, trx) => {
    const rows = await trx
      .selectFrom('webhooks')
      .select('organisation_id')
      .distinct()
      .where('ended_at', 'is', null)
      .execute()
    const told = new Set(rows.map((row) => row.organisation_id))
    if (told.size === 0) return
    const done = await assignmentsDone(trx, batch, services.clock.now())
    const moments = await organisationsOfClasses(trx, batch)
    const messages = batch.flatMap((event) => {
      const message = event.name === 'item_completed' ? done.get(event.position) : messageOf(event, moments)
      return [message ?? []].flat().map((one): Told => ({ ...one, position: event.position }))
    })
    await keepMessages(
      services,
      trx,
      messages.filter(({ organisationId }) => told.has(organisationId)),
    )
  })
}

const certificateTypes = {
  issued: 'certificate.given',
  revoked: 'certificate.revoked',
  restored: 'certificate.given',
} as const
const momentTypes = { opened: 'assignment.opened', released: 'marks.released' } as const

function messageOf(
  event: Exclude<Followed, { name: 'item_completed' }>,
  organisations: ReadonlyMap<string, string>,
): Message | null {
  const key = `event:${event.position}`
  switch (event.name) {
    case 'membership_changed': {
      const { organisationId, userId, change, role } = event.payload
      return { organisationId, type: `member.${change}`, key, userId, data: { userId, role } }
    }
    case 'class_place_changed': {
      const { organisationId, classId, userId, change } = event.payload
      return { organisationId, type: `class.${change}`, key, userId, data: { classId, userId } }
    }
    case 'assignment_moment': {
      const { classId, assignmentId, moment, userId = null } = event.payload
      const organisationId = organisations.get(classId)
      const data = { classId, assignmentId, ...(moment === 'released' && { userId }) }
      // who comes to be among its learners later is told, and the servers of the school are not told again
      const once = moment === 'opened' ? `assignment.opened:${assignmentId}` : key
      return organisationId ? { organisationId, type: momentTypes[moment], key: once, userId, data } : null
    }
    case 'path_completed': {
      const { userId, pathId, organisationId } = event.payload
      const data = { pathId, userId }
      const once = `path.completed:${pathId}:${userId}`
      return organisationId ? { organisationId, type: 'path.completed', key: once, userId, data } : null
    }
    case 'certificate_changed': {
      const { organisationId, change, ...data } = event.payload
      const { userId } = data
      return organisationId ? { organisationId, type: certificateTypes[change], key, userId, data } : null
    }
  }
}

/** By the position of its event: what of the completed belongs to an assignment that is open. */
async function assignmentsDone(trx: Trx, batch: readonly Followed[], now: Date): Promise<Map<number, Message[]>> {
  const completed = batch.flatMap(({ name, position, payload }) =>
    name === 'item_completed' ? [{ position, ...payload }] : [],
  )
  const found = new Map<number, Message[]>()
  for (const { position, userId, organisationId, ...data } of await assignmentsOf(trx, completed, now)) {
    const key = `assignment.done:${data.assignmentId}:${userId}`
    const message: Message = { organisationId, type: 'assignment.done', key, userId, data: { ...data, userId } }
    found.set(position, [...(found.get(position) ?? []), message])
  }
  return found
}

async function organisationsOfClasses(trx: Trx, batch: readonly Followed[]): Promise<Map<string, string>> {
  const ids = batch.flatMap((event) => (event.name === 'assignment_moment' ? [event.payload.classId] : []))
  if (ids.length === 0) return new Map()
  const rows = await trx.selectFrom('classes').select(['id', 'organisation_id']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.organisation_id]))
}

/** In their order, on their way to each address that wants them. */
async function keepMessages(services: Services, trx: Trx, messages: readonly Told[]): Promise<void> {
  if (messages.length === 0) return
  const now = services.clock.now()
  const rows = messages.map((message, n) => ({ ...message, n, id: newId('webhookMessage', now.getTime()) }))
  const { rows: waiting } = await sql<{ webhookId: string }>`
    with given as (
      select r.*, o.id as event from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (n integer, position bigint, id text, "organisationId" text, type text, key text, "userId" text, data jsonb)
        join outbox o on o.position = r.position
    ), said as (
      insert into webhook_messages (id, organisation_id, type, key, user_id, data, at)
      select r.id, o.id, r.type, r.key, u.id, jsonb_build_object('organisationId', o.id) || r.data, ${now}
      from given r
        join organisations o on o.id = r."organisationId" left join users u on u.id = r."userId"
      order by r.n
      on conflict (organisation_id, key) do nothing
      returning id, organisation_id, type
    ), sent as (
      insert into webhook_deliveries (webhook_id, message_id, next_at)
      select w.id, s.id, ${now} from said s join given g on g.id = s.id
        join webhooks w on w.organisation_id = s.organisation_id and w.after_event < g.event
      where w.ended_at is null and w.off_at is null and s.type = any(w.types)
      returning webhook_id)
    select distinct webhook_id as "webhookId" from sent order by 1`.execute(trx)
  await sendSoon(
    services,
    trx,
    waiting.map(({ webhookId }) => webhookId),
  )
}
