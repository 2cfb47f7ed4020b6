import type { DomainEvent, PayloadOf } from '@lantern/contract/event.ts'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import { type Db, inTransaction, type Trx } from './sql.ts'

/** An event as a subscriber is told of it. */
export type StreamedEvent<E extends DomainEvent> = E extends DomainEvent
  ? {
      /** Grows; the same whenever the event is told: a key by which to do something once. */
      position: number
      name: E['name']
      topic: string
      payload: PayloadOf<E>
    }
  : never

/**
 * Is given the transaction that moves the cursor: what it writes there is kept with the position, or not at all. What it
 * does elsewhere must be safe to repeat. Long work is a job, sent in that transaction.
 */
export type Subscriber<E extends DomainEvent> = (batch: StreamedEvent<E>[], trx: Trx) => Promise<void>

export interface CursorFigures {
  subscriber: string
  /** Events that it has still to be told of; counting ends at 100,000. */
  waiting: number
  /** For how many seconds the oldest of them has waited. */
  oldest: number
  failures: number
}

/**
 * Events in the order in which they became true, told to subscribers in workers: at least once, those of one topic in
 * their order. Each subscriber has a cursor of its own, so that one which fails holds nobody up. Events are kept until
 * every cursor has passed them, and for 14 days.
 */
export interface Stream {
  /** `subscriber` names the cursor for good. A new one is told of what happens from its first start on. */
  subscribe<E extends DomainEvent>(
    subscriber: string,
    events: readonly E[],
    handler: Subscriber<E>,
    options?: { batchSize?: number },
  ): void
  /** Makes the cursors; before the first event is emitted. */
  open(): Promise<void>
  /** Starts telling (the worker role). */
  work(): void
  /** There may be something new. */
  wake(): void
  /** Tells everything that waits now, and says whether there was anything. For the command line and for tests. */
  drain(): Promise<boolean>
  /** Takes away what everybody was told of and is old. */
  dropOld(): Promise<void>
  figures(): Promise<CursorFigures[]>
  close(): Promise<void>
}

export interface StreamOptions {
  clock: Clock
  log: FastifyBaseLogger
  /** Whether the error says that the database is away, which is told elsewhere. */
  isOutage(error: unknown): boolean
}

const usualBatch = 200
const placedAtOnce = 1_000
const droppedAtOnce = 5_000
const keptDays = 14
/** Work is found by being told of it; this is for what nobody told. */
const lookEveryMs = 5_000
const longestPauseSeconds = 60
/** A cursor that has nothing to tell is moved on only now and then. */
const idleDistance = 1_000

interface Subscription {
  subscriber: string
  names: string[]
  handler: Subscriber<DomainEvent>
  batchSize: number
  running?: Promise<void> | undefined
  isWoken: boolean
  hasWarned: boolean
}

type Outcome = 'nothing' | 'told' | 'more'

