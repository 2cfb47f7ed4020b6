import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { countUse } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import { escapeHtml } from '#kit/escape-html.ts'
import { plainStyle } from '#kit/plain-document.ts'
import { type PostedFields, takePostedFields } from '#kit/posted-fields.ts'
import type { App } from '#kit/route.ts'
import { inTransaction } from '#kit/sql.ts'
import { keepArrival, readArrival } from './arrivals.ts'
import { takeChoice } from './choices.ts'
import { digestOf, proofOf, rememberDeparture, takeDeparture } from './departures.ts'
import { enter, enterWithTicket } from './enter.ts'
import { type PageScript, recallFromPlatform, rememberInPlatform } from './frame-storage.ts'
import { allowFrame, openFrame } from './frames.ts'
import { readLaunch } from './id-token.ts'
import { publicKeys } from './keys.ts'
import { boundAccount } from './people.ts'
import { plainStylePath, sendPlainPage } from './plain-page.ts'
import { sendPostedForm } from './posted-form.ts'
import { type ReadyPlatform, readReadyPlatform } from './ready-platform.ts'
import { noteRefusal } from './refusals.ts'

/** Launches that one address may begin in ten minutes: a school behind one address comes at once. */
const launchesPerTenMinutes = 3000

function wrongIn(sent: PostedFields, platform: ReadyPlatform): 'issuer' | 'client' | 'message' | null {
  if (sent.iss !== platform.issuer) return 'issuer'
  if ((sent.client_id ?? platform.clientId) !== platform.clientId) return 'client'
  return sent.login_hint ? null : 'message'
}

type Launching = FastifyRequest<{ Params: { id: string } }>

