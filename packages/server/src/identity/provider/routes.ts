import { getAuthUrl, listBindings, logLoginTip, removeBinding } from '@lantern/contract/identity/identity-provider.ts'
import { bindPath, callbackPaths, type OutsideWay, withParameters } from '@lantern/contract/identity/outside-ways.ts'
import { isOfferedLocale, type OfferedLocale } from '@lantern/contract/locales.ts'
import { redirectOrNull, signInPath } from '@lantern/contract/redirects.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, refuse } from '#kit/errors.ts'
import { localeCookie } from '#kit/http.ts'
import { type App, blockedBy, httpRoute, route } from '#kit/route.ts'
import { sendPreference } from '../preferences.ts'
import { countUse } from '../rate-limits.ts'
import { schoolRoutes } from '../school/routes.ts'
import { closeSession, countryOf, sendSessionCookie } from '../session/index.ts'
import { type AuthorizationRequest, rememberDeparture, takeDeparture } from './authorization-requests.ts'
import { bindIdentity, readBindings, unbindIdentity } from './bindings.ts'
import type { OutsideSource } from './outside-source.ts'
import { signInByIdentity } from './sign-in-by-identity.ts'
import { offeredWays, outsideSources } from './sources.ts'

/** Departures to other sites that one address may start in ten minutes: a school behind one address signs in at once. */
const departuresPerTenMinutes = 300

/** A parameter that is given twice comes as a list. */
type Navigation = { Querystring: Record<string, string | string[] | undefined> }

