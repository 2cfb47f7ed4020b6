import type { WebSocket } from '@fastify/websocket'
import type { GatewayMessage, GatewayQuestion } from '@lantern/contract/realtime/gateway.ts'
import { gatewayCloseCodes } from '@lantern/contract/realtime/gateway-rules.ts'
import type { AccountStatus } from '@lantern/contract/roles.ts'
import type { EventPayloads } from '#kit/events.ts'
import type { Services } from '#kit/services.ts'

/** What the gateway asks those who know people and sessions. */
export interface Accounts {
  readAccountStatus(db: Services['db'], userId: string, now: Date): Promise<AccountStatus>
  stillOpen(db: Services['db'], sessionIds: readonly string[], now: Date): Promise<Set<string>>
}

export const gatewayLimits = {
  /** One browser needs one; a person has a few browsers. The oldest gives way. */
  socketsPerUser: 12,
  /** What is sent to a browser that does not read. */
  bufferedBytes: 64 * 1024,
  messageBytes: 4 * 1024,
  questionsPerBeat: 10,
}

/** A browser that has not answered for this long is gone. */
const beatMs = 30_000
// those who connected together are not all called upon at once
const slices = 30
// what an event should have told is looked up now and then as well
const recheckMs = 5 * 60_000
const recheckAtOnce = 1_000
const closingGraceMs = 1_000

interface Connection {
  readonly socket: WebSocket
  readonly userId: string
  readonly sessionId: string
  readonly slice: number
  answered: boolean
  questions: number
}

/** The open sockets of this process, each of one session, and what they are told. */
export class Gateway {
  readonly #services: Services
  readonly #accounts: Accounts
  readonly #byUser = new Map<string, Set<Connection>>()
  readonly #timers: NodeJS.Timeout[] = []
  #size = 0
  #opened = 0
  #slice = 0
  closing = false

  constructor(services: Services, accounts: Accounts) {
    this.#services = services
    this.#accounts = accounts
    services.events.listen(['session_opened', 'sessions_ended', 'account_changed'], (name, payload) => {
      if (name === 'gap') this.#inBackground(this.#recheck())
      else if (name === 'session_opened') this.#onOpened(payload as EventPayloads['session_opened'])
      else if (name === 'sessions_ended') this.#onEnded(payload as EventPayloads['sessions_ended'])
      else this.#inBackground(this.#onAccountChanged((payload as EventPayloads['account_changed']).userId))
    })
    this.#timers.push(
      setInterval(() => this.beat(), beatMs / slices).unref(),
      setInterval(() => this.#inBackground(this.#recheck()), recheckMs).unref(),
    )
  }

  get size(): number {
    return this.#size
  }

