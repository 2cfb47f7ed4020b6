import websocket, { type WebSocket } from '@fastify/websocket'
import { GatewayQuery, verifyUserLogin } from '@lantern/contract/realtime/gateway.ts'
import { gatewayPath } from '@lantern/contract/realtime/gateway-rules.ts'
import type { SignedIn, Viewer } from '@lantern/contract/roles.ts'
import type { Static } from 'typebox'
import { refuse } from '#kit/errors.ts'
import { isOwnOrigin } from '#kit/own-origin.ts'
import { type App, route } from '#kit/route.ts'
import { AddressBook } from './addresses.ts'
import { Gateway, gatewayLimits, type ReadViewers, turnAway } from './gateway.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What holds the open sockets of this process. */
    gateway: Gateway
  }
}

/** The realtime gateway, and the call by which a page has its device verified. */
export async function gatewayRoutes(app: App, readViewers: ReadViewers): Promise<void> {
  const { services } = app
  const gateway = new Gateway(services, readViewers)
  app.decorate('gateway', gateway)
  const addresses = new AddressBook({ socketsPerAddress: services.config.gatewaySocketsPerAddress })
  await app.register(websocket, {
    options: { maxPayload: gatewayLimits.messageBytes, perMessageDeflate: false, clientTracking: false },
    preClose: (done) => {
      gateway.close()
      done()
    },
  })

  // the plugin ends the socket of an answer only where its own hook was reached: one that is refused before would stay,
  // half open, for as long as the process lives
  app.addHook('onResponse', async ({ raw, ws }) => {
    if (raw.headers.upgrade && !ws) raw.socket.destroySoon()
  })

  app.get(
    gatewayPath,
    {
      websocket: true,
      schema: { hide: true, querystring: GatewayQuery },
      onRequest: async (request) => {
        if (!isOwnOrigin(services.config, request)) throw refuse('forbidden')
        if (gateway.closing) throw refuse('unavailable')
        if (!addresses.mayEnter(request.ip)) throw refuse('rate_limited', { retryAfterSeconds: 60 })
      },
    },
    (socket, request) => {
      letGoOf(socket)
      const { ip, viewer } = request
      const { key } = request.query as Static<typeof GatewayQuery>
      if (!isHolder(viewer, key)) {
        addresses.wasRefused(ip)
        return turnAway(socket, viewer)
      }
      addresses.entered(ip)
      socket.on('close', () => addresses.left(ip))
      gateway.add(socket, viewer)
    },
  )

  route(app, verifyUserLogin, ({ viewer, body }) => {
    if (viewer.sessionId !== body.lskey || viewer.id !== body.userId) throw refuse('login_key_invalid')
    return { success: true }
  })
}

/** The cookie says whose session it is and the key has to be that session's: neither alone is enough. */
function isHolder(viewer: Viewer, key: string | undefined): viewer is SignedIn {
  return viewer.kind === 'user' && viewer.sessionId === key
}

/** The plugin's own listener holds the whole request for as long as the socket lives: twice the memory of a socket. */
function letGoOf(socket: WebSocket): void {
  socket.removeAllListeners('error')
  // what follows a broken connection is its end, which is heard
  socket.on('error', () => undefined)
}
