import pg from 'pg'
import type { Jobs } from './jobs.ts'
import { type Db, runSql, type Trx } from './sql.ts'

/** What domains tell those above them. The payload names things; whoever cares reads them afresh. */
export interface EventPayloads {
  /** An item can be found now, or what is found has changed. */
  item_published: { itemId: string }
  /** Data of a published item changed in a way that pages and search show. */
  item_changed: { itemId: string }
  /** An item is no longer public. */
  item_removed: { itemId: string }
  /** Tags, rankings, home slides or versions changed: anything listed may look different. */
  catalog_changed: { reason: string }
  /** The search index finds something else than before. */
  index_changed: { items: number }
}

export type EventName = keyof EventPayloads

/**
 * `emit` belongs to the transaction that made the event true: with it, subscribers and listeners hear of it, without it
 * nobody does. Subscribers run once in a worker, in batches, and are repeated until they succeed. Listeners run in every
 * process within milliseconds and are for dropping what was cached; after a lost connection they hear `gap` instead of
 * what they missed.
 */
export interface Events {
  emit<E extends EventName>(db: Db | Trx, name: E, payload: EventPayloads[E]): Promise<void>
  subscribe<E extends EventName>(
    name: E,
    subscriber: string,
    handler: (batch: EventPayloads[E][]) => Promise<void>,
  ): void
  listen<E extends EventName>(
    names: readonly E[],
    handler: (name: E | 'gap', payload: EventPayloads[E] | null) => void,
  ): void
  open(): Promise<void>
  /** Resolves when everything that was emitted before has reached the listeners of this process. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

type AnyPayload = EventPayloads[EventName]
type Message = { name: 'mark'; payload: string } | { name: EventName; payload: AnyPayload }
type AnyListener = (name: EventName | 'gap', payload: AnyPayload | null) => void

const channel = 'lantern_events'

export function createEvents(db: Db, url: string, jobs: Jobs, onError: (error: unknown) => void): Events {
  const subscribers = new Map<EventName, string[]>()
  const listeners = new Map<EventName, Set<AnyListener>>()
  const marks = new Map<string, () => void>()
  let client: pg.Client | undefined
  let closed = false
  let markCount = 0

  function receive(text: string): void {
    // nobody but emit and caughtUp below writes to this channel
    const message = JSON.parse(text) as Message
    if (message.name === 'mark') marks.get(message.payload)?.()
    else for (const listener of listeners.get(message.name) ?? []) listener(message.name, message.payload)
  }

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString: url, application_name: 'lantern-events', keepAlive: true })
    fresh.on('notification', (message) => message.payload && receive(message.payload))
    fresh.on('error', onError)
    fresh.on('end', () => {
      if (!closed && client === fresh) reconnect(250)
    })
    await fresh.connect()
    await fresh.query(`listen ${channel}`)
    client = fresh
  }

  function reconnect(delayMs: number): void {
    client = undefined
    setTimeout(() => {
      if (closed) return
      connect().then(
        () => {
          for (const listener of new Set([...listeners.values()].flatMap((set) => [...set]))) {
            listener('gap', null)
          }
        },
        () => reconnect(Math.min(delayMs * 2, 10_000)),
      )
    }, delayMs).unref()
  }

  return {
    async emit(database, name, payload) {
      for (const queue of subscribers.get(name) ?? []) await jobs.send(database, queue, { ...payload })
      await runSql(database, 'select pg_notify($1, $2)', [channel, JSON.stringify({ name, payload } satisfies Message)])
    },

    subscribe<E extends EventName>(name: E, subscriber: string, handler: (batch: EventPayloads[E][]) => Promise<void>) {
      const queue = `${name}.${subscriber}`
      subscribers.set(name, [...(subscribers.get(name) ?? []), queue])
      // the queue carries what emit sends it
      jobs.define(queue, (batch) => handler(batch as EventPayloads[E][]), { batchSize: 200 })
    },

    listen(names, handler) {
      for (const name of names) {
        const set = listeners.get(name) ?? new Set()
        // called with the names it is kept under, and their payloads
        set.add(handler as AnyListener)
        listeners.set(name, set)
      }
    },

    open: connect,

    async caughtUp() {
      const mark = `${process.pid}.${++markCount}`
      await new Promise<void>((done, fail) => {
        marks.set(mark, done)
        runSql(db, 'select pg_notify($1, $2)', [channel, JSON.stringify({ name: 'mark', payload: mark })]).catch(fail)
      })
      marks.delete(mark)
    },

    async close() {
      closed = true
      await client?.end()
    },
  }
}
