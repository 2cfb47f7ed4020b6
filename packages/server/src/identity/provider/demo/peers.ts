import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { callbackPaths } from '@lantern/contract/identity/outside-ways.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { escapeHtml } from '#kit/escape-html.ts'
import { plainStyle } from '#kit/plain-document.ts'
import type { App } from '#kit/route.ts'
import type { OpenIdSettings } from '../openid-source.ts'
import type { WeixinSettings } from '../weixin-source.ts'
import { type DemoChatApp, demoChatApp } from './chat-app.ts'
import type { DemoProviderOptions, mountedAt } from './identity-provider.ts'
import { inProcessFetch } from './in-process-fetch.ts'
import { demoStylePath, pageHeaders, peopleList, sendDemoPage } from './page.ts'
import { identityProviderPeople } from './people.ts'

const identityPath = '/demo-identity'
const chatAppPath = '/demo-chat-app'

type PeerSettings = 'timeoutSeconds' | 'log'

export interface DemoPeers {
  identityProvider: Omit<OpenIdSettings, PeerSettings>
  chatApp: Omit<WeixinSettings, PeerSettings>
}

/**
 * The other sites of the demo, played by this one: an OpenID provider and a chat app below paths of their own. They are
 * reached as others are, by their protocols. In production this is never called, and their code is never loaded.
 */
export function demoPeers(app: App): DemoPeers {
  const { config } = app.services
  const client = { clientId: 'lantern', clientSecret: randomBytes(24).toString('base64url') }
  const chatApp = { appId: 'wxdemo0000000000', appSecret: randomBytes(24).toString('base64url') }
  const issuer = `${config.publicUrl}${identityPath}`

  let running: Promise<RunningProvider> | undefined
  /** Started by the first visit: most demos never need it. */
  const provider = () => {
    running ??= startProvider({
      issuer,
      ...client,
      redirectUri: `${config.publicUrl}${callbackPaths.unityId}`,
      interactionPath: (uid) => `${identityPath}/interaction/${uid}`,
    })
    return running
  }
  app.register(async (scope) => {
    // nothing is read from the forms of people, the choice is in the address; the provider reads its own
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    styleRoute(scope as App)
    identityProviderRoutes(scope as App, provider)
    chatAppRoutes(scope as App, demoChatApp(chatApp))
  })

  const fetch = inProcessFetch(app)
  return {
    identityProvider: { issuer, ...client, fetch },
    chatApp: {
      ...chatApp,
      openUrl: `${config.publicUrl}${chatAppPath}`,
      apiUrl: `${config.publicUrl}${chatAppPath}`,
      fetch,
    },
  }
}

interface RunningProvider {
  provider: Provider
  handle: ReturnType<typeof mountedAt>
}

async function startProvider(options: DemoProviderOptions): Promise<RunningProvider> {
  const { warn } = console
  // on import it warns of every Node release that is not long-term supported yet, which no operator of a demo can use
  console.warn = () => undefined
  const { demoIdentityProvider, mountedAt } = await import('./identity-provider.ts').finally(() => {
    console.warn = warn
  })
  const provider = demoIdentityProvider(options)
  allowAnyOwnHost(provider)
  return { provider, handle: mountedAt(provider, identityPath) }
}

/** Visitors may know the demo by several addresses; the way back only has to be the callback of this site. */
function allowAnyOwnHost(provider: Provider): void {
  Object.assign(provider.Client.prototype, {
    redirectUriAllowed: (address: string) => {
      const path = URL.canParse(address) ? new URL(address).pathname : ''
      return path === callbackPaths.unityId || /^\/sign-in\/school\/[\w-]+\/return$/.test(path)
    },
  })
}

