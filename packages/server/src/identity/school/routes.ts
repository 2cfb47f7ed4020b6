import { withParameters } from '@lantern/contract/identity/outside-ways.ts'
import * as contract from '@lantern/contract/identity/school-sign-in.ts'
import { redirectOrNull } from '@lantern/contract/redirects.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#kit/errors.ts'
import { type App, httpRoute, route } from '#kit/route.ts'
import { inTransaction } from '#kit/sql.ts'
import { requireRole } from '../organisations/members.ts'
import { openIdSource } from '../provider/openid-source.ts'
import { type OutsideSource, Unproved } from '../provider/outside-source.ts'
import type { PlayedProvider } from '../provider/sources.ts'
import { countUse } from '../rate-limits.ts'
import { closeSession, countryOf, sendSessionCookie } from '../session/index.ts'
import { casSource } from './cas-source.ts'
import { rememberSchoolDeparture, takeSchoolDeparture } from './departures.ts'
import { bindToSchool, signInBySchool } from './enter-by-school.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { samlOf, samlRoutes } from './saml-routes.ts'
import { samlSource } from './saml-source.ts'
import { entryOf, sayFailure } from './say-failure.ts'
import { findSchool, requireSchool, type School } from './schools.ts'
import { lockSettings, readSettings, saveSettings, sealedAs, switchSettings } from './settings.ts'

/** A school behind one address signs in at once. */
const departuresPerTenMinutes = 600

type Navigation = { Params: { slug: string }; Querystring: Record<string, string | string[] | undefined> }

