import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Screen } from './screens.ts'

export interface Visit {
  locale: string
  theme: 'light' | 'dark'
  width: number
  /** `new` is somebody who was never here before. */
  phone?: string | undefined
}

let newcomers = 0

function phoneOf(name: string): string {
  if (name !== 'new') return name
  return `1356${String(Date.now() % 100_000).padStart(5, '0')}${String(newcomers++ % 100).padStart(2, '0')}`
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
  })
  await context.addCookies([{ name: 'lantern_locale', value: visit.locale, url }])
  if (visit.phone) await signIn(context, phoneOf(visit.phone))
  return context
}

const sessions = new Map<string, { name: string; value: string }[]>()

/** Signs in by SMS as a person would, reading the code from the demo's outbox; a phone signs in once for all visits. */
export async function signIn(context: BrowserContext, phone: string): Promise<void> {
  const known = sessions.get(phone)
  const page = await context.newPage()
  await page.goto('/contact')
  const origin = new URL(page.url()).origin
  if (known) await context.addCookies(known.map((cookie) => ({ ...cookie, url: origin })))
  else {
    const failure = await page.evaluate(async (mobile) => {
      const { csrfToken } = await (await fetch('/api/session')).json()
      const post = (path: string, body: object) =>
        fetch(`${path}?_csrf=${encodeURIComponent(csrfToken)}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      const sent = await post('/api/learn/cn/sms/signUp', { smsType: 'main_login', mobile })
      if (!sent.ok) return `${sent.status} ${await sent.text()}`
      const { messages } = await (await fetch(`/api/dev/outbox?to=${mobile}`)).json()
      const entered = await post('/api/learn/cn/sms/login', { smsType: 'main_login', mobile, code: messages[0].code })
      return entered.ok ? '' : `${entered.status} ${await entered.text()}`
    }, phone)
    if (failure) throw new Error(`Signing in as ${phone} failed: ${failure}`)
    sessions.set(
      phone,
      (await context.cookies())
        .filter((cookie) => cookie.name !== 'lantern_locale')
        .map(({ name, value }) => ({ name, value })),
    )
  }
  await page.close()
}

/** The address of a screen for this visitor: detail pages are found through the lists, my own pages by who I am. */
export async function addressOf(page: Page, screen: Screen): Promise<string> {
  if (screen.path.startsWith('me:')) {
    const { user } = (await (await page.request.get('/api/session')).json()) as { user: { id: string } }
    return screen.path.slice(3).replace(':id', user.id)
  }
  if (!screen.path.startsWith('find:')) return screen.path
  const [, type = '', at = '0'] = screen.path.split(':')
  const list = type === 'quiz' ? `/search?t=quiz` : `/${type}s`
  await page.goto(list)
  const links = await page
    .locator(`main a[href*="/${type}/"]`)
    .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  const found = [...new Set(links)][Number(at)]
  if (!found) throw new Error(`${list} shows no ${type} number ${at}`)
  return found
}