/** Signing in and binding through other sites. The addresses that a browser visits answer with where to go next. */
export function providerRoutes(app: App): void {
  const { sources, played } = outsideSources(app)
  const { services } = app
  schoolRoutes(app, played)

  httpRoute(app, getAuthUrl, async ({ query, request, reply }) => {
    const source = sources.unityId
    if (!source) throw refuse('not_found')
    const locale = isOfferedLocale(query.locale) ? query.locale : request.locale
    return { url: await depart(source, request, reply, { ...query, locale, registering: query.is_reg ?? false }) }
  })

  route(app, listBindings, async ({ viewer }) => ({
    bindings: await readBindings(services.db, viewer.id),
    offered: offeredWays(services),
  }))

  route(app, removeBinding, async ({ viewer, body }) => ({
    bindings: await unbindIdentity(services, viewer, body.type),
  }))

  route(app, logLoginTip, async ({ viewer }) => {
    await services.db
      .updateTable('users')
      .set({ login_tip_seen_at: services.clock.now() })
      .where('id', '=', viewer.id)
      .where('login_tip_seen_at', 'is', null)
      .execute()
    return { success: true }
  })

  navigation('/u3d/oauth/unityId/login', signInThrough('unityId'))
  navigation('/u3d/auth/weixin/login', signInThrough('weixin'))
  navigation('/auth/unityId/authorization', bindThrough('unityId'))
  navigation('/auth/weixin/authorization', bindThrough('weixin'))
  navigation(callbackPaths.unityId, returnFrom('unityId'))
  navigation(callbackPaths.weixin, returnFrom('weixin'))

  type Visit = (request: FastifyRequest<Navigation>, reply: FastifyReply) => Promise<FastifyReply>

  function navigation(path: string, visit: Visit): void {
    app.get<Navigation>(path, { schema: { hide: true } }, (request, reply) => {
      reply.header('cache-control', 'no-store')
      // a stricter word in between would cut a login window off from the page that opened it
      reply.header('cross-origin-opener-policy', 'unsafe-none')
      return visit(request, reply)
    })
  }

  function signInThrough(way: OutsideWay): Visit {
    return async (request, reply) => {
      const redirectTo = ownPath(request, request.query.redirect_to)
      if (request.viewer.kind === 'user') return reply.redirect(redirectTo, 303)
      return leave(way, request, reply, redirectTo)
    }
  }

  function bindThrough(way: OutsideWay): Visit {
    return async (request, reply) => {
      const redirectTo = ownPath(request, request.query.redirect_to)
      if (request.viewer.kind === 'guest') return reply.redirect(signInPath(bindPath(way, redirectTo)), 303)
      return leave(way, request, reply, redirectTo)
    }
  }

  async function leave(way: OutsideWay, request: FastifyRequest, reply: FastifyReply, redirectTo: string) {
    try {
      const source = sources[way]
      if (!source) throw refuse('not_found')
      const { locale } = request
      const url = await depart(source, request, reply, { redirect_to: redirectTo, locale, registering: false })
      return reply.redirect(url, 303)
    } catch (error) {
      return sayFailure(request, reply, error, way, redirectTo)
    }
  }

  async function depart(
    source: OutsideSource,
    request: FastifyRequest,
    reply: FastifyReply,
    wish: { redirect_to: string; locale: OfferedLocale; registering: boolean },
  ): Promise<string> {
    const key = `depart:${request.ip}`
    await countUse(services.db, { key, windowSeconds: 600, most: departuresPerTenMinutes }, services.clock.now())
    const { viewer } = request
    // one more way into an account is for its owner to add, and not for who found its session
    const held = viewer.kind === 'user' && blockedBy(['tfa'], viewer, services)
    if (held) throw held
    const remembered = await rememberDeparture(services, request, reply, source.way, {
      purpose: viewer.kind === 'user' ? 'bind' : 'sign_in',
      userId: viewer.kind === 'user' ? viewer.id : null,
      redirectTo: ownPath(request, wish.redirect_to),
    })
    const { locale, registering } = wish
    const callbackUrl = `${originOf(request)}${callbackPaths[source.way]}`
    const url = await source.start({ ...remembered, callbackUrl, locale, registering })
    // the demo's own peers are where the visitor is, under the name they know this site by
    const { config } = services
    const isOwn = url.startsWith(`${config.publicUrl}/demo-`) && config.mode === 'demo'
    return isOwn ? `${originOf(request)}${url.slice(config.publicUrl.length)}` : url
  }

  function returnFrom(way: OutsideWay): Visit {
    return async (request, reply) => {
      const state = single(request.query.state)
      const departure = await takeDeparture(services.db, request, way, state, services.clock.now())
      const redirectTo = departure?.redirectTo ?? '/'
      try {
        const source = sources[way]
        if (!departure || !source) throw refuse('authorization_expired')
        const url = new URL(request.url, originOf(request))
        const arrival = { url, state: state ?? '', nonce: departure.nonce, codeVerifier: departure.codeVerifier }
        return departure.purpose === 'bind'
          ? await finishBinding(source, departure, arrival, request, reply)
          : await finishSignIn(source, departure, arrival, request, reply)
      } catch (error) {
        return sayFailure(request, reply, error, way, redirectTo)
      }
    }
  }

  type Finish = (
    source: OutsideSource,
    departure: AuthorizationRequest,
    arrival: Parameters<OutsideSource['identify']>[0],
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<FastifyReply>

  const finishBinding: Finish = async (source, departure, arrival, request, reply) => {
    // who left has to be who comes back: the account is bound to nobody else
    const { viewer } = request
    if (viewer.kind === 'guest' || viewer.id !== departure.userId) throw refuse('authorization_expired')
    const outcome = await bindIdentity(services, viewer.id, await source.identify(arrival))
    const parameters =
      outcome.kind === 'bound'
        ? bindResult(source.way, true)
        : bindResult(source.way, false, outcome.kind === 'taken' ? outcome : undefined)
    return reply.redirect(withParameters(departure.redirectTo, parameters), 303)
  }

  const finishSignIn: Finish = async (source, departure, arrival, request, reply) => {
    const { redirectTo } = departure
    const outcome = await signInByIdentity(services, {
      identity: await source.identify(arrival),
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      country: await countryOf(services, request),
      locale: request.locale,
    })
    if (outcome.kind === 'existing_account') {
      const parameters = {
        ...(outcome.hasPhoneUser && { hasPhoneUser: 'true' }),
        ...(outcome.hasWechatUser && { hasWechatUser: 'true' }),
      }
      return reply.redirect(withParameters(redirectTo, parameters), 303)
    }
    await closeSession(services, services.db, request)
    sendSessionCookie(services, reply, outcome.token)
    if (isOfferedLocale(outcome.locale ?? undefined) && !request.cookies[localeCookie]) {
      sendPreference(services, reply, localeCookie, outcome.locale ?? '')
    }
    // every page says above its content that the account is suspended, why and until when
    if (!outcome.suspended) {
      sendFlash(app, reply, outcome.userStatus === 'new' ? 'signup_successfully' : 'login_successfully')
    }
    return reply.redirect(redirectTo, 303)
  }

  /** Programs get the shape of every failure; people a page of this site with the same words on it. */
  function sayFailure(
    request: FastifyRequest,
    reply: FastifyReply,
    error: unknown,
    way: OutsideWay,
    redirectTo: string,
  ): FastifyReply {
    if (!(error instanceof Refusal) || !request.headers.accept?.includes('text/html')) throw error
    if (error.code === 'tfa_required') {
      return reply.redirect(`/auth/tfa?redirect_to=${encodeURIComponent(bindPath(way, redirectTo))}`, 303)
    }
    if (request.viewer.kind === 'user') {
      return reply.redirect(withParameters(redirectTo, bindResult(way, false)), 303)
    }
    return reply.redirect(`${signInPath(redirectTo)}&problem=${error.code}`, 303)
  }

  /** A path of this site, given as such or as a whole address; anything else leads home. */
  function ownPath(request: FastifyRequest, address: string | string[] | undefined): string {
    const text = single(address) ?? ''
    const origin = originOf(request)
    return redirectOrNull(text.startsWith(`${origin}/`) ? text.slice(origin.length) : text) ?? '/'
  }

  /** Where the visitor believes to be. */
  function originOf(request: FastifyRequest): string {
    const { publicUrl, isPublicUrlGiven } = services.config
    const here = `${request.protocol}://${request.host}`
    return isPublicUrlGiven || !URL.canParse(here) ? publicUrl : new URL(here).origin
  }
}

function bindResult(
  way: OutsideWay,
  success: boolean,
  taken?: { otherHasPhone: boolean },
): Record<string, string | null> {
  return {
    bindSuccess: String(success),
    bindType: way === 'weixin' ? 'weixin' : null,
    hasLearnId: success ? null : String(taken !== undefined),
    hasLearnPhone: success ? null : String(taken?.otherHasPhone ?? false),
  }
}

function single(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null
}

/** What the next page says in passing; it is read by the page's script and forgotten. */
function sendFlash({ services }: App, reply: FastifyReply, key: string): void {
  const secure = services.config.publicUrl.startsWith('https:')
  reply.setCookie('lantern_flash', key, { path: '/', sameSite: 'lax', secure, maxAge: 60 })
}
