import { createHash } from 'node:crypto'
import * as contract from '@lantern/contract/lti/step-tools.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '#kit/escape-html.ts'
import { type App, route } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { originsOf } from './claims.ts'
import { keepForFrames } from './frame-storage.ts'
import { leaveFor } from './leave-for.ts'
import { sendPlainPage } from './plain-page.ts'
import { addStepLink, readStepLink, readStepTool, readStepTools } from './step-tools.ts'
import { visitStep, visitToChooseForStep } from './tool-visits.ts'

/** Outside tools as steps of lessons. */
export function stepRoutes(app: App): void {
  const { services } = app
  route(app, contract.listStepTools, ({ services, viewer, params }) => readStepTools(services, viewer, params.id))
  route(app, contract.addStepTool, async ({ services, viewer, params, body }) => ({
    id: await addStepLink(services, viewer, params.id, body),
  }))
  route(app, contract.getStepTool, ({ services, viewer, params }) =>
    readStepTool(services, viewer, { itemId: params.id, stepId: params.stepId }),
  )

  const options = { schema: { hide: true }, config: { isPage: true, takesNoCookies: true } }
  app.get('/lti/step/:itemId/:stepId', options, async (request, reply) => {
    const { viewer, query } = request
    if (viewer.kind !== 'user') return reply.redirect(signInPath(request.url), 303)
    const isFramed = (query as { frame?: string }).frame === 'true'
    return leaveFor(reply, await visitStep(services, viewer, { ...stepOf(request), isFramed }))
  })
  app.get('/lti/step/:itemId/:stepId/frame', options, async (request, reply) => {
    const { viewer, locale } = request
    if (viewer.kind !== 'user') return reply.redirect(signInPath(request.url), 303)
    const step = stepOf(request)
    const { link, tool } = await readStepLink(services.db, viewer, step)
    const gone = services.text(locale, 'lti.step_tool_gone')
    if (!link || !tool) return sendPlainPage(request, reply, { title: gone, content: `<p>${escapeHtml(gone)}</p>` })
    const origins = originsOf([tool.loginUrl, tool.launchUrl, ...tool.redirectUrls, link.url])
    return sendPlainPage(request, reply, {
      title: link.title,
      script: keepForFrames(origins),
      content: `<iframe class="tool" src="${escapeHtml(`/lti/step/${step.itemId}/${step.stepId}?frame=true`)}" title="${escapeHtml(link.title)}" allow="fullscreen" referrerpolicy="no-referrer"></iframe>`,
      frames: ["'self'", ...origins],
    })
  })
  app.get('/lti/lesson/:itemId/:toolId', options, async (request, reply) => {
    const { viewer, params } = request
    if (viewer.kind !== 'user') return reply.redirect(signInPath(request.url), 303)
    return leaveFor(reply, await visitToChooseForStep(services, viewer, params as { itemId: string; toolId: string }))
  })
}

function stepOf({ params }: FastifyRequest): { itemId: string; stepId: string } {
  return params as { itemId: string; stepId: string }
}

/** Tells the editor, which is open in another window, what was chosen for a step. */
export function sendChosen(
  request: FastifyRequest,
  reply: FastifyReply,
  text: Services['text'],
  linkId: string | null,
): FastifyReply {
  const title = text(request.locale, linkId === null ? 'lti.step_nothing_chosen' : 'lti.step_chosen')
  const code = `new BroadcastChannel('lti-chosen').postMessage(${JSON.stringify(linkId)})`
  const script = { code, hash: createHash('sha256').update(code).digest('base64') }
  return sendPlainPage(request, reply, { title, content: `<h1>${escapeHtml(title)}</h1>`, script })
}
