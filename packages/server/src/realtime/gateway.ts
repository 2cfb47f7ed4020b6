import { randomUUID } from 'node:crypto'
import type { WebSocket } from '@fastify/websocket'
import type { GatewayMessage, GatewayQuestion } from '@lantern/contract/realtime/gateway.ts'
import { gatewayCloseCodes } from '@lantern/contract/realtime/gateway-rules.ts'
import type { SignedIn, Viewer } from '@lantern/contract/roles.ts'
import type { Services } from '#kit/services.ts'
import { Presence } from './presence.ts'

/** Who holds these sessions now, by the session's id; one that is missing is nobody's any more. */
export type ReadViewers = (services: Services, sessionIds: readonly string[]) => Promise<ReadonlyMap<string, Viewer>>

export const gatewayLimits = {
  /** One browser needs one; a person has a few browsers. The oldest gives way. */
  socketsPerUser: 12,
  /** What is sent to a browser that does not read. */
  bufferedBytes: 64 * 1024,
  messageBytes: 4 * 1024,
  questionsPerBeat: 120,
  topicsPerSocket: 50,
}

/** A browser that has not answered for this long is gone. */
const beatMs = 30_000
// sockets that connected together are not all pinged at once
const slices = 30
// what an event should have told is looked up now and then as well
const recheckMs = 5 * 60_000
const recheckAtOnce = 1_000
const closingGraceMs = 1_000

interface Connection {
  readonly id: string
  readonly socket: WebSocket
  /** As of the last look at the session. */
  viewer: SignedIn
  readonly topics: Set<string>
  readonly since: string
  readonly slice: number
  answered: boolean
  questions: number
}

/** The open sockets of this process, each of one session, and the topics they follow. It knows no domain. */
export class Gateway {
  readonly #services: Services
  readonly #readViewers: ReadViewers
  readonly #presence: Presence
  readonly #byUser = new Map<string, Set<Connection>>()
  readonly #followers = new Map<string, Set<Connection>>()
  readonly #timers: NodeJS.Timeout[] = []
  #size = 0
  #opened = 0
  #slice = 0
  closing = false