  /** Takes over a socket of a session that is known to be open. */
  add(socket: WebSocket, { userId, sessionId }: { userId: string; sessionId: string }): void {
    const slice = this.#opened++ % slices
    const connection: Connection = { socket, userId, sessionId, slice, answered: true, questions: 0 }
    const ofUser = this.#byUser.get(userId) ?? new Set()
    this.#byUser.set(userId, ofUser.add(connection))
    this.#size++
    socket.on('pong', () => {
      connection.answered = true
    })
    socket.on('message', (data) => this.#onQuestion(connection, String(data)))
    socket.on('close', () => this.#forget(connection))
    for (const oldest of ofUser) {
      if (ofUser.size <= gatewayLimits.socketsPerUser) break
      this.#end(oldest, gatewayCloseCodes.tooManySockets)
    }
    this.#send(connection, { type: 'READY', key: sessionId })
  }

  /** Tells every browser that this process goes, so that it looks for another at once. */
  close(): void {
    if (this.closing) return
    this.closing = true
    for (const timer of this.#timers) clearInterval(timer)
    const left = [...this.#all()]
    for (const { socket } of left) socket.close(1001)
    setTimeout(() => {
      for (const { socket } of left) socket.terminate()
    }, closingGraceMs).unref()
  }

  /** Calls upon one slice of the connections: who did not answer since the last time is dropped. */
  beat(): void {
    this.#slice = (this.#slice + 1) % slices
    for (const connection of this.#all()) {
      if (connection.slice !== this.#slice) continue
      connection.questions = 0
      if (!connection.answered) connection.socket.terminate()
      connection.answered = false
      connection.socket.ping()
    }
  }

  #onOpened({ userId, sessionId, deviceType, device, isKnown }: EventPayloads['session_opened']): void {
    const type = deviceType === 'mobile' ? 'MOBILE' : 'DESKTOP'
    for (const connection of this.#of(userId))
      this.#send(connection, { type, key: sessionId, data: { device, isKnown } })
  }

  #onEnded({ userId, sessionIds, reason }: EventPayloads['sessions_ended']): void {
    for (const connection of this.#of(userId)) {
      if (!sessionIds.includes(connection.sessionId)) continue
      if (reason === 'other_device') this.#end(connection, gatewayCloseCodes.overtaken)
      else this.#dismiss(connection)
    }
  }

  async #onAccountChanged(userId: string): Promise<void> {
    if (!this.#byUser.has(userId)) return
    const { db, clock } = this.#services
    const data = await this.#accounts.readAccountStatus(db, userId, clock.now())
    if (data.suspend) for (const each of this.#of(userId)) this.#send(each, { type: 'USER_ACCOUNT_SUSPEND', data })
  }

  /** Events may have been missed: whose session is not open any more has to go. */
  async #recheck(): Promise<void> {
    const { db, clock } = this.#services
    const all = [...this.#all()]
    for (let at = 0; at < all.length; at += recheckAtOnce) {
      const some = all.slice(at, at + recheckAtOnce)
      const ids = some.map(({ sessionId }) => sessionId)
      const open = await this.#accounts.stillOpen(db, ids, clock.now())
      for (const connection of some) if (!open.has(connection.sessionId)) this.#dismiss(connection)
    }
  }

  /** A page asks whether its login key is still good. Whoever asks something else, or too often, is no page of ours. */
  #onQuestion(connection: Connection, text: string): void {
    const { sessionId, userId } = connection
    const question = ++connection.questions > gatewayLimits.questionsPerBeat ? null : questionFrom(text)
    if (!question) this.#end(connection, 1008)
    else if (question.key !== sessionId || question.userId !== userId) this.#dismiss(connection)
    else this.#send(connection, { type: 'READY', key: sessionId })
  }

  #dismiss(connection: Connection): void {
    this.#send(connection, { type: 'INVALID_LS' })
    this.#end(connection, gatewayCloseCodes.invalidKey)
  }

  #send({ socket }: Connection, message: GatewayMessage): void {
    if (socket.readyState !== socket.OPEN) return
    // a browser that does not read must not fill our memory
    if (socket.bufferedAmount > gatewayLimits.bufferedBytes) socket.terminate()
    else socket.send(JSON.stringify(message))
  }

  #end(connection: Connection, code: number): void {
    this.#forget(connection)
    connection.socket.close(code)
  }

  #forget(connection: Connection): void {
    const ofUser = this.#byUser.get(connection.userId)
    if (!ofUser?.delete(connection)) return
    this.#size--
    if (ofUser.size === 0) this.#byUser.delete(connection.userId)
  }

  #of(userId: string): Connection[] {
    return [...(this.#byUser.get(userId) ?? [])]
  }

  *#all(): Iterable<Connection> {
    for (const ofUser of this.#byUser.values()) yield* ofUser
  }

  #inBackground(work: Promise<void>): void {
    work.catch((err) => this.#services.log.warn({ err }, 'the gateway could not look something up'))
  }
}

function questionFrom(text: string): Pick<GatewayQuestion, 'key' | 'userId'> | null {
  try {
    const { type, key, userId } = JSON.parse(text) as Record<string, unknown>
    return type === 'READY' && typeof key === 'string' && typeof userId === 'string' ? { key, userId } : null
  } catch {
    return null
  }
}
