import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a database that can be held up: connections stay, new ones are taken, and nothing goes through. */
export interface HeldUpDatabase {
  url: string
  holdUp(): void
  /** Cuts every connection off and takes none, as when the server is not there. */
  cut(): void
  letGo(): void
  close(): void
}

export async function wayTo(databaseUrl: string): Promise<HeldUpDatabase> {
  const [, before = '', host = '', path = ''] = /^(postgresql:\/\/[^/]*@)([^/]*)(\/[^?]*)/.exec(databaseUrl) ?? []
  const folder = new URLSearchParams(databaseUrl.split('?')[1]).get('host')
  const sockets = new Set<Socket>()
  let isHeldUp = false
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const [name = '', port = '5432'] = host.split(':')
    const far = folder ? connect(`${folder}/.s.PGSQL.5432`) : connect(Number(port), name)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('data', (bytes) => other.write(bytes))
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      if (isHeldUp) socket.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `${before}127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    holdUp() {
      isHeldUp = true
      for (const socket of sockets) socket.pause()
    },
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    letGo() {
      isHeldUp = false
      isCut = false
      for (const socket of sockets) socket.resume()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
