import type { RequestListener } from 'node:http'
import { type ErrorCode, errorStatus } from '@lantern/contract/errors.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPublishedPath } from '#cms/index.ts'
import { forLog } from '#kit/failures.ts'
import { noteAnswer } from '#kit/request-log.ts'
import type { App } from '#kit/route.ts'
import { sentencePage } from '#kit/sentence-page.ts'
import type { Services } from '#kit/services.ts'
import { type GuestPage, guestFront, guestRequest, memberKeyOf, type NotKept } from './pages/guest-pages.ts'
import { type InProcessCalls, inProcessCalls, transportOf } from './pages/in-process-calls.ts'
import { MemberPages } from './pages/member-pages.ts'
import { dependenciesHeard, listenToChanges } from './pages/page-dependencies.ts'
import { pageRenderer, type Visit } from './pages/page-renderer.ts'
import { answerPage, type PageRequest, pageRequestOf, type RenderedPage } from './pages/page-request.ts'
import { routeOfPage } from './pages/page-route.ts'
import { builtPages, type PageSource } from './pages/page-source.ts'

export type { PageSource } from './pages/page-source.ts'

export interface Pages {
  /** Stands in front of the framework: answers kept pages from the HTTP listener itself. */
  front: (framework: RequestListener) => RequestListener
  register(app: App): Promise<void>
  /** Loads what pages are made with, so that the first visitors need not wait for it. */
  warmUp(): Promise<void>
}

/** Rendered before the first visit: they load most modules of the other pages. Both take less than a second. */
const warmingPages = ['/', '/tutorials']

/** The pages of the site: built files, React Router's handler with the API inside the process, and what is kept. */
export function createPages(services: Services, source: PageSource = builtPages(services)): Pages {
  const isBuilt = source.mode === 'production'
  const { render, renderForEverybody } = pageRenderer(services, source)
  const notKept: NotKept = new WeakMap()
  let registered: App | undefined

  const memberPages = new MemberPages<Visit>({
    async make(key) {
      const everybody = guestRequest(services, key)
      const { send, dependsOn } = dependenciesHeard(callsFor(everybody).send)
      const { fill = null, body } = await renderForEverybody(everybody, transportOf({ send }))
      // the data of its loaders and what React keeps of the tree are about as much again, twice
      return { fill, bytes: 3 * body.length, dependsOn: dependsOn() }
    },
    maxBytes: 32 * 1024 * 1024,
    freshMs: 30_000,
    now: () => services.clock.now().getTime(),
    onError: (err) => services.log.warn({ err }, 'a page of members was not refreshed'),
  })
  services.metrics.gauge('member_pages', 'Pages that are kept for members', () => memberPages.size)
  services.metrics.gauge('member_page_bytes', 'What they take of the memory', () => memberPages.bytes)
  listenToChanges(services.events, (changed) => memberPages.invalidate(changed))

  /** The frame of the page stands, and what is inside says why there is nothing: every call is answered so. */
  function answerAway(page: PageRequest): Promise<RenderedPage> {
    const code: ErrorCode = 'unavailable'
    const message = services.text(page.locale, `error.${code}`)
    return render(page, async () => ({ status: errorStatus[code], body: { code, message } }))
  }

  async function answer(page: PageRequest): Promise<RenderedPage> {
    const calls = callsFor(page)
    const key = isBuilt && page.method === 'GET' && seesWhatAllSee(page.viewer) ? memberKeyOf(page) : null
    const kept = key === null ? null : await memberPages.answer(key, { page, transport: transportOf(calls) })
    if (kept) return kept
    const rendered = await render(page, transportOf(calls))
    return { ...rendered, cookies: [...rendered.cookies, ...calls.cookies] }
  }

  /** The same for everybody who is not signed in. */
  async function answerGuests(page: PageRequest): Promise<GuestPage> {
    const { send, dependsOn } = dependenciesHeard(callsFor(page).send)
    const rendered = await render(page, transportOf({ send }))
    return { ...rendered, dependsOn: dependsOn() }
  }

  function callsFor(page: PageRequest): InProcessCalls {
    if (!registered) throw new Error('The pages are not registered yet')
    return inProcessCalls(registered, page)
  }

  return {
    front: isBuilt
      ? guestFront(services, answerGuests, (path) => isPublishedPath(services.db, path), notKept)
      : (framework) => framework,

    async register(app) {
      registered = app
      await source.serveFiles(app)
      app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
        done(null, body),
      )
      app.route({
        method: ['GET', 'HEAD', 'POST'],
        url: '/*',
        schema: { hide: true },
        config: { isPage: true },
        onRequest: async (request, reply) => {
          if (app.programs.has(request.url)) throw app.programs.refusalOf(request, reply)
        },
        handler: async (request, reply) => {
          noteAnswer(request.raw, ...pageOf(request.url))
          try {
            const asked = pageRequestOf(request)
            const page = request.isDatabaseAway
              ? await answerAway(asked)
              : (notKept.get(request.raw) ?? (await answer(asked)))
            if (page.status === 503) reply.header('retry-after', 2)
            return answerPage(page, reply)
          } catch (err) {
            return answerSentence(services, err, request, reply)
          }
        },
      })
    },

    async warmUp() {
      if (!isBuilt) return
      for (const url of warmingPages) await registered?.inject(url)
    },
  }
}

/** A member without an organisation: lists, pages and search show them the same items as a guest. */
function seesWhatAllSee(viewer: Viewer): boolean {
  if (viewer.kind !== 'user') return false
  return viewer.groups.length === 0 && viewer.memberships.length === 0 && viewer.classes.length === 0
}

/** Data of a page come from its path with an ending. */
function pageOf(url: string): ['page' | 'page_data', string] {
  const path = url.split('?', 1)[0] ?? ''
  if (!path.endsWith('.data')) return ['page', routeOfPage(path)]
  return ['page_data', routeOfPage(path.slice(0, -'.data'.length).replace(/^\/_root$/, '/'))]
}

/** The renderer itself failed: no script, no style, but a person reads a sentence and not a program's answer. */
function answerSentence(services: Services, err: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  services.log.error({ err, ...forLog(request) }, 'a page could not be rendered')
  const sentence = services.text(request.locale, 'error.internal')
  return reply
    .status(500)
    .type('text/html; charset=utf-8')
    .send(sentencePage({ sentence, locale: request.locale, comesBack: false }))
}
