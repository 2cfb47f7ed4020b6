import { expect } from '@playwright/test'
import { isAlive, test } from './person.ts'

const weixin = process.env.LOCAL_WEIXIN_URL ?? ''

interface BridgeCall {
  name: string
  given: Record<string, string>
}

test('a course is shared from its page: the link is copied, the picture is there, Weibo gets both [CMTY-011]', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/search?type=course')
  await page.getByRole('main').getByRole('article').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/course\//)
  const share = page.getByRole('main').getByRole('button', { name: '分享' }).last()
  await isAlive(share)
  await share.click()
  const dialog = page.getByRole('dialog', { name: '分享' })
  const picture = dialog.locator('img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200)
  await dialog.getByRole('button', { name: '复制链接' }).click()
  const url = page.url()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  const weibo = new URL((await dialog.getByRole('link', { name: '分享到微博' }).getAttribute('href')) ?? '')
  expect(weibo.searchParams.get('url')).toBe(url)
})

test.describe('inside of WeChat', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/130 MicroMessenger/8.0.50 WindowsWechat' })

  test('every page sets up its sharing with a signature that WeChat takes, also the next one [CMTY-012] [CMTY-023]', async ({
    page,
  }) => {
    const calls: BridgeCall[] = []
    await page.exposeFunction('askWeixin', async (name: string, given: BridgeCall['given'], href: string) => {
      calls.push({ name, given })
      if (name !== 'preVerifyJSAPI') return 'ok'
      const address = new URL('/mp/jsapi_preverify', weixin)
      address.search = String(
        new URLSearchParams({
          appid: given.verifyAppId ?? '',
          timestamp: given.verifyTimestamp ?? '',
          noncestr: given.verifyNonceStr ?? '',
          signature: given.verifySignature ?? '',
          url: href.replace(/#.*$/s, ''),
        }),
      )
      const { errcode } = (await (await fetch(address)).json()) as { errcode: number }
      return errcode === 0 ? 'ok' : 'fail, invalid signature'
    })
    await page.addInitScript(() => {
      const ask = (name: string, given: object): Promise<string> =>
        (window as unknown as { askWeixin: (...given: unknown[]) => Promise<string> }).askWeixin(
          name,
          given,
          location.href,
        )
      Object.assign(window, {
        WeixinJSBridge: {
          invoke: async (name: string, given: object, done: (answer: object) => void) =>
            done({ err_msg: `${name}:${await ask(name, given)}` }),
          on: () => undefined,
        },
      })
    })
    const shown = () => calls.filter(({ name }) => name === 'updateTimelineShareData').map(({ given }) => given.title)
    await page.goto('/live-calendar?tab=previous')
    await expect.poll(shown).toContain(await titleOf())
    await page.getByRole('banner').getByRole('link', { name: '课程' }).first().click()
    await expect(page).toHaveURL(/course/)
    await expect.poll(shown).toContain(await titleOf())

    async function titleOf(): Promise<string> {
      return (await page.title()).split(' · ')[0] ?? ''
    }
  })
})