  constructor(services: Services, readViewers: ReadViewers) {
    this.#services = services
    this.#readViewers = readViewers
    this.#presence = new Presence(services, {
      change: (topic) => this.#tellPresence(topic),
      error: (err) => services.log.warn({ err }, 'the gateway could not tell the other processes who is here'),
    })
    services.topics.serve({
      tell: (name, message) => this.#toFollowers(name, { ...message, topic: name }),
      recheck: (userId) => this.#inBackground(this.#recheck(userId === null ? this.#all() : this.#of(userId))),
      onGap: () => {
        for (const connection of this.#all()) this.#send(connection, { type: 'TOPIC_GAP' })
        this.#inBackground(this.#recheck(this.#all()))
      },
    })
    this.#timers.push(
      setInterval(() => this.beat(), beatMs / slices).unref(),
      setInterval(() => this.#inBackground(this.#recheck(this.#all())), recheckMs).unref(),
    )
  }

  get size(): number {
    return this.#size
  }

  /** Takes over a socket of a session that is known to be open. */
  add(socket: WebSocket, viewer: SignedIn): void {
    const connection: Connection = {
      id: randomUUID(),
      socket,
      viewer,
      topics: new Set(),
      since: this.#services.clock.now().toISOString(),
      slice: this.#opened++ % slices,
      answered: true,
      questions: 0,
    }
    const ofUser = this.#byUser.get(viewer.id) ?? new Set()
    this.#byUser.set(viewer.id, ofUser.add(connection))
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
    for (const name of this.#services.topics.ofEveryone(viewer)) this.#enter(connection, name)
    this.#send(connection, { type: 'READY', key: viewer.sessionId })
  }

  /** Tells every browser that this process goes, so that it looks for another at once. */
  close(): void {
    if (this.closing) return
    this.closing = true
    for (const timer of this.#timers) clearInterval(timer)
    this.#presence.close()
    const left = this.#all()
    for (const { socket } of left) socket.close(1001)
    setTimeout(() => {
      for (const { socket } of left) socket.terminate()
    }, closingGraceMs).unref()
  }

  /** Calls upon one slice of the connections: who did not answer since the last time is dropped. */
  beat(): void {
    this.#slice = (this.#slice + 1) % slices
    if (this.#slice === 0) this.#presence.beat()
    for (const connection of this.#all()) {
      if (connection.slice !== this.#slice) continue
      connection.questions = 0
      if (!connection.answered) connection.socket.terminate()
      connection.answered = false
      connection.socket.ping()
    }
  }

  /** Closes sockets of ended sessions, and tells the others which topics they may not follow any more. */
  async #recheck(connections: Connection[]): Promise<void> {
    for (let at = 0; at < connections.length; at += recheckAtOnce) {
      const some = connections.slice(at, at + recheckAtOnce)
      const viewers = await this.#readViewers(
        this.#services,
        some.map(({ viewer }) => viewer.sessionId),
      )
      for (const connection of some) {
        const viewer = viewers.get(connection.viewer.sessionId) ?? { kind: 'guest' }
        if (viewer.kind === 'guest') {
          this.#forget(connection)
          turnAway(connection.socket, viewer)
        } else {
          connection.viewer = viewer
          await this.#recheckTopics(connection)
        }
      }
    }
  }

  async #recheckTopics(connection: Connection): Promise<void> {
    for (const name of [...connection.topics]) {
      if (await this.#services.topics.find(name)?.mayFollow(connection.viewer)) continue
      this.#unfollow(connection, name)
      this.#send(connection, { type: 'TOPIC_ENDED', topic: name })
    }
  }

  /** A message from a page. An unknown message, or too many of them, closes the socket. */
  #onQuestion(connection: Connection, text: string): void {
    const { sessionId, id } = connection.viewer
    const question = ++connection.questions > gatewayLimits.questionsPerBeat ? null : questionFrom(text)
    if (!question) this.#end(connection, 1008)
    else if (question.type === 'FOLLOW') this.#inBackground(this.#follow(connection, question.topic))
    else if (question.type === 'UNFOLLOW') this.#unfollow(connection, question.topic)
    else if (question.key !== sessionId || question.userId !== id) {
      this.#forget(connection)
      turnAway(connection.socket, { kind: 'guest' })
    } else this.#send(connection, { type: 'READY', key: sessionId })
  }

  async #follow(connection: Connection, name: string): Promise<void> {
    const topic = this.#services.topics.find(name)
    const mayFollow = topic !== null && (connection.topics.has(name) || (await topic.mayFollow(connection.viewer)))
    // it may have closed, or been closed, while the rule was asked
    if (!this.#isHeld(connection)) return
    const isNew = !connection.topics.has(name)
    const hasRoom = !isNew || connection.topics.size < gatewayLimits.topicsPerSocket
    if (!mayFollow || !hasRoom) {
      this.#send(connection, { type: 'TOPIC_ENDED', topic: name })
      return
    }
    if (isNew) this.#enter(connection, name)
    this.#send(connection, { type: 'TOPIC_FOLLOWING', topic: name, id: connection.id })
    if (!topic.hasPresence) return
    if (isNew) {
      const { id, viewer, since } = connection
      this.#presence.enter(name, { id, userId: viewer.id, name: viewer.name, since })
    } else this.#send(connection, { type: 'TOPIC_PRESENCE', topic: name, here: this.#presence.here(name) })
  }

  #enter(connection: Connection, name: string): void {
    connection.topics.add(name)
    this.#followers.set(name, (this.#followers.get(name) ?? new Set()).add(connection))
  }

  #unfollow(connection: Connection, name: string): void {
    if (!connection.topics.delete(name)) return
    const followers = this.#followers.get(name)
    followers?.delete(connection)
    if (followers?.size === 0) this.#followers.delete(name)
    this.#presence.leave(name, connection.id)
  }

  #tellPresence(name: string): void {
    if (this.#followers.has(name))
      this.#toFollowers(name, { type: 'TOPIC_PRESENCE', topic: name, here: this.#presence.here(name) })
  }

  #toFollowers(name: string, message: object): void {
    const followers = this.#followers.get(name)
    if (!followers) return
    const text = JSON.stringify(message)
    for (const connection of [...followers]) this.#sendText(connection, text)
  }

  #send(connection: Connection, message: GatewayMessage): void {
    this.#sendText(connection, JSON.stringify(message))
  }

  #sendText({ socket }: Connection, text: string): void {
    if (socket.readyState !== socket.OPEN) return
    // a browser that does not read must not fill our memory
    if (socket.bufferedAmount > gatewayLimits.bufferedBytes) socket.terminate()
    else socket.send(text)
  }

  #end(connection: Connection, code: number): void {
    this.#forget(connection)
    connection.socket.close(code)
  }

  #forget(connection: Connection): void {
    const ofUser = this.#byUser.get(connection.viewer.id)
    if (!ofUser?.delete(connection)) return
    this.#size--
    if (ofUser.size === 0) this.#byUser.delete(connection.viewer.id)
    for (const name of [...connection.topics]) this.#unfollow(connection, name)
  }

  #isHeld(connection: Connection): boolean {
    return this.#byUser.get(connection.viewer.id)?.has(connection) ?? false
  }

  #of(userId: string): Connection[] {
    return [...(this.#byUser.get(userId) ?? [])]
  }

  #all(): Connection[] {
    return [...this.#byUser.values()].flatMap((ofUser) => [...ofUser])
  }

  #inBackground(work: Promise<void>): void {
    work.catch((err) => this.#services.log.warn({ err }, 'the gateway could not look something up'))
  }
}

/** Says why nobody is signed in here, or not any more, and closes. */
export function turnAway(socket: WebSocket, viewer: Viewer): void {
  const { accountStatus, ended } = viewer.kind === 'guest' ? viewer : {}
  // a session that another device took over was told so, and its page stays
  if (ended?.reason === 'other_device') {
    socket.close(gatewayCloseCodes.overtaken)
    return
  }
  const message: GatewayMessage = accountStatus?.suspend
    ? { type: 'USER_ACCOUNT_SUSPEND', data: accountStatus }
    : { type: 'INVALID_LS' }
  socket.send(JSON.stringify(message))
  socket.close(gatewayCloseCodes.invalidKey)
}

const longestName = 200

function questionFrom(text: string): GatewayQuestion | null {
  try {
    const { type, key, userId, topic } = JSON.parse(text) as Record<string, unknown>
    if (type === 'READY' && typeof key === 'string' && typeof userId === 'string') return { type, key, userId }
    if (type !== 'FOLLOW' && type !== 'UNFOLLOW') return null
    return typeof topic === 'string' && topic.length <= longestName ? { type, topic } : null
  } catch {
    return null
  }
}