function styleRoute(scope: App): void {
  scope.get(demoStylePath, { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, no-cache')
      .send(plainStyle(scope.services.config, join(import.meta.dirname, 'page.css'))),
  )
}

function identityProviderRoutes(scope: App, running: () => Promise<RunningProvider>): void {
  const { text, config } = scope.services

  scope.get<{ Params: { uid: string } }>(
    `${identityPath}/interaction/:uid`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { provider } = await running()
      const interaction = await provider.interactionDetails(request.raw, reply.raw).catch(() => null)
      if (!interaction) return sendExpired(request, reply, 'identity')
      const { locale } = request
      const here = `${identityPath}/interaction/${interaction.uid}`
      return sendDemoPage(reply, text, {
        looking: request,
        peer: 'identity',
        title: text(locale, 'demo.identity.title'),
        content: `<p class="lead">${escapeHtml(text(locale, 'demo.identity.lead'))}</p>
${peopleList(text, locale, identityProviderPeople, ({ id }) => `${here}/${id}`)}
<a class="cancel" href="${here}/cancel">${escapeHtml(text(locale, 'demo.cancel'))}</a>`,
      })
    },
  )

  scope.get(`${identityPath}/interaction/:uid/cancel`, { schema: { hide: true } }, (request, reply) =>
    finish(request, reply, { error: 'access_denied', error_description: 'The person cancelled' }),
  )

  scope.post<{ Params: { person: string } }>(
    `${identityPath}/interaction/:uid/:person`,
    { schema: { hide: true } },
    (request, reply) => finish(request, reply, { login: { accountId: request.params.person, remember: false } }),
  )

  scope.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: `${identityPath}/*`,
    schema: { hide: true },
    async handler(request, reply) {
      const { handle } = await running()
      reply.hijack()
      // the visitor's own word for where they are, not from headers that any client can send
      request.raw.headers['x-forwarded-host'] = request.host
      request.raw.headers['x-forwarded-proto'] = config.publicUrl.startsWith('https:') ? 'https' : request.protocol
      reply.raw.setHeader('cross-origin-opener-policy', pageHeaders['cross-origin-opener-policy'])
      await handle(request.raw, reply.raw)
    },
  })

  async function finish(request: FastifyRequest, reply: FastifyReply, result: object) {
    const { provider } = await running()
    try {
      return reply.redirect(await provider.interactionResult(request.raw, reply.raw, { ...result }), 303)
    } catch {
      return sendExpired(request, reply, 'identity')
    }
  }
}

function chatAppRoutes(scope: App, chatApp: DemoChatApp): void {
  const { text } = scope.services

  scope.get<{ Querystring: Record<string, string> }>(
    `${chatAppPath}/connect/qrconnect`,
    { schema: { hide: true } },
    (request, reply) => {
      const { redirect_uri: back = '', state = '' } = request.query
      const { locale } = request
      const returning = ownCallback(request, back)
      if (!returning) return sendExpired(request, reply, 'chat_app')
      const query = new URLSearchParams({ redirect_uri: back, state })
      return sendDemoPage(reply, text, {
        looking: request,
        peer: 'chat_app',
        title: text(locale, 'demo.chat_app.title'),
        content: `<p class="lead">${escapeHtml(text(locale, 'demo.chat_app.lead'))}</p>
${peopleList(text, locale, chatApp.people, ({ id }) => `${chatAppPath}/connect/confirm/${id}?${query}`)}
<a class="cancel" href="${escapeHtml(withQuery(returning, { state }))}">${escapeHtml(text(locale, 'demo.cancel'))}</a>`,
      })
    },
  )

  scope.post<{ Params: { person: string }; Querystring: Record<string, string> }>(
    `${chatAppPath}/connect/confirm/:person`,
    { schema: { hide: true } },
    (request, reply) => {
      const { redirect_uri: back = '', state = '' } = request.query
      const returning = ownCallback(request, back)
      const code = chatApp.confirm(request.params.person)
      if (!returning || !code) return sendExpired(request, reply, 'chat_app')
      reply.header('cross-origin-opener-policy', pageHeaders['cross-origin-opener-policy'])
      return reply.redirect(withQuery(returning, { code, state }), 303)
    },
  )

  // as the chat app sends it: JSON that calls itself plain text
  scope.get<{ Querystring: Record<string, string> }>(
    `${chatAppPath}/sns/oauth2/access_token`,
    { schema: { hide: true } },
    ({ query }, reply) => reply.type('text/plain').send(JSON.stringify(chatApp.answerToken(query))),
  )
  scope.get<{ Querystring: Record<string, string> }>(
    `${chatAppPath}/sns/userinfo`,
    { schema: { hide: true } },
    ({ query }, reply) => reply.type('text/plain').send(JSON.stringify(chatApp.answerPerson(query))),
  )
}

function sendExpired(request: FastifyRequest, reply: FastifyReply, peer: 'identity' | 'chat_app') {
  const { text } = request.server.services
  const { locale } = request
  return sendDemoPage(
    reply,
    text,
    {
      looking: request,
      peer,
      title: text(locale, 'demo.failed_title'),
      content: `<p class="lead">${escapeHtml(text(locale, 'demo.failed_text'))}</p>
<a class="cancel" href="/">${escapeHtml(text(locale, 'demo.back'))}</a>`,
    },
    400,
  )
}

/** The callback of this site on the host of the request, or nothing: the demo sends nobody elsewhere. */
function ownCallback(request: FastifyRequest, address: string): URL | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return url.host === new URL(`${request.protocol}://${request.host}`).host && url.pathname === callbackPaths.weixin
    ? url
    : null
}

function withQuery(url: URL, query: Record<string, string>): string {
  const target = new URL(url)
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
  return target.href
}
