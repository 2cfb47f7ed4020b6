import { mayCount, mayNamePerson, timeSpentEvent } from '@lantern/contract/analytics/engagement-rules.ts'
import type { EngagementEvent } from '@lantern/contract/analytics/events.ts'
import { keepableText } from '@lantern/contract/keepable-text.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { dropRowsBefore } from '#kit/months.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import { addTimeSpent, type Spent } from './time-spent.ts'

export interface Report {
  viewer: Viewer
  /** What the visitor chose in the cookie bar. */
  preference: string | undefined
  events: readonly EngagementEvent[]
}

/** Keeps a visitor's events, as far as their consent goes. Answers how many events that was. */
export async function keepEvents(
  { db, clock }: Services,
  { viewer, preference, events: told }: Report,
): Promise<number> {
  if (!mayCount(preference)) return 0
  const events = told.map(storable)
  const userId = viewer.kind === 'user' ? viewer.id : null
  const now = clock.now()
  const spent = events.flatMap((event) => spentIn(event) ?? [])
  if (userId !== null && spent.length > 0) await addTimeSpent(db, userId, spent, now)
  const others = events.filter((event) => !isTimeSpent(event))
  if (others.length > 0) await insertEvents(db, mayNamePerson(preference) ? userId : null, others, now)
  return others.length + (userId === null ? 0 : spent.length)
}

/** An event with names of its data that PostgreSQL keeps: one that it refuses would take the other ninety-nine events along. */
function storable({ data, ...event }: EngagementEvent): EngagementEvent {
  const fields = Object.entries(data).map(([name, value]) => [keepableText(name), value])
  return { ...event, data: Object.fromEntries(fields) }
}

async function insertEvents(
  db: Db,
  userId: string | null,
  events: readonly EngagementEvent[],
  now: Date,
): Promise<void> {
  await sql`
    insert into engagement_events (user_id, type, event_type, data, at)
    select ${userId}, e.type, e."eventType", e.data, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(events)}) as e (type text, "eventType" text, data jsonb)`.execute(db)
}

function isTimeSpent({ type, eventType }: EngagementEvent): boolean {
  return type === timeSpentEvent.type && eventType === timeSpentEvent.eventType
}

function spentIn(event: EngagementEvent): Spent | null {
  if (!isTimeSpent(event)) return null
  const { itemId, sectionId, seconds } = event.data
  if (typeof itemId !== 'string' || typeof seconds !== 'number') return null
  return { itemId, sectionId: typeof sectionId === 'string' ? sectionId : '', seconds }
}

const keptMonths = 13

/** Every night, what is older than a year and a month goes: the same month of last year can be compared, no more. */
export function sweepEngagement(services: Services): void {
  services.jobs.daily('analytics.sweep', () => sweep(services.db, services.clock.now()))
}

export async function sweep(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now)
  oldest.setUTCMonth(oldest.getUTCMonth() - keptMonths)
  await dropRowsBefore(db, { table: 'engagement_events', column: 'at' }, oldest)
}