/** Signing in by the provider of an organisation, and how its admins set it up. `played`: the demo's own. */
export function schoolRoutes(app: App, played: PlayedProvider | null): void {
  const { services } = app
  const sources = new Map<string, { version: number; source: OutsideSource }>()
  samlRoutes(app)

  route(app, contract.getSchoolSignIn, ({ viewer, params }) => {
    requireRole(viewer, params.id, 'admin')
    return readSettings(services, params.id)
  })

  route(app, contract.saveSchoolSignIn, ({ viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    return saveSettings(services, viewer, params.id, body)
  })

  route(app, contract.switchSchoolSignIn, ({ viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    return switchSettings(services, viewer, params.id, body)
  })

  route(app, contract.getSchool, async ({ params }) => {
    const { id, name } = await requireSchool(services, params.slug)
    return { id, name }
  })

  httpRoute(app, contract.departToSchool, async ({ viewer, params, body, request, reply }) => {
    const school = await findSchool(services, params.slug)
    if (!school || (body.purpose === 'bind' && !school.isOn)) throw refuse('not_found')
    if (body.purpose === 'test') requireRole(viewer, school.id, 'admin')
    try {
      return { url: await depart(school, request, reply, { ...body, viewer }) }
    } catch (error) {
      if (!(error instanceof Unproved && body.purpose === 'test')) throw error
      const { fault, cause } = error
      throw refuse(error.code, { cause, details: [{ field: 'issuer', message: `identity.school_fault_${fault}` }] })
    }
  })

  app.get<Navigation>('/sign-in/school/:slug/start', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const entry = contract.schoolSignInPath(request.params.slug)
    const redirectTo = redirectOrNull(single(request.query.redirect_to) ?? '') ?? '/'
    // an account that is here already is bound when its owner says so on the page
    if (request.viewer.kind === 'user') return reply.redirect(entry, 303)
    try {
      const school = await requireSchool(services, request.params.slug)
      const wish = { purpose: 'sign_in' as const, viewer: null, redirectTo }
      return reply.redirect(await depart(school, request, reply, wish), 303)
    } catch (error) {
      return sayFailure(reply, error, { departure: null, slug: request.params.slug })
    }
  })

  app.get<Navigation>('/sign-in/school/:slug/return', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const state = single(request.query.state)
    const departure = await takeSchoolDeparture(services, request, state)
    try {
      const school = await findSchool(services, request.params.slug)
      // the address belongs to one provider: another one's answer is not taken here
      if (!departure || !school || school.id !== departure.organisationId || school.version !== departure.version)
        throw refuse('authorization_expired')
      const here = hereOf(school, request)
      const url = new URL(request.url, here)
      const { nonce, codeVerifier, organisationId, version, redirectTo } = departure
      const { id: subject, name } =
        departure.answer ?? (await sourceOf(school).identify({ url, state: state ?? '', nonce, codeVerifier }))
      const by = { organisationId, version, subject, name }
      if (departure.purpose === 'sign_in') {
        const token = await signInBySchool(services, by, {
          ip: request.ip,
          userAgent: request.headers['user-agent'] ?? '',
          country: await countryOf(services, request),
          locale: request.locale,
        })
        await closeSession(services, services.db, request)
        sendSessionCookie(services, reply, token)
        return reply.redirect(redirectTo, 303)
      }
      // who left has to be who comes back
      const { viewer } = request
      if (viewer.kind !== 'user' || viewer.id !== departure.userId) throw refuse('authorization_expired')
      if (departure.purpose === 'test') {
        requireRole(viewer, organisationId, 'admin')
        await rememberTest(by)
        return reply.redirect(withParameters(entryOf(departure, school.slug), { tested: 'true' }), 303)
      }
      await bindToSchool(services, by, { userId: viewer.id, sessionId: viewer.sessionId })
      return reply.redirect(redirectTo, 303)
    } catch (error) {
      return sayFailure(reply, error, { departure, slug: request.params.slug })
    }
  })

  async function rememberTest({ organisationId, version, subject, name }: Parameters<typeof signInBySchool>[1]) {
    await inTransaction(services.db, async (trx) => {
      await lockSettings(trx, organisationId, version)
      await trx
        .updateTable('school_sign_ins')
        .set({ tested_at: services.clock.now(), tested_as: name ?? subject })
        .where('organisation_id', '=', organisationId)
        .execute()
    })
  }

  async function depart(
    school: School,
    request: FastifyRequest,
    reply: FastifyReply,
    wish: { purpose: 'sign_in' | 'bind' | 'test'; viewer: SignedIn | null; redirectTo: string },
  ): Promise<string> {
    const limit = { key: `depart:${request.ip}`, windowSeconds: 600, most: departuresPerTenMinutes }
    await countUse(services.db, limit, services.clock.now())
    const remembered = await rememberSchoolDeparture(services, request, reply, {
      organisationId: school.id,
      version: school.version,
      purpose: wish.purpose,
      userId: wish.viewer?.id ?? null,
      redirectTo: redirectOrNull(wish.redirectTo) ?? '/',
    })
    const { publicUrl } = services.config
    const here = hereOf(school, request)
    const callbackUrl = `${here}${contract.schoolSignInPath(school.slug)}/return`
    const url = await sourceOf(school).start({ ...remembered, callbackUrl, locale: request.locale, registering: false })
    return url.startsWith(`${publicUrl}/`) ? `${here}${url.slice(publicUrl.length)}` : url
  }

  /** The demo's own provider is where the visitor is, under the name they know this site by. */
  function hereOf({ issuer }: School, { protocol, host }: FastifyRequest): string {
    const { publicUrl } = services.config
    return played?.issuer === issuer && URL.canParse(`${protocol}://${host}`)
      ? new URL(`${protocol}://${host}`).origin
      : publicUrl
  }

  /** One for each provider as it is set up now: it remembers where its addresses are. */
  function sourceOf(school: School): OutsideSource {
    const known = sources.get(school.id)
    if (known?.version === school.version) return known.source
    const source = makeSource(school)
    sources.set(school.id, { version: school.version, source })
    return source
  }

  function makeSource(school: School): OutsideSource {
    switch (school.kind) {
      case 'openid':
        return providerOf(school)
      case 'cas':
        return casSource({ server: school.issuer, config: services.config, log: services.log })
      case 'saml':
        return samlSource(samlOf(services, school))
    }
  }

  function providerOf({ id, issuer, clientId, secret }: School): OutsideSource {
    const own = played?.issuer === issuer ? played : null
    return openIdSource({
      issuer,
      clientId: own?.clientId ?? clientId ?? '',
      clientSecret: own?.clientSecret ?? (secret ? services.sealer.open(secret, sealedAs(id)) : ''),
      scope: 'openid profile',
      timeoutSeconds: services.config.providerTimeoutSeconds,
      log: services.log,
      fetch: own?.fetch ?? guardedFetch(services.config),
    })
  }
}

function single(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null
}