export function createStream(db: Db, { clock, log, isOutage }: StreamOptions): Stream {
  const subscriptions: Subscription[] = []
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  /** Tells one batch. Several processes may try: the one that holds the cursor's row works. */
  async function tellSome(subscription: Subscription): Promise<Outcome> {
    const { subscriber, names, handler } = subscription
    let first: { position: number; name: string; topic: string } | undefined
    try {
      return await inTransaction(db, async (trx) => {
        const cursor = await trx
          .selectFrom('event_cursors')
          .select(['events', 'position', 'failures'])
          .where('subscriber', '=', subscriber)
          .where((where) => where.or([where('retry_at', 'is', null), where('retry_at', '<=', clock.now())]))
          .forUpdate()
          .skipLocked()
          .executeTakeFirst()
        if (!cursor || !knowsAll(subscription, cursor.events)) return 'nothing'
        const { position: end } = await trx.selectFrom('outbox_end').select('position').executeTakeFirstOrThrow()
        // after a failure one by one: what cannot be told is found, and what is before it is told
        const most = cursor.failures > 0 ? 1 : subscription.batchSize
        const batch = await trx
          .selectFrom('outbox')
          .select([sql<number>`position`.as('position'), 'name', 'topic', 'payload'])
          .where('position', '>', cursor.position)
          .where('position', '<=', end)
          .where('name', 'in', names)
          .orderBy('position')
          .limit(most)
          .execute()
        first = batch[0]
        if (batch.length > 0) await handler(batch as StreamedEvent<DomainEvent>[], trx)
        const last = batch.length < most ? end : (batch.at(-1)?.position ?? end)
        if (batch.length > 0 || cursor.failures > 0 || last - cursor.position >= idleDistance) {
          await trx
            .updateTable('event_cursors')
            .set({ position: last, failures: 0, failing_since: null, retry_at: null, error: null })
            .where('subscriber', '=', subscriber)
            .execute()
          if (cursor.failures > 0) log.info({ subscriber, position: last }, 'a subscriber of events works again')
        }
        return batch.length === 0 ? 'nothing' : batch.length === most ? 'more' : 'told'
      })
    } catch (error) {
      if (!isOutage(error)) await noteFailure(subscriber, error, first)
      throw error
    }
  }

  /** Its position stays; it is tried again after a pause that grows to a minute. */
  async function noteFailure(subscriber: string, error: unknown, first: object | undefined): Promise<void> {
    const now = clock.now()
    const { rows } = await sql<{ failures: number }>`
      update event_cursors set failures = failures + 1, failing_since = coalesce(failing_since, ${now}),
        retry_at = ${now}::timestamptz
          + least(${longestPauseSeconds}, power(2, least(failures, 10))) * interval '1 second',
        error = ${String(error).slice(0, 500)}
      where subscriber = ${subscriber} returning failures`.execute(db)
    const failures = rows[0]?.failures
    log.warn({ err: error, subscriber, failures, ...first }, 'a subscriber of events failed, and is tried again')
  }

  /** While two versions run on one database, the older one leaves alone what only the newer one understands. */
  function knowsAll(subscription: Subscription, events: readonly string[]): boolean {
    const unknown = events.filter((name) => !subscription.names.includes(name))
    if (unknown.length > 0 && !subscription.hasWarned) {
      const { subscriber } = subscription
      log.warn({ subscriber, unknown }, 'a newer version works this subscriber: here it rests')
    }
    subscription.hasWarned = unknown.length > 0
    return unknown.length === 0
  }

  function start(subscription: Subscription): void {
    if (subscription.running) {
      subscription.isWoken = true
      return
    }
    subscription.isWoken = false
    subscription.running = tellAll(subscription).finally(() => {
      subscription.running = undefined
      if (subscription.isWoken && !isClosed) start(subscription)
    })
  }

  async function tellAll(subscription: Subscription): Promise<void> {
    try {
      while (!isClosed && (await tellSome(subscription)) === 'more');
    } catch {
      // it was told by noteFailure, or the database is away; the next look tries again
    }
  }

  async function look(): Promise<void> {
    try {
      await givePositions(db)
    } catch (err) {
      if (!isOutage(err)) log.error({ err }, 'events could not be put in order')
      return
    }
    if (!isClosed) for (const subscription of subscriptions) start(subscription)
  }

  let looking: Promise<void> | undefined
  let isAsked = false
  function wake(): void {
    if (!timer || isClosed) return
    isAsked = looking !== undefined
    looking ??= look().finally(() => {
      looking = undefined
      if (isAsked) wake()
    })
  }

  return {
    subscribe(subscriber, events, handler, { batchSize = usualBatch } = {}) {
      if (subscriptions.some((other) => other.subscriber === subscriber))
        throw new Error(`Two subscribers are named ${subscriber}`)
      subscriptions.push({
        subscriber,
        names: events.map(({ name }) => name),
        // told of its own events alone
        handler: handler as unknown as Subscriber<DomainEvent>,
        batchSize,
        isWoken: false,
        hasWarned: false,
      })
    },

    async open() {
      await givePositions(db)
      await inTransaction(db, async (trx) => {
        const first = await trx.selectFrom('event_cursors').select('subscriber').limit(1).executeTakeFirst()
        for (const { subscriber, names } of subscriptions) {
          // What it is told of grows alone: an older version that starts meanwhile must not take anything away. A
          // migration takes away what nobody wants to be told of any more.
          await sql`
            insert into event_cursors (subscriber, events, position)
            select ${subscriber}, ${names}::text[], case when ${first !== undefined} then position else 0 end
            from outbox_end
            on conflict (subscriber) do update set events = array(
              select distinct unnest(event_cursors.events || excluded.events) order by 1)
            where not event_cursors.events @> excluded.events`.execute(trx)
        }
      })
    },

    work() {
      timer = setInterval(wake, lookEveryMs)
      timer.unref()
      wake()
    },

    wake,

    async drain() {
      let isAny = false
      let failure: { error: unknown } | undefined
      for (let found = true; found; ) {
        found = await givePositions(db)
        for (const subscription of subscriptions) {
          try {
            while ((await tellSome(subscription)) !== 'nothing') found = true
          } catch (error) {
            failure ??= { error }
          }
        }
        isAny ||= found
      }
      if (failure) throw failure.error
      return isAny
    },

    async dropOld() {
      for (let dropped = droppedAtOnce; dropped === droppedAtOnce && !isClosed; ) {
        const { numAffectedRows = 0n } = await sql`
          delete from outbox where id in (
            select id from outbox o
            where at < now() - ${keptDays} * interval '1 day' and position is not null and not exists (
              select from event_cursors c where o.name = any(c.events) and c.position < o.position)
            order by position limit ${droppedAtOnce})`.execute(db)
        dropped = Number(numAffectedRows)
      }
    },

    async figures() {
      const { rows } = await sql<CursorFigures>`
        select c.subscriber, c.failures, waiting.count as waiting,
          coalesce(extract(epoch from now() - waiting.at), 0)::float8 as oldest
        from event_cursors c, lateral (
          select count(*) as count, min(at) as at from (
            select at from outbox o where o.name = any(c.events) and (o.position > c.position or o.position is null)
            limit 100000
          ) found
        ) waiting`.execute(db)
      return rows
    },

    async close() {
      isClosed = true
      clearInterval(timer)
      await looking
      await Promise.all(subscriptions.map(({ running }) => running))
    },
  }
}

