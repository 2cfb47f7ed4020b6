import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { hasScript, messageTo, newPhone, ownAddress, settled, signIn } from '../tools/visit.ts'

export { newPhone }

/** `SLOW_BROWSER=8`: every page has an eighth of the processor, so a journey that does not wait for a page turns red. */
const slowness = Number(process.env.SLOW_BROWSER ?? 1)

/** A journey fails when the page reports an error or a warning, except of a request that the journey made fail. */
export const test = base.extend<
  { siteLog: undefined; faults: undefined; lessonView: 'steps' | 'whole' },
  { slowPages: undefined }
>({
  slowPages: [
    async ({ browser }, use) => {
      if (slowness > 1) browser.on('context', (context) => context.on('page', slowDown))
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
  extraHTTPHeaders: async ({ browserName: _ }, use) => use(ownAddress()),
  // most journeys act on several steps of a lesson, and read it in the whole-lesson view
  lessonView: ['whole', { option: true }],
  context: async ({ context, baseURL, lessonView }, use) => {
    await context.addCookies([lessonViewCookie(baseURL ?? '', lessonView)])
    await use(context)
  },
  // before the next one: what comes first ends last, and knows of the faults too
  siteLog: [
    async ({ browserName: _ }, use, info) => {
      const before = siteLog().length
      await use(undefined)
      const body = siteLog().subarray(before)
      if (info.status === info.expectedStatus || body.length === 0) return
      await info.attach('what the site logged meanwhile', { body, contentType: 'text/plain' })
    },
    { auto: true },
  ],
  faults: [
    async ({ context }, use) => {
      const faults: string[] = []
      context.on('weberror', (error) => faults.push(String(error.error())))
      context.on('console', (message) => {
        // the browser says the second of every page that is left while its connection opens
        const isExpected = /^Failed to load resource|WebSocket is closed before the connection/.test(message.text())
        if (['error', 'warning'].includes(message.type()) && !isExpected) faults.push(message.text())
      })
      await use(undefined)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})

function siteLog(): Buffer {
  return readFileSync(String(process.env.SITE_LOG))
}

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
}

/** What a browser keeps of how its person reads lessons: step by step, or whole. */
export function lessonViewCookie(url: string, view: 'steps' | 'whole') {
  return { name: 'lantern_lesson_view', value: view, url }
}

/** For what leads on by itself before its script has come, and does more on the page with it. */
export async function isAlive(control: Locator): Promise<void> {
  // usually it is there in a moment: steps that grow to a second would be most of the wait
  await expect.poll(() => control.evaluate(hasScript), { intervals: [50] }).toBe(true)
}

/** Opens the form over the page that one is on; without its script the link leads to a page with the same form. */
export async function openSignIn(page: Page): Promise<Locator> {
  const link = page.getByRole('banner').getByRole('link', { name: '登录' })
  await isAlive(link)
  await link.click()
  const dialog = page.getByRole('dialog', { name: /登录/ })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Scripts are on their way until what this answers is called. */
export async function holdScripts(page: Page, which = '**/*.js'): Promise<() => void> {
  const scripts = Promise.withResolvers<void>()
  await page.route(which, async (route) => {
    await scripts.promise
    await route.continue()
  })
  return scripts.resolve
}

/** Fills the sign-in form that is open, with the code from the demo's outbox. */
export async function enterByPhone(page: Page, phone: string): Promise<void> {
  const form = page.getByRole('form').or(page.locator('form:has(input[autocomplete="one-time-code"])')).last()
  await form.getByLabel('手机号').fill(phone)
  await form.getByRole('button', { name: '获取验证码' }).click()
  await expect(form.getByText(/秒后重发/)).toBeVisible()
  await form.getByLabel('验证码').fill((await messageTo(page.request, phone)).code)
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: /^(登录|注册)$/ }).click()
}

/** Signs a new person in, in this browser, and answers their id. */
export async function enterAsNew(context: BrowserContext): Promise<string> {
  await signIn(context, newPhone())
  const { user } = (await (await context.request.get('/api/session')).json()) as { user: { id: string } }
  return user.id
}

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** Binds a phone to the account that is signed in, with the other kind of code: one of a kind goes out a minute. */
export async function onPhone(browser: Browser, baseURL: string, mobile: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    userAgent: iphone,
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    hasTouch: true,
    extraHTTPHeaders: ownAddress(),
  })
  await context.addCookies([
    ...settled.map((cookie) => ({ ...cookie, url: baseURL })),
    lessonViewCookie(baseURL, 'whole'),
  ])
  await post(context.request, '/api/learn/cn/sms/signUp', { smsType: 'learn', mobile })
  const { code } = await messageTo(context.request, mobile)
  await post(context.request, '/api/learn/cn/sms/login', { smsType: 'learn', mobile, code })
  return context
}

/** The computer is told of the phone, at the latest on its next page; until this is answered it stands over the page. */
export async function ownPhone(page: Page): Promise<void> {
  const told = page.getByRole('alertdialog', { name: '你的账号在新设备登录' })
  await told.getByRole('button', { name: '是我本人' }).click()
  await expect(told).toBeHidden()
}

/** The id of an item, found by its title as anybody would find it. */
export async function idOf(request: APIRequestContext, type: string, title: string): Promise<string> {
  const words = title.replaceAll(':', ' ')
  const answer = await request.get('/api/learn/search', {
    params: { k: JSON.stringify([`query:${words}`]), t: type, lang: /[\u4e00-\u9fff]/.test(title) ? 'zh' : 'en' },
  })
  const { results } = (await answer.json()) as { results: { id: string; title: { text: string } }[] }
  const found = results.find((result) => result.title.text === title)
  if (!found) throw new Error(`The search finds no ${type} with the title ${title}`)
  return found.id
}

/** A call that changes something, as the page makes it. */
export async function post(request: APIRequestContext, path: string, body?: object): Promise<unknown> {
  const { csrfToken } = (await (await request.get('/api/session')).json()) as { csrfToken: string }
  const separator = path.includes('?') ? '&' : '?'
  const answer = await request.post(`${path}${separator}_csrf=${encodeURIComponent(csrfToken)}`, { data: body })
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json()
}

/** The buttons that tick the steps of the tutorial that is open. */
export function ticks(page: Page, pressed: boolean) {
  return page.getByRole('main').getByRole('button', { name: /^将“.*”标记为已完成$/, pressed })
}

/** Moves the focus to an element by the Tab key. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let time = 0; time < 120; time++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The keyboard does not get there')
}

const idCardWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** The id card number of nobody, with its check sign. */
export function idCardNumber(): string {
  // one number is one person's alone, and journeys go side by side
  const born = new Date(Date.UTC(1960, 0, 1 + randomInt(15_000))).toISOString().slice(0, 10).replaceAll('-', '')
  const body = `110101${born}${100 + randomInt(900)}`
  const sum = idCardWeights.reduce((total, weight, place) => total + weight * Number(body[place]), 0)
  return `${body}${'10X98765432'[sum % 11]}`
}
