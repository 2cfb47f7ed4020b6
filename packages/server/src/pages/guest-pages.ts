import type { IncomingMessage, RequestListener } from 'node:http'
import { parametersOfLists } from '@lantern/contract/catalog/list-parameters.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'
import type { Things } from '#kit/changed-things.ts'
import { securityHeadersOf } from '#kit/http.ts'
import { keptAddress, PageCache } from '#kit/page-cache.ts'
import { noteAnswer } from '#kit/request-log.ts'
import type { Services } from '#kit/services.ts'
import { isUserContentHost } from '#kit/user-content-host.ts'
import { sharedCaching } from './cdn.ts'
import { listenToChanges } from './page-dependencies.ts'
import type { PageRequest, RenderedPage } from './page-request.ts'
import { routeOfPage } from './page-route.ts'

const listParameters = ['page', 'sl', 'ob', 'tag', 'lang', 'prm', 'ind', 'd', 'uv']

const itemParameters = ['tab', 'uv', 'projectId', 'courseId', 'chapterId', 'sectionId']

/** Pages that say in their components what is one member's own (web/pages/own-data.ts), with the parameters as below. */
const memberPages: readonly { path: RegExp; parameters: readonly string[] }[] = [
  { path: /^\/$/, parameters: ['tab'] },
  { path: /^\/(tutorials|projects|courses)$/, parameters: listParameters },
  { path: /^\/search$/, parameters: ['k', 'q', 't', 'page', 'sl', 'ob', 'tag', 'lang', 'prm', 'ind', 'd', 'uv'] },
  { path: /^(\/campus)?\/(tutorial|project|course)\/[\w-]{1,160}$/, parameters: itemParameters },
]

/** Pages that are the same for every guest, and the query parameters that change what they show. */
const guestPages: typeof memberPages = [
  ...memberPages,
  { path: /^\/live-calendar$/, parameters: ['tab', 'period', 'page', 'day'] },
  { path: /^(\/campus)?\/(quiz|liveSession)\/[\w-]{1,160}$/, parameters: itemParameters },
]

/** Every page may be asked for in a language. */
const parametersIn = (pages: typeof guestPages) => (path: string) => {
  const page = pages.find((one) => one.path.test(path))
  return page ? [...page.parameters, wireNames.language] : null
}

const ofGuests = parametersIn(guestPages)
const ofMembers = parametersIn(memberPages)

/** Pages that editors made may show lists of the catalogue, each with parameters of its own. */
const managedParameters = [...new Set([...listParameters, ...parametersOfLists, wireNames.language])]

/** A page, and what has to change before it is another. */
export type GuestPage = RenderedPage & { dependsOn: Things }

/** Not-found pages and redirects: not kept, so the framework answers waiting requests. */
export type NotKept = WeakMap<IncomingMessage, RenderedPage>

/** Answers kept pages from the HTTP listener itself, in front of the framework; everything else goes on to it. */
export function guestFront(
  services: Services,
  render: (page: PageRequest) => Promise<GuestPage>,
  isManagedPath: IsManagedPath,
  notKept: NotKept,
): (framework: RequestListener) => RequestListener {
  const cache = guestCache(services, isManagedPath)
  const security = securityHeadersOf(services.config)
  const running = new Map<string, Promise<RenderedPage | null>>()

  /** Renders for the cache; simultaneous requests for the same page wait for this one. */
  function renderOnce(key: string): Promise<RenderedPage | null> {
    const work = running.get(key) ?? renderKept(key).finally(() => running.delete(key))
    running.set(key, work)
    return work
  }

  /** Says what it rendered, if nothing changed meanwhile. */
  async function renderKept(key: string): Promise<RenderedPage | null> {
    const version = cache.version
    try {
      const page = await render(guestRequest(services, key))
      // the framework gives them to every other answer
      const headers = { ...security, ...page.headers }
      await cache.keep(key, version, { ...page, headers, status: page.cookies.length > 0 ? 0 : page.status })
      return cache.version === version ? page : null
    } catch (error) {
      cache.giveUp(key)
      throw error
    }
  }

  return (framework) => (request, response) => {
    const key = isUserContentHost(services.config, request) ? null : cache.keyOf(request)
    if (!key) return framework(request, response)
    const path = pathOf(key)
    const refresh = () => {
      renderOnce(key).catch((err) => services.log.warn({ err, path }, 'a page was not refreshed'))
    }
    const answer = (outcome: 'kept' | 'rendered') => {
      if (!cache.answer(key, request, response, refresh)) return false
      noteAnswer(request, 'kept_page', routeOfPage(path))
      services.metrics.keptPages.inc({ outcome })
      return true
    }
    if (answer('kept')) return
    renderOnce(key).then(
      (page) => {
        if (answer('rendered')) return
        if (page && isForAll(page, request)) notKept.set(request, page)
        framework(request, response)
      },
      () => framework(request, response),
    )
  }
}

/** Behind it stands what people search for. */
function pathOf(key: string): string {
  return key.slice(key.indexOf(' ') + 1, key.indexOf('?'))
}

/** A fault may be over when it is tried again. Where a redirect leads may tell of a campaign, which the key leaves out. */
function isForAll({ status, cookies }: RenderedPage, { url = '' }: IncomingMessage): boolean {
  return status >= 300 && status < 500 && cookies.length === 0 && !url.includes('utm_')
}

/** Whether editors made a page for visitors at this path. It is asked for every request, so it answers at once. */
export type IsManagedPath = (path: string) => boolean

function guestCache({ config, events, metrics }: Services, isManagedPath: IsManagedPath): PageCache {
  const cache = new PageCache({
    parametersOf: (path) =>
      ofGuests(path) ??
      // only those that there are: guessed addresses take no room
      (isManagedPath(path) ? managedParameters : null),
    maxBytes: 20 * 1024 * 1024,
    shared: (dependsOn) => sharedCaching(config, dependsOn),
    freshMs: 30_000,
  })
  metrics.gauge('kept_pages', 'Pages that are kept for guests', () => cache.size)
  metrics.gauge('kept_page_bytes', 'What they take of the memory', () => cache.bytes)
  listenToChanges(events, (changed) => cache.invalidate(changed))
  return cache
}

/** The key of a member's page that is kept for all of its readers; null where there is none. */
export function memberKeyOf({ locale, url }: PageRequest): string | null {
  const address = keptAddress(url, ofMembers)
  return address && `${locale} ${address.path}?${address.query}`
}

/** The same request for everybody: only what the key is made of is left of it. */
export function guestRequest({ config }: Services, key: string): PageRequest {
  const [locale = '', url = '/'] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)]
  return {
    url: url.endsWith('?') ? url.slice(0, -1) : url,
    method: 'GET',
    headers: { cookie: `lantern_locale=${locale}`, host: new URL(config.publicUrl).host },
    body: undefined,
    locale: locale as OfferedLocale,
    ip: '127.0.0.1',
    viewer: { kind: 'guest' },
  }
}
