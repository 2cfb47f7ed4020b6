import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a database that can hang: connections stay, new ones are taken, and nothing goes through. */
export interface HangingDatabase {
  url: string
  hang(): void
  /** Cuts every connection off and takes none, as when the server is not there. */
  cut(): void
  goOn(): void
  close(): void
}

/** How a database is reached: connections to it, and its address at a port of this machine that leads to it. */
export function routeOf(databaseUrl: string): { open(): Socket; urlAt(port: number): string } {
  const [, before = '', host = '', path = ''] = /^(postgresql:\/\/[^/]*@)([^/]*)(\/[^?]*)/.exec(databaseUrl) ?? []
  const folder = new URLSearchParams(databaseUrl.split('?')[1]).get('host')
  const [name = '', port = '5432'] = host.split(':')
  return {
    open: () => (folder ? connect(`${folder}/.s.PGSQL.5432`) : connect(Number(port), name)),
    urlAt: (own) => `${before}127.0.0.1:${own}${path}`,
  }
}

export async function wayTo(databaseUrl: string): Promise<HangingDatabase> {
  const route = routeOf(databaseUrl)
  const sockets = new Set<Socket>()
  let isHanging = false
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = route.open()
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
      if (isHanging) socket.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: route.urlAt((server.address() as AddressInfo).port),
    hang() {
      isHanging = true
      for (const socket of sockets) socket.pause()
    },
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    goOn() {
      isHanging = false
      isCut = false
      for (const socket of sockets) socket.resume()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
