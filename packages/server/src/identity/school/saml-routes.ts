import { withParameters } from '@lantern/contract/identity/outside-ways.ts'
import { schoolMetadataPath, schoolSignInPath } from '@lantern/contract/identity/school-sign-in.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '#kit/errors.ts'
import { type PostedFields, takePostedFields } from '#kit/posted-fields.ts'
import type { App } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { isSecret } from '../provider/authorization-requests.ts'
import { claimAnswer, keepAnswer } from './departures.ts'
import { openSamlAnswer, readSamlAnswer, samlMetadata } from './saml-source.ts'
import { sayFailure } from './say-failure.ts'
import { findSchool, type School } from './schools.ts'

type OfSchool = { Params: { slug: string } }

/** A form with an answer of the size that is read (`saml-source.ts`), in Base64. */
const mostPosted = 160 * 1024

/** What SAML needs beside the addresses that all sign-ins of schools have: a posted answer, and what this site is. */
export function samlRoutes(app: App): void {
  const { services } = app

  void app.register(async (scope: FastifyInstance) => {
    takePostedFields(scope)
    const schema = { hide: true }

    // the same for every name there could be: it says nothing of which schools there are
    scope.get<OfSchool>(
      '/sign-in/school/:slug/metadata',
      { schema, config: { isForAll: true } },
      async (request, reply) => {
        const { slug } = request.params
        if (!/^[a-z0-9-]{1,64}$/.test(slug)) throw refuse('not_found')
        return reply
          .header('cache-control', 'public, max-age=3600')
          .type('application/samlmetadata+xml; charset=utf-8')
          .send(samlMetadata(addressesOf(services, slug)))
      },
    )

    // The provider's page posts here, so the browser brings no cookie. What the answer proves is kept with the departure,
    // and the browser is sent on to the same address by GET, where it shows that it is the one that left.
    scope.post<OfSchool>(
      '/sign-in/school/:slug/return',
      { schema, config: { isForAll: true, isPage: true, takesNoCookies: true }, bodyLimit: mostPosted },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const { slug } = request.params
        const { SAMLResponse: posted, RelayState: state = null } = (request.body ?? {}) as PostedFields
        let departure: Awaited<ReturnType<typeof claimAnswer>> = null
        try {
          const school = await findSchool(services, slug)
          if (school?.kind !== 'saml' || !isSecret(state)) throw refuse('authorization_expired')
          const { text, nonce } = openSamlAnswer(posted)
          departure = await claimAnswer(services, nonce)
          if (departure?.organisationId !== school.id || departure.version !== school.version)
            throw refuse('authorization_expired')
          const now = services.clock.now()
          await keepAnswer(services, nonce, await readSamlAnswer(samlOf(services, school), { text, nonce, now }))
          return reply.redirect(withParameters(`${schoolSignInPath(slug)}/return`, { state }), 303)
        } catch (error) {
          return sayFailure(reply, error, { departure, slug })
        }
      },
    )
  })
}

export function samlOf(services: Pick<Services, 'config' | 'log'>, school: School) {
  return {
    ...addressesOf(services, school.slug),
    issuer: school.issuer,
    ssoUrl: school.ssoUrl ?? '',
    certificates: school.certificates ?? [],
    log: services.log,
  }
}

function addressesOf({ config }: Pick<Services, 'config'>, slug: string) {
  return {
    entityId: `${config.publicUrl}${schoolMetadataPath(slug)}`,
    callbackUrl: `${config.publicUrl}${schoolSignInPath(slug)}/return`,
  }
}
