import { randomInt } from 'node:crypto'
import type { APIRequestContext, Browser, BrowserContext, Cookie, Page } from 'playwright-core'
import type { Screen } from './screens.ts'

/**
 * Whether the script of a page has taken over this element; runs in the page. Parts of a page wait five seconds for the
 * first sign of a person, which this gives.
 */
export function hasScript(element: Element | null): boolean {
  window.dispatchEvent(new Event('pointermove'))
  return Object.keys(element ?? {}).some((key) => key.startsWith('__react'))
}

export interface Visit {
  locale: string
  theme: 'light' | 'dark'
  width: number
  /** `new` is a first visitor. */
  phone?: string | undefined
}

/** What the site needs to be told so that it believes `ownAddress`. */
export const behindProxy = { TRUST_PROXY: 'true' }

/** People who visit from one machine come from an address each, as in life: what is limited for one is not for all. */
export function ownAddress(): Record<string, string> {
  return { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` }
}

let phones = randomInt(10_000_000)

/** A phone that nobody has used. Processes that visit beside each other each have numbers of their own. */
export function newPhone(): string {
  const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 10
  return `135${worker}${String(phones++ % 10_000_000).padStart(7, '0')}`
}

/** A browser context of one visitor: language, colour set and width as asked, signed in when a phone is given. */
export async function visitor(browser: Browser, url: string, visit: Visit): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: visit.width, height: visit.width < 600 ? 844 : 900 },
    colorScheme: visit.theme,
    locale: visit.locale.replace('_', '-'),
    timezoneId: 'Asia/Shanghai',
    hasTouch: visit.width < 600,
    reducedMotion: 'reduce',
    extraHTTPHeaders: ownAddress(),
  })
  await context.addCookies([
    { name: 'lantern_locale', value: visit.locale, url },
    ...settled.map((cookie) => ({ ...cookie, url })),
  ])
  if (visit.phone) await signIn(context, visit.phone === 'new' ? newPhone() : visit.phone)
  return context
}

/** The visitors of a round through many screens: each person comes once, but for screens that one person sees alone. */
export function visitorsOf(browser: Browser, url: string, visit: Omit<Visit, 'phone'>) {
  const contexts = new Map<string, BrowserContext>()
  return {
    async of({ name, phone, isAlone }: Screen): Promise<BrowserContext> {
      const who = isAlone ? name : (phone ?? 'guest')
      const context = contexts.get(who) ?? (await visitor(browser, url, { ...visit, phone }))
      contexts.set(who, context)
      return context
    },
    async leave(): Promise<void> {
      for (const context of contexts.values()) await context.close()
    },
  }
}

/** The questions of a first visit are answered: they would stand in every picture and before every press. */
export const settled = [
  { name: 'lantern_cookie_preference', value: 'false' },
  { name: 'lantern_welcome_none', value: '1' },
]

/** A phone gets one code a minute, so who comes again comes with the session that they have. */
const sessions = new Map<string, Cookie>(JSON.parse(process.env.SITE_SESSIONS ?? '[]'))

/** Signs people in for the processes that this one starts. */
export async function signInForAll(phones: string[], requestOf: () => Promise<APIRequestContext>): Promise<void> {
  for (const phone of phones) {
    const request = await requestOf()
    sessions.set(phone, await enter(request, phone))
    await request.dispose()
  }
  process.env.SITE_SESSIONS = JSON.stringify([...sessions])
}

/** Signs a browser in by SMS; a phone signs in once for all visits. What the site would ask the person is put away. */
export async function signIn(context: BrowserContext, phone: string): Promise<void> {
  const known = sessions.get(phone)
  const session = known ?? (await enter(context.request, phone))
  if (known) await context.addCookies([known])
  else sessions.set(phone, session)
  const { user } = (await (await context.request.get('/api/session')).json()) as { user: { id: string } | null }
  if (!user) return
  const { domain, path } = session
  await context.addCookies(
    ['welcome', 'premium_tour', 'bind_prompt'].map((what) => ({
      name: `lantern_${what}_${user.id}`,
      value: '1',
      domain,
      path,
    })),
  )
}

/** The last message that the demo has sent to a phone or an address. */
export async function messageTo(request: APIRequestContext, to: string): Promise<{ code: string; text: string }> {
  const { messages } = await (await request.get(`/api/dev/outbox?to=${encodeURIComponent(to)}`)).json()
  if (messages.length === 0) throw new Error(`Nothing was sent to ${to}`)
  return messages[0]
}

/** Asks for a code, reads it from the demo's outbox and signs in; answers the session. */
export async function enter(request: APIRequestContext, phone: string, smsType = 'main_login'): Promise<Cookie> {
  const post = async (path: string, data: object) => {
    const { csrfToken } = await (await request.get('/api/session')).json()
    const answer = await request.post(`${path}?_csrf=${encodeURIComponent(csrfToken)}`, { data })
    if (!answer.ok()) throw new Error(`Signing in as ${phone} failed: ${answer.status()} ${await answer.text()}`)
  }
  await post('/api/learn/cn/sms/signUp', { smsType, mobile: phone })
  const { code } = await messageTo(request, phone)
  await post('/api/learn/cn/sms/login', { smsType, mobile: phone, code })
  const { cookies } = await request.storageState()
  const session = cookies.find(({ name }) => name === 'lantern_session')
  if (!session) throw new Error(`Signing in as ${phone} left no session`)
  return session
}

const devices = {
  computer: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
}

/** The person of this page signs in on another device: with the other kind of code, as one of a kind goes out a minute. */
export async function enterElsewhere(page: Page, device: keyof typeof devices): Promise<void> {
  const { user } = (await (await page.request.get('/api/session')).json()) as { user: { phone: string } }
  const other = await page
    .context()
    .browser()
    ?.newContext({
      baseURL: new URL(page.url()).origin,
      userAgent: devices[device],
      extraHTTPHeaders: ownAddress(),
    })
  if (!other) throw new Error('This page has no browser of its own')
  await enter(other.request, user.phone, 'learn')
  await other.close()
}

/** The address of a screen for this visitor: details and editors are found through the lists, my own pages by who I am. */
export async function addressOf(page: Page, screen: Screen): Promise<string> {
  if (screen.path.startsWith('me:')) {
    const { user } = (await (await page.request.get('/api/session')).json()) as { user: { id: string } }
    return screen.path.slice(3).replace(':id', user.id)
  }
  if (screen.path.startsWith('own:')) {
    const [, type = '', which = '0', address = ''] = screen.path.split(':')
    const list = await page.request.get(`/api/learn/creator/${type}/list?pageSize=100`)
    const { results } = (await list.json()) as { results: { id: string; slug: string }[] }
    const found = results.find(({ slug }) => slug === which) ?? results[Number(which)]
    return address.replace('{type}', type).replace('{id}', found?.id ?? 'none')
  }
  if (!screen.path.startsWith('find:')) return screen.path
  const [, type = '', at = '0'] = screen.path.split(':')
  const list = type === 'quiz' ? `/search?t=quiz` : `/${type}s`
  const html = await (await page.request.get(list)).text()
  const links = [...html.slice(html.indexOf('<main')).matchAll(/<a [^>]*href="([^"]*)"/g)]
    .map(([, href = '']) => href)
    .filter((href) => href.includes(`/${type}/`))
  const found = [...new Set(links)][Number(at)]
  if (!found) throw new Error(`${list} shows no ${type} number ${at}`)
  return found
}