/** Where platforms send browsers, and where they ask for our keys. */
export async function launchRoutes(app: App): Promise<void> {
  const { services } = app

  await app.register(async (scope: FastifyInstance) => {
    takePostedFields(scope)
    // other sites send browsers here: what proves them is the token, and the state that goes with it
    const config = { isPage: true, takesNoCookies: true }
    const schema = { hide: true }

    scope.get('/lti/jwks', { schema, config: { isForAll: true } }, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').send(await publicKeys(services)),
    )
    const style = plainStyle(services.config, join(import.meta.dirname, 'plain-page.css'))
    scope.get(plainStylePath, { schema, config: { isForAll: true } }, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(style),
    )
    scope.get('/lti/login/:id', { schema, config }, (request, reply) =>
      depart(request as Launching, reply, request.query as PostedFields),
    )
    scope.post('/lti/login/:id', { schema, config }, (request, reply) =>
      depart(request as Launching, reply, (request.body ?? {}) as PostedFields),
    )
    scope.post('/lti/launch/:id', { schema, config, bodyLimit: 256 * 1024 }, (request, reply) =>
      launch(request as Launching, reply, (request.body ?? {}) as PostedFields),
    )
    scope.get('/lti/enter/:id', { schema, config }, (request, reply) => arrive(request as Launching, reply))
    scope.get('/lti/return/:id', { schema, config }, (request, reply) => goBack(request as Launching, reply))
  })

  /** The platform says that somebody wants to come: they are sent back to it for a token that proves who. */
  async function depart(request: Launching, reply: FastifyReply, sent: PostedFields): Promise<FastifyReply> {
    const platform = await platformOf(request, reply)
    const key = `lti:${request.ip}`
    await countUse(services.db, { key, windowSeconds: 600, most: launchesPerTenMinutes }, services.clock.now())
    const wrong = wrongIn(sent, platform)
    if (wrong) {
      await noteRefusal(services, 'platform', platform.id, wrong)
      throw refuse('lti_refused')
    }
    const { state, nonce } = await rememberDeparture(services, request, reply, platform.id)
    const url = new URL(platform.authUrl)
    const asked = {
      scope: 'openid',
      response_type: 'id_token',
      response_mode: 'form_post',
      prompt: 'none',
      client_id: platform.clientId,
      redirect_uri: `${services.config.publicUrl}/lti/launch/${platform.id}`,
      state,
      nonce,
      login_hint: sent.login_hint,
      lti_message_hint: sent.lti_message_hint,
    }
    for (const [name, value] of Object.entries(asked)) if (value !== undefined) url.searchParams.set(name, value)
    const storage = storageOf(sent.lti_storage_target)
    if (storage === null || !isInFrame(request)) return reply.redirect(url.href, 303)
    const label = services.text(request.locale, 'lti.to_platform')
    return sendPlainPage(request, reply, {
      title: label,
      content: `<a href="${escapeHtml(url.href)}">${escapeHtml(label)}</a>`,
      script: rememberInPlatform(keptBy(platform, storage, state), proofOf(services, state), url.href),
    })
  }

  /** The platform said at the beginning which of its windows keeps; it says so again beside the token. */
  function keptBy(platform: ReadyPlatform, storage: string, state: string) {
    return { storage, origin: new URL(platform.authUrl).origin, key: `lti-${digestOf(state).toString('hex')}` }
  }

  async function launch(request: Launching, reply: FastifyReply, sent: PostedFields): Promise<FastifyReply> {
    const platform = await platformOf(request, reply)
    const departure = await takeDeparture(services, request, platform.id, sent.state ?? '')
    if (!departure || !sent.id_token) throw refuse('lti_refused')
    if (departure.browser === 'another') throw refuse('lti_other_browser')
    const said = await readLaunch(services, platform, { token: sent.id_token, nonce: departure.nonce })
    const sameBrowser = departure.browser === 'same'
    const browser = departure.browser === 'unknown' ? digestOf(proofOf(services, sent.state ?? '')) : null
    const arrival = { platform, launch: said, sameBrowser, browser }
    const isFramed = isInFrame(request)
    if (isFramed && sameBrowser) {
      const path = await inTransaction(services.db, (trx) => enter(services, trx, { request, reply }, arrival))
      openFrame(services, reply, said.frameOrigins)
      return reply.redirect(path, 303)
    }
    const address = `/lti/enter/${await keepArrival(services, arrival)}`
    if (!isFramed) return reply.redirect(address, 303)
    allowFrame(reply, said.frameOrigins)
    const storage = storageOf(sent.lti_storage_target)
    const kept = storage === null ? undefined : recallFromPlatform(keptBy(platform, storage, sent.state ?? ''))
    return sendWindowPage(request, reply, address, kept)
  }

  /** In a window of the browser's own: whoever is signed in here as somebody else is asked first. */
  async function arrive(request: Launching, reply: FastifyReply): Promise<FastifyReply> {
    const ticket = request.params.id
    const arrival = await readArrival(services, ticket)
    if (!arrival) throw refuse('lti_refused')
    const { viewer } = request
    const bound = await boundAccount(services.db, arrival.platform.id, arrival.launch.subject)
    const { browser } = request.query as { browser?: string }
    const isKnown = typeof browser === 'string' && arrival.browser?.equals(digestOf(browser)) === true
    const isPlain = viewer.kind === 'user' ? viewer.id === bound : arrival.sameBrowser || isKnown
    if (!isPlain) return reply.redirect(`/lti/arrival/${ticket}`, 303)
    return reply.redirect(await enterWithTicket(services, { request, reply }, ticket), 303)
  }

  /** What was chosen goes to the platform through the browser. */
  async function goBack(request: Launching, reply: FastifyReply): Promise<FastifyReply> {
    const { params, locale } = request
    const taken = await takeChoice(services, params.id)
    if (!taken) throw refuse('lti_refused')
    allowFrame(reply, taken.frameOrigins)
    return sendPostedForm(request, reply, {
      label: services.text(locale, 'lti.back_to_platform'),
      action: taken.returnUrl,
      fields: { JWT: taken.token },
    })
  }

  async function platformOf({ params }: Launching, reply: FastifyReply): Promise<ReadyPlatform> {
    const platform = await readReadyPlatform(services.db, params.id)
    if (!platform) throw refuse('not_found')
    // a refusal is to be read where it happens
    allowFrame(reply, [new URL(platform.issuer).origin, new URL(platform.authUrl).origin])
    return platform
  }

  /** Where the browser keeps no cookies in a frame: a link that opens a window. The texts hold no markup. */
  function sendWindowPage(
    request: FastifyRequest,
    reply: FastifyReply,
    address: string,
    script: PageScript | undefined,
  ): FastifyReply {
    const say = (key: string) => services.text(request.locale, key)
    const link = `<a href="${address}" target="_blank" rel="opener">${say('lti.own_window')}</a>`
    const content = `<p>${say('lti.own_window_text')}</p>${link}`
    return sendPlainPage(request, reply, { title: say('lti.own_window'), content, ...(script && { script }) })
  }
}

function isInFrame({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-dest'] === 'iframe'
}

/** The name of a window; null: the platform keeps nothing. */
function storageOf(name: string | undefined): string | null {
  return name !== undefined && /^[\w-]{1,100}$/.test(name) ? name : null
}
