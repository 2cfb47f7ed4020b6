import { randomUUID } from 'node:crypto'
import type { PayloadOf } from '@lantern/contract/event.ts'
import { presenceTold } from '@lantern/contract/realtime/events.ts'
import type { Present } from '@lantern/contract/topic.ts'
import type { Services } from '#kit/services.ts'

/** A process that has given no sign for this long is gone, and with it its connections. */
const silentMs = 75_000
/** What NOTIFY carries is limited. */
const mostPerProcess = 30

interface OtherProcess {
  heardAt: number
  topics: Map<string, readonly Present[]>
}

/**
 * Who follows which topic, over all processes: each tells the others of its own as they come and go, and of itself in each
 * heartbeat. Nothing is written to a table. A site where nobody follows a topic with presence says nothing.
 */
export class Presence {
  readonly #services: Pick<Services, 'db' | 'events'>
  readonly #onChange: (topic: string) => void
  readonly #onError: (error: unknown) => void
  readonly #process = randomUUID()
  readonly #own = new Map<string, Map<string, Present>>()
  readonly #others = new Map<string, OtherProcess>()
  /** Whether the others were asked since anything of theirs may have been missed. */
  #hasAsked = false

  constructor(
    services: Pick<Services, 'db' | 'events'>,
    on: { change: (topic: string) => void; error: (error: unknown) => void },
  ) {
    this.#services = services
    this.#onChange = on.change
    this.#onError = on.error
    services.events.listen([presenceTold], (said) => {
      if (said === null) this.#onGap()
      else if (said.from !== this.#process) this.#hear(said)
    })
  }

  here(topic: string): Present[] {
    const elsewhere = [...this.#others.values()].flatMap(({ topics }) => topics.get(topic) ?? [])
    return [...(this.#own.get(topic)?.values() ?? []), ...elsewhere].sort(
      (one, other) => one.since.localeCompare(other.since) || one.id.localeCompare(other.id),
    )
  }

  enter(topic: string, who: Present): void {
    const own = this.#own.get(topic) ?? new Map<string, Present>()
    this.#own.set(topic, own.set(who.id, who))
    if (!this.#hasAsked) this.#ask()
    this.#tellOf(topic)
    this.#onChange(topic)
  }

  leave(topic: string, id: string): void {
    const own = this.#own.get(topic)
    if (!own?.delete(id)) return
    if (own.size === 0) this.#own.delete(topic)
    this.#tellOf(topic)
    this.#onChange(topic)
  }

  /** A sign of life to the others, and a look at who of them gave none. */
  beat(): void {
    if (this.#own.size > 0) this.#say({})
    const since = performance.now() - silentMs
    for (const [id, { heardAt }] of this.#others) if (heardAt < since) this.#forget(id)
  }

  /** This process goes: the others need not wait for its silence. */
  close(): void {
    if (this.#own.size > 0) this.#say({ isGone: true })
    this.#own.clear()
  }

  #hear({ from, topic, here, asks, isGone }: PayloadOf<typeof presenceTold>): void {
    if (isGone) {
      this.#forget(from)
      return
    }
    const known = this.#others.get(from)
    const other = known ?? { heardAt: 0, topics: new Map<string, readonly Present[]>() }
    other.heardAt = performance.now()
    this.#others.set(from, other)
    if (asks) for (const each of this.#own.keys()) this.#tellOf(each)
    else if (topic !== undefined) {
      if (here?.length) other.topics.set(topic, here)
      else other.topics.delete(topic)
      this.#onChange(topic)
    } else if (!known && this.#hasAsked) this.#ask()
  }

  #onGap(): void {
    for (const id of [...this.#others.keys()]) this.#forget(id)
    this.#hasAsked = false
    if (this.#own.size === 0) return
    this.#ask()
    for (const topic of this.#own.keys()) this.#tellOf(topic)
  }

  #forget(id: string): void {
    const topics = this.#others.get(id)?.topics.keys() ?? []
    this.#others.delete(id)
    for (const topic of topics) this.#onChange(topic)
  }

  #ask(): void {
    this.#hasAsked = true
    this.#say({ asks: true })
  }

  #tellOf(topic: string): void {
    this.#say({ topic, here: [...(this.#own.get(topic)?.values() ?? [])].slice(0, mostPerProcess) })
  }

  #say(what: Omit<PayloadOf<typeof presenceTold>, 'from'>): void {
    const { db, events } = this.#services
    events.emit(db, presenceTold, { from: this.#process, ...what }).catch(this.#onError)
  }
}
