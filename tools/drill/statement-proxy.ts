import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { routeOf } from '../../packages/server/src/testing/hanging-database.ts'

/** A way to PostgreSQL that knows the statements of one transaction and can end the site at one of them. */
export interface StatementProxy {
  url: string
  /**
   * Of the next transaction that begins, statement `nth` does not reach the database (1 is `begin`): `end` is called
   * instead. A transaction of fewer statements is committed, and its end is not told to the site. Resolves when `end` has
   * been called, and says which.
   */
  endAt(nth: number, end: () => Promise<void>): Promise<'within' | 'after commit'>
  close(): void
}

interface Armed {
  nth: number
  end: () => Promise<void>
  done: (where: 'within' | 'after commit') => void
  /** The connection whose transaction it is. */
  watched: Socket | null
  seen: number
  isCommitting: boolean
  isOver: boolean
}

export async function statementProxy(databaseUrl: string): Promise<StatementProxy> {
  const route = routeOf(databaseUrl)
  const sockets = new Set<Socket>()
  let armed: Armed | null = null

  function finish(now: Armed, where: 'within' | 'after commit'): void {
    now.isOver = true
    void now.end().then(() => now.done(where))
  }

  const server = createServer((near) => {
    const far = route.open()
    const messages = messageReader()
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    near.on('data', (bytes: Buffer) => {
      for (const message of messages(bytes)) {
        if (armed && !armed.isOver) {
          if (!armed.watched && message.text === 'begin') armed.watched = near
          if (armed.watched === near && message.isStatement) {
            if (++armed.seen === armed.nth) finish(armed, 'within')
            else if (message.text === 'commit') armed.isCommitting = true
          }
        }
        if (!(armed?.isOver && armed.watched === near)) far.write(message.bytes)
      }
    })
    far.on('data', (bytes) => {
      const isWatched = armed?.watched === near
      if (armed && isWatched && armed.isCommitting && !armed.isOver) finish(armed, 'after commit')
      if (!(isWatched && armed?.isOver)) near.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: route.urlAt((server.address() as AddressInfo).port),
    endAt: (nth, end) =>
      new Promise((done) => {
        armed = { nth, end, done, watched: null, seen: 0, isCommitting: false, isOver: false }
      }),
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

interface Message {
  bytes: Buffer
  /** The end of a statement, simple or extended. */
  isStatement: boolean
  /** Of a simple one. */
  text: string
}

/** Cuts what a client sends into messages: the first has no letter, the others have a letter and a length. */
function messageReader(): (bytes: Buffer) => Message[] {
  let rest = Buffer.alloc(0)
  let isStarted = false
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    const found: Message[] = []
    for (;;) {
      const head = isStarted ? 1 : 0
      if (rest.length < head + 4) return found
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return found
      const message = rest.subarray(0, length)
      const letter = isStarted ? String.fromCharCode(message[0] ?? 0) : ''
      const text = letter === 'Q' ? message.toString('utf8', 5, length - 1) : ''
      found.push({ bytes: message, isStatement: letter === 'Q' || letter === 'S', text })
      isStarted = true
      rest = rest.subarray(length)
    }
  }
}
