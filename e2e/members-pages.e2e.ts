import { type BrowserContext, expect } from '@playwright/test'
import { ownAddress, signIn } from '../tools/visit.ts'
import { enterAsNew, idOf, isAlive, lessonViewCookie, post, test } from './person.ts'
import { siteUrl } from './site-address.ts'

const lesson = '/tutorial/real-time-shadows'
const pages = [
  '/',
  '/?tab=powerUser',
  '/tutorials',
  '/projects',
  '/courses',
  '/courses?page=1',
  '/search',
  `/search?k=${encodeURIComponent('["query:光"]')}`,
  lesson,
  `${lesson}?sectionId=none`,
  '/tutorial/object-pool-en',
  '/course/write-light',
  '/project/platformer-week',
  // of these a guest reads the outline alone
  '/course/rollback-netcode',
  '/tutorial/grass-instancing',
]

/** The page as it came, without its data, which come in another way when it was made for this visitor alone. */
async function markupOf(context: BrowserContext, path: string): Promise<{ html: string; isKept: boolean }> {
  const text = await (await context.request.get(path)).text()
  const html = text
    .replace(/<script id="visit"[\s\S]*?<\/script>/, '')
    .replace(/<script[^>]*>window\.__reactRouterContext[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="preload" as="image"[^>]*>/g, '')
    .replaceAll('?alone=1&amp;', '?')
    .replace(/(\?|&amp;|%3F|%26)alone(=|%3D)1/g, '')
    .replaceAll('<input type="hidden" name="alone" value="1"/>', '')
    // how many people learn something, and what they say of it, is told a little later
    .replace(/>[^<]*\d[^<]*</g, (text) => text.replace(/[\d,.]+/g, '#'))
    .replace(/--value:[\d.]+%/g, '--value:#')
  return { html, isKept: text.includes('<script id="visit"') }
}

/** Gives a learner a begun lesson, a finished one, and collected items of a list. */
async function learn(context: BrowserContext): Promise<void> {
  const { request } = context
  const begun = { id: await idOf(request, 'tutorial', '实时阴影：从原理到移动端上线'), type: 'tutorial' }
  const listed = (await (await request.get('/api/learn/catalog/list?pageSize=4&featured=true')).json()) as {
    results: { id: string; type: string }[]
  }
  const done = { id: await idOf(request, 'tutorial', '少产生垃圾：对象池与分配'), type: 'tutorial' }
  await post(request, '/api/learn/cn/record', begun)
  for (const { id, type } of listed.results) await post(request, '/api/learn/cn/collect', { id, type })
  await post(request, '/api/learn/cn/record/tutorial', { ...done, completed: true })
}

test('a page that is kept for all members and filled for one is the page made for that one alone', async ({
  browser,
}) => {
  for (const person of ['newcomer', 'learner', 'premium'] as const) {
    const context = await browser.newContext({ baseURL: siteUrl, extraHTTPHeaders: ownAddress() })
    if (person === 'premium') await signIn(context, '13800000007')
    else await enterAsNew(context)
    if (person === 'learner') await learn(context)
    for (const path of pages) {
      const filled = await markupOf(context, path)
      const alone = await markupOf(context, `${path}${path.includes('?') ? '&' : '?'}alone=1`)
      // what a guest may not read is among it
      const showsLocked = /rollback|grass|k=/.test(path)
      expect(filled.isKept, `${person} ${path}`).toBe(!(person === 'premium' && showsLocked))
      expect(alone.isKept, path).toBe(false)
      expect(firstDifference(filled.html, alone.html), `${person} ${path}`).toBe(null)
    }
    await context.close()
  }
})

function firstDifference(one: string, other: string): string | null {
  if (one === other) return null
  const at = [...one].findIndex((letter, index) => letter !== other[index])
  return `${one.slice(at - 80, at + 80)} | ${other.slice(at - 80, at + 80)}`
}

test('a kept page comes alive as it was drawn, with what is its visitor’s own; nobody else is in it', async ({
  browser,
  context,
  page,
}) => {
  const stranger = await browser.newContext({ baseURL: siteUrl, extraHTTPHeaders: ownAddress() })
  const strangersId = await enterAsNew(stranger)
  const id = await enterAsNew(context)
  await learn(stranger)
  await learn(context)
  for (const path of pages) {
    expect((await markupOf(stranger, path)).html).toContain(strangersId)
    const answer = await page.goto(path)
    const html = (await answer?.text()) ?? ''
    expect(html).toContain('<script id="visit"')
    expect(html).toContain(id)
    expect(html).not.toContain(strangersId)
    // React takes over what the server drew, or says so on the console, which fails the journey
    await isAlive(page.getByRole('banner').getByRole('button', { name: /的账号菜单$/ }))
    await expect(page.getByRole('contentinfo').getByRole('link', { name: '我的学习' })).toHaveAttribute(
      'href',
      `/u/${id}`,
    )
  }
  await stranger.close()
})

test('without script a kept page says the same of its visitor', async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: siteUrl,
    javaScriptEnabled: false,
    extraHTTPHeaders: ownAddress(),
  })
  await context.addCookies([lessonViewCookie(siteUrl, 'whole')])
  await enterAsNew(context)
  await learn(context)
  const page = await context.newPage()
  await page.goto(lesson)
  await expect(page.getByRole('main').getByText('已学0%').first()).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('heading', { name: '继续学习' })).toBeVisible()
  await context.close()
})
