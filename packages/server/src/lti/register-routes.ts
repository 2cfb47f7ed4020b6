import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { escapeHtml } from '#kit/escape-html.ts'
import { type PostedFields, takePostedFields } from '#kit/posted-fields.ts'
import type { App } from '#kit/route.ts'
import { allowFrame } from './frames.ts'
import { sendPlainPage } from './plain-page.ts'
import { readRegistration, register } from './registrations.ts'

// what the specification wants of a tool that is done
const code = "(window.opener||window.parent).postMessage({subject:'org.imsglobal.lti.close'},'*')"
const script = { code, hash: createHash('sha256').update(code).digest('base64') }

/** A platform shows this in a frame while it registers us. The address proves the admin who gave it out. */
export async function registerRoutes(app: App): Promise<void> {
  const { services } = app
  await app.register(async (scope: FastifyInstance) => {
    takePostedFields(scope)
    const options = { schema: { hide: true }, config: { isPage: true, takesNoCookies: true } }
    scope.get('/lti/register/:ticket', options, async (request, reply) => {
      const { openid_configuration: configuration = '', registration_token: token = '' } = request.query as PostedFields
      const { platform, issuer } = await readRegistration(services, ticketOf(request), configuration)
      const { organisation } = platform
      const say = (key: string, values?: Record<string, string>) =>
        escapeHtml(services.text(request.locale, key, values))
      const fields = Object.entries({ configuration, token })
        .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
        .join('')
      allowFrame(reply, [new URL(issuer).origin])
      return sendPlainPage(request, reply, {
        title: services.text(request.locale, 'lti.register_title'),
        content: [
          `<h1>${say('lti.register_title')}</h1>`,
          `<p>${say('lti.register_text', { organisation, platform: new URL(issuer).host })}</p>`,
          `<form method="post">${fields}<button>${say('lti.register_do')}</button></form>`,
        ].join(''),
        formAction: "'self'",
      })
    })
    scope.post('/lti/register/:ticket', options, async (request, reply) => {
      const { configuration = '', token = '' } = (request.body ?? {}) as PostedFields
      const { issuer } = await register(services, ticketOf(request), { configurationUrl: configuration, token })
      const done = services.text(request.locale, 'lti.registered')
      allowFrame(reply, [new URL(issuer).origin])
      return sendPlainPage(request, reply, {
        title: done,
        content: `<h1>${escapeHtml(done)}</h1>`,
        script,
        formAction: "'self'",
      })
    })
  })
}

function ticketOf({ params }: FastifyRequest): string {
  return (params as { ticket: string }).ticket
}
