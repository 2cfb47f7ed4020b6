import { randomUUID } from 'node:crypto'
import type { DomainEvent, PayloadOf, Signal } from '@lantern/contract/event.ts'
import { topicName } from '@lantern/contract/topic.ts'
import type { DatabaseChannels } from './database-channels.ts'
import type { PubSub } from './pubsub.ts'
import { type Db, onCommit, runSql, type Trx } from './sql.ts'

/**
 * `emit` belongs to the transaction that made the event true: with it, subscribers (stream.ts) and listeners hear of it,
 * without it nobody does. Listeners run in every process: in the one that emits before its transaction's opener goes on,
 * in the others within milliseconds, told by PostgreSQL and by Redis where there is one, whichever is faster. They are for
 * cache invalidation and open pages; after a lost connection they hear `null` instead of the missed events.
 */
export interface Events {
  /** An event is kept for subscribers as well; a signal is heard now or never. */
  emit<E extends Signal>(db: Db | Trx, event: E, payload: PayloadOf<E>): Promise<void>
  /** Emits a signal once for each payload, by one statement. */
  signalEach<E extends Signal>(db: Db | Trx, signal: E, payloads: readonly PayloadOf<E>[]): Promise<void>
  listen<E extends Signal>(events: readonly E[], handler: (payload: PayloadOf<E> | null) => void): void
  open(): Promise<void>
  /** Resolves when everything that was emitted before has reached the listeners of this process. */
  caughtUp(): Promise<void>
}

export interface EventsOptions {
  channels: DatabaseChannels
  onError(error: unknown): void
  /** An event was heard that subscribers may want. */
  onKept(): void
  pubSub?: PubSub | undefined
}

interface Told {
  id: string
  name: string
  isKept: boolean
  payload: object
}
/** A mark is heard when everything before it was. */
type Message = Told | { mark: string }
type AnyListener = (payload: object | null) => void

const channel = 'lantern_events'

// more than can be on the way by two roads at once
const rememberedIds = 10_000

export function createEvents(db: Db, { channels, onError, onKept, pubSub }: EventsOptions): Events {
  const listeners = new Map<string, Set<AnyListener>>()
  const marks = new Map<string, () => void>()
  const heard = new Set<string>()
  let markCount = 0

  function receive(text: string): void {
    // only emit and caughtUp below write to this channel
    const message = JSON.parse(text) as Message
    if ('mark' in message) marks.get(message.mark)?.()
    else if (isFirstTime(message.id)) tell(message)
  }

  /** The same message comes by several roads. */
  function isFirstTime(id: string): boolean {
    if (heard.has(id)) return false
    heard.add(id)
    if (heard.size > rememberedIds)
      for (const oldest of heard.values().take(heard.size - rememberedIds)) heard.delete(oldest)
    return true
  }

  function tell({ name, isKept, payload }: Told): void {
    tellEach(listeners.get(name) ?? new Set(), payload)
    if (isKept) onKept()
  }

  function tellOfGap(): void {
    tellEach(new Set([...listeners.values()].flatMap((set) => [...set])), null)
    onKept()
  }

  function tellEach(all: ReadonlySet<AnyListener>, payload: object | null): void {
    for (const listener of all) {
      try {
        listener(payload)
      } catch (error) {
        // a fault of one listener must not reach the other listeners or the caller of emit
        onError(error)
      }
    }
  }

  function toldOf(event: Signal, payload: unknown): { message: Told; text: string } {
    const message = { id: randomUUID(), name: event.name, isKept: isEvent(event), payload: payload as object }
    return { message, text: JSON.stringify(message satisfies Message) }
  }

  function tellAtCommit(database: Db | Trx, { message, text }: { message: Told; text: string }): void {
    onCommit(database, () => {
      if (isFirstTime(message.id)) tell(message)
      pubSub?.publish(channel, text)
    })
  }

  async function signalEach(database: Db | Trx, event: Signal, payloads: readonly unknown[]): Promise<void> {
    if (payloads.length === 0) return
    const all = payloads.map((payload) => toldOf(event, payload))
    const texts = all.map(({ text }) => text)
    await runSql(database, 'select pg_notify($1, text) from unnest($2::text[]) text', [channel, texts])
    for (const told of all) tellAtCommit(database, told)
  }

  return {
    async emit(database, event, payload) {
      if (!isEvent(event)) return signalEach(database, event, [payload])
      const told = toldOf(event, payload)
      const topic = topicName(event.topic, payload as Record<string, string>)
      await runSql(
        database,
        `with kept as (insert into outbox (name, topic, payload) values ($3, $4, $5)) select pg_notify($1, $2)`,
        [channel, told.text, event.name, topic, JSON.stringify(payload)],
      )
      tellAtCommit(database, told)
    },

    signalEach,

    listen(events, handler) {
      for (const { name } of events) {
        const set = listeners.get(name) ?? new Set()
        // called with payloads of the names it is kept under
        set.add(handler as AnyListener)
        listeners.set(name, set)
      }
    },

    async open() {
      await channels.listen(channel, receive, tellOfGap)
      await pubSub?.subscribe(channel, receive, tellOfGap)
    },

    async caughtUp() {
      const mark = `${process.pid}.${++markCount}`
      await new Promise<void>((done, fail) => {
        marks.set(mark, done)
        runSql(db, 'select pg_notify($1, $2)', [channel, JSON.stringify({ mark } satisfies Message)]).catch(fail)
      })
      marks.delete(mark)
    },
  }
}

function isEvent(event: Signal): event is DomainEvent {
  return 'topic' in event
}
