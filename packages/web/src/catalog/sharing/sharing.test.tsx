// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { guestSession } from '#kit/session.tsx'
import { sampleItem } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { ItemDetail } from '../item-detail.tsx'

const weixinBrowser = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130 Mobile MicroMessenger/8.0.50'
const signature = { appId: 'wx1', timestamp: 1_780_000_000, nonceStr: 'n1', signature: 's1' }

beforeEach(prepareBrowser)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  Reflect.deleteProperty(window, 'WeixinJSBridge')
})

/** The browser inside of WeChat; answers what each call of the page was given. */
function insideWeixin(answer: string): { name: string; given: Record<string, unknown> }[] {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(weixinBrowser)
  const calls: { name: string; given: Record<string, unknown> }[] = []
  Object.assign(window, {
    WeixinJSBridge: {
      invoke(name: string, given: Record<string, unknown>, done: (answer: object) => void) {
        calls.push({ name, given })
        done({ err_msg: `${name}:${answer}` })
      },
      on: () => undefined,
    },
  })
  return calls
}

function open(change: Parameters<typeof sampleItem>[0] = {}) {
  const item = sampleItem({
    id: 'lco_1',
    type: 'course',
    slug: 'light',
    title: '把光写进引擎',
    summary: '从一盏灯开始',
    ...change,
  })
  const base = guestSession()
  const session = {
    features: { ...base.features, weixinShare: true },
    site: { ...base.site, origin: window.location.origin },
  }
  const page = (
    <ItemDetail
      item={item}
      breadcrumb={[]}
      bought={false}
      percent={null}
      record={() => null}
      collect={null}
      like={null}
      outline={<p>大纲</p>}
      comments={null}
    />
  )
  return show(page, session, { at: '/course/light?from=timeline' })
}

/** The one below the title; the other is in the bar that stays on top. */
function shareButton(): HTMLElement {
  const [, below] = screen.getAllByRole('button', { name: '分享' })
  if (!below) throw new Error('no button below the title')
  return below
}

test('in WeChat the page sets up its sharing with the signature, its title, text, link and picture [CMTY-012] [CMTY-023]', async () => {
  const sent = fakeServer({ '/api/learn/cn/weixin/shareConfig': () => signature })
  const calls = insideWeixin('ok')
  // with debug on WeChat would show the answer of each call
  const shownAnswers = vi.spyOn(window, 'alert').mockImplementation(() => undefined)
  open()
  await waitFor(() => expect(calls.map(({ name }) => name)).toContain('updateTimelineShareData'))
  expect(shownAnswers).not.toHaveBeenCalled()
  const { origin } = window.location
  expect(sent.map(({ query }) => query.get('url'))).toEqual([`${origin}/course/light?from=timeline`])
  expect(calls[0]).toMatchObject({
    name: 'preVerifyJSAPI',
    given: {
      verifyAppId: 'wx1',
      verifyTimestamp: '1780000000',
      verifyNonceStr: 'n1',
      verifySignature: 's1',
      verifyJsApiList: ['updateAppMessageShareData', 'updateTimelineShareData'],
    },
  })
  const shown = { title: '把光写进引擎', link: `${origin}/course/light` }
  expect(calls.find(({ name }) => name === 'updateAppMessageShareData')?.given).toMatchObject({
    ...shown,
    desc: '从一盏灯开始',
    imgUrl: expect.stringMatching(/\/media\/share\/lco_1\/\w+\.png$/),
  })
  expect(calls.find(({ name }) => name === 'updateTimelineShareData')?.given).toMatchObject(shown)
})

const faults: Record<string, () => void> = {
  'the site gives no signature': () => {
    fakeServer({})
    insideWeixin('ok')
  },
  'WeChat refuses the signature': () => {
    fakeServer({ '/api/learn/cn/weixin/shareConfig': () => signature })
    insideWeixin('fail, invalid signature')
  },
}

for (const [fault, prepare] of Object.entries(faults)) {
  test(`when ${fault} the page logs it and says nothing [CMTY-028]`, async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    prepare()
    open()
    await waitFor(() => expect(logged).toHaveBeenCalledWith('WeChat does not share this page', expect.any(Error)))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('heading', { level: 1, name: '把光写进引擎' })).toBeTruthy()
  })
}

test('outside of WeChat no signature is asked for', async () => {
  const sent = fakeServer({})
  open()
  await userEvent.click(shareButton())
  await screen.findByRole('dialog', { name: '分享' })
  expect(sent).toEqual([])
})

test('the dialog shares by WeChat and Weibo, copies the link and saves the picture [CMTY-011]', async () => {
  const user = userEvent.setup()
  open()
  await user.click(shareButton())
  const dialog = await screen.findByRole('dialog', { name: '分享' })
  const url = window.location.href
  expect(screen.getByRole('img', { name: '这一页的二维码' })).toBeTruthy()
  const weibo = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: '分享到微博' }).href)
  expect(weibo.host + weibo.pathname).toBe('service.weibo.com/share/share.php')
  expect(weibo.searchParams.get('url')).toBe(url)
  expect(weibo.searchParams.get('title')).toBe('把光写进引擎')
  expect(weibo.searchParams.get('pic')).toMatch(/\/media\/share\/lco_1\//)
  const picture = screen.getByRole('link', { name: '保存分享图' })
  expect(picture.getAttribute('href')).toMatch(/^\/media\/share\/lco_1\//)
  await user.click(screen.getByRole('button', { name: '复制链接' }))
  expect(await navigator.clipboard.readText()).toBe(url)
  expect(dialog.isConnected).toBe(true)
})

test('in WeChat the dialog says where its menu is, and shows no code to scan', async () => {
  fakeServer({ '/api/learn/cn/weixin/shareConfig': () => signature })
  insideWeixin('ok')
  open()
  await userEvent.click(shareButton())
  expect(await screen.findByText(/点右上角/)).toBeTruthy()
  expect(screen.queryByRole('img', { name: '这一页的二维码' })).toBeNull()
})

test('what guests do not find is shared without a picture', async () => {
  open({ hidden: true })
  await userEvent.click(shareButton())
  await screen.findByRole('dialog', { name: '分享' })
  expect(screen.queryByRole('link', { name: '保存分享图' })).toBeNull()
})
