import { randomUUID } from 'node:crypto'
import type { SignInDevice } from '@lantern/contract/sign-in-devices.ts'
import type { Present } from '@lantern/contract/topic.ts'
import pg from 'pg'
import type { Jobs } from './jobs.ts'
import type { PubSub } from './pubsub.ts'
import { type Db, onCommit, runSql, type Trx } from './sql.ts'

/** What domains tell those above them. The payload names things; listeners read them afresh. */
export interface EventPayloads {
  /**
   * An item can be found now, or what is found has changed. `near` names the public items that may show it from now on:
   * what holds it and what is a translation of it. Left out, nobody looked or they are too many to be named.
   */
  item_published: { itemId: string; near?: readonly string[] }
  /** Data of a published item changed in a way that pages and search show. */
  item_changed: { itemId: string }
  /** An item is no longer public. */
  item_removed: { itemId: string }
  /** Tags, rankings or versions changed: anything listed may look different. */
  catalog_changed: { reason: string }
  /** The search index finds something else than before. */
  index_changed: { items: number }
  /** What visitors see of a page that editors made: one language of it, or its address. */
  cms_changed: { namespace: string; slug: string; locale: string }
  /** What the site lets this person do, or shows of them, is another than before: groups, suspension, names, bindings. */
  account_changed: { userId: string }
  /** What a person wanted to show of themselves was looked at. `askedAt`: when they asked. */
  profile_reviewed: { userId: string; decision: 'approve' | 'reject'; askedAt: string }
  /**
   * Somebody signed in on a device; `isKnown` when this account was seen on it before, `isOnly` when no other session of
   * the account is remembered.
   */
  session_opened: {
    userId: string
    sessionId: string
    deviceType: 'desktop' | 'mobile'
    device: SignInDevice
    isKnown: boolean
    isOnly: boolean
  }
  /** Something was said in a topic that pages follow. */
  topic_message: { topic: string; message: object }
  /** Who follows topics in one process. */
  presence: { from: string; topic?: string; here?: Present[]; asks?: true; isGone?: true }
  /** These sessions are over: signed out, ended from another device, or by the site. */
  sessions_ended: { userId: string; sessionIds: string[]; reason: string }
}

export type EventName = keyof EventPayloads

/**
 * `emit` belongs to the transaction that made the event true: with it, subscribers and listeners hear of it, without it
 * nobody does. Subscribers run once in a worker, in batches, and are repeated until they succeed. Listeners run in every
 * process: in the one that emits before its transaction's opener goes on, in the others within milliseconds, told by
 * PostgreSQL and by Redis where there is one, whichever is faster. They are for dropping what was cached; after a lost
 * connection they hear `gap` instead of what they missed.
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
type Message = { name: 'mark'; payload: string } | { id: string; name: EventName; payload: AnyPayload }
type AnyListener = (name: EventName | 'gap', payload: AnyPayload | null) => void

const channel = 'lantern_events'

// more than can be on the way by two roads at once
const rememberedIds = 10_000

export function createEvents(
  db: Db,
  url: string,
  jobs: Jobs,
  onError: (error: unknown) => void,
  pubSub?: PubSub,
): Events {
  const subscribers = new Map<EventName, string[]>()
  const listeners = new Map<EventName, Set<AnyListener>>()
  const marks = new Map<string, () => void>()
  const heard = new Set<string>()
  let client: pg.Client | undefined
  let closed = false
  let markCount = 0

  function receive(text: string): void {
    // nobody but emit and caughtUp below writes to this channel
    const message = JSON.parse(text) as Message
    if (message.name === 'mark') marks.get(message.payload)?.()
    else if (isFirstTime(message.id)) tell(message.name, message.payload)
  }

  /** The same message comes by several roads. */
  function isFirstTime(id: string): boolean {
    if (heard.has(id)) return false
    heard.add(id)
    if (heard.size > rememberedIds)
      for (const oldest of heard.values().take(heard.size - rememberedIds)) heard.delete(oldest)
    return true
  }

  function tell(name: EventName, payload: AnyPayload): void {
    tellEach(listeners.get(name) ?? new Set(), name, payload)
  }

  function tellOfGap(): void {
    tellEach(new Set([...listeners.values()].flatMap((set) => [...set])), 'gap', null)
  }

  function tellEach(all: ReadonlySet<AnyListener>, name: EventName | 'gap', payload: AnyPayload | null): void {
    for (const listener of all) {
      try {
        listener(name, payload)
      } catch (error) {
        // a fault of one listener must not reach the other listeners or the caller of emit
        onError(error)
      }
    }
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
      connect().then(tellOfGap, () => reconnect(Math.min(delayMs * 2, 10_000)))
    }, delayMs).unref()
  }

  return {
    async emit(database, name, payload) {
      for (const queue of subscribers.get(name) ?? []) await jobs.send(database, queue, { ...payload })
      const id = randomUUID()
      const text = JSON.stringify({ id, name, payload } satisfies Message)
      await runSql(database, 'select pg_notify($1, $2)', [channel, text])
      onCommit(database, () => {
        if (isFirstTime(id)) tell(name, payload)
        pubSub?.publish(channel, text)
      })
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

    async open() {
      await connect()
      await pubSub?.subscribe(channel, receive, tellOfGap)
    },

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