/** Deletes a topic's messages, as for a person who leaves. */
export async function forgetEvents(trx: Trx, topic: string): Promise<void> {
  await trx.deleteFrom('outbox').where('topic', '=', topic).execute()
}

/**
 * Gives their positions to the events that can be seen now, and says whether there were any. Of two transactions of which
 * the later waited for the earlier, as all do that change the same thing, the earlier one's events are before the other's:
 * they are seen no later, and their numbers were drawn before.
 */
async function givePositions(db: Db): Promise<boolean> {
  for (let count = 0; ; ) {
    const waiting = await db.selectFrom('outbox').select('id').where('position', 'is', null).limit(1).execute()
    if (waiting.length === 0) return count > 0
    count += await inTransaction(db, async (trx) => {
      const { position } = await trx.selectFrom('outbox_end').select('position').forUpdate().executeTakeFirstOrThrow()
      // a statement of its own, begun under the lock: it sees every event committed before it
      const { numAffectedRows = 0n } = await sql`
        update outbox set position = ${position} + fresh.place
        from (
          select id, row_number() over (order by id) as place
          from (select id from outbox where position is null order by id limit ${placedAtOnce}) without
        ) fresh
        where outbox.id = fresh.id`.execute(trx)
      const placed = Number(numAffectedRows)
      await trx
        .updateTable('outbox_end')
        .set({ position: position + placed })
        .execute()
      return placed
    })
  }
}
