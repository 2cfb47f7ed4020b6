import { createHash } from 'node:crypto'
import { languageTag } from '@lantern/contract/locales.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#kit/route.ts'
import { escapeHtml } from '#media/index.ts'
import { allowFrame } from './frames.ts'
import { type Registering, readRegistration, register } from './registrations.ts'

// what the specification wants of a tool that is done
const close = "(window.opener||window.parent).postMessage({subject:'org.imsglobal.lti.close'},'*')"
const closeHash = createHash('sha256').update(close).digest('base64')

type Sent = Record<string, string | undefined>

/** A platform shows this in a frame while it registers us. The address proves the admin who gave it out. */
export async function registerRoutes(app: App): Promise<void> {
  const { services } = app
  await app.register(async (scope: FastifyInstance) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    const options = { schema: { hide: true }, config: { isPage: true, takesNoCookies: true } }
    scope.get('/lti/register/:ticket', options, async (request, reply) => {
      const { openid_configuration: configuration = '', registration_token: token = '' } = request.query as Sent
      const found = await readRegistration(services, ticketOf(request), configuration)
      const fields = Object.entries({ configuration, token })
        .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
        .join('')
      const label = escapeHtml(services.text(request.locale, 'lti.register_do'))
      return answer(request, reply, found, `<form method="post">${fields}<button>${label}</button></form>`)
    })
    scope.post('/lti/register/:ticket', options, async (request, reply) => {
      const { configuration = '', token = '' } = (request.body ?? {}) as Sent
      const found = await register(services, ticketOf(request), { configurationUrl: configuration, token })
      const done = escapeHtml(services.text(request.locale, 'lti.registered'))
      return answer(request, reply, found, `<p role="status">${done}</p><script>${close}</script>`)
    })
  })

  function answer(request: FastifyRequest, reply: FastifyReply, { platform, issuer }: Registering, acts: string) {
    const title = escapeHtml(services.text(request.locale, 'lti.register_title'))
    const { organisation } = platform
    const text = services.text(request.locale, 'lti.register_text', { organisation, platform: new URL(issuer).host })
    allowFrame(reply, [new URL(issuer).origin])
    return reply
      .header(
        'content-security-policy',
        `default-src 'none'; script-src 'sha256-${closeHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'`,
      )
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(
        [
          `<!doctype html><html lang="${languageTag(request.locale)}"><meta charset="utf-8">`,
          '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
          `<title>${title}</title><main><h1>${title}</h1><p>${escapeHtml(text)}</p>${acts}</main></html>`,
        ].join(''),
      )
  }
}

function ticketOf({ params }: FastifyRequest): string {
  return (params as { ticket: string }).ticket
}
