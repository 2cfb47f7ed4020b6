// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { guestSession } from '#kit/session.tsx'
import { samplePerson } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { ProseViewers } from './prose-viewers.tsx'
import { OwnWatermark } from './shown-later.tsx'
import { tileOf } from './watermark.tsx'

beforeEach(prepareBrowser)

/** As the server writes it. */
const lesson = `
  <figure class="figure"><picture><img src="/media/images/im_1/800.webp" srcset="/media/images/im_1/800.webp 800w" alt="级联" width="800" height="450"></picture><figcaption>四级级联</figcaption></figure>
  <p>文字 <picture><img class="image-inline" src="/media/images/im_2/200.webp" alt="图标" width="200" height="200"></picture></p>
  <p><a href="/x"><picture><img src="/media/images/im_3/800.webp" alt="链接" width="800" height="450"></picture></a></p>
  <figure class="embed" data-embed="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" data-provider="youtube"><p class="embed"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">▶ youtube.com/watch?v=dQw4w9WgXcQ</a></p></figure>
  <figure class="embed" data-embed="https://builds.example.com/webgl/at_1/index.html"><p class="embed"><a href="https://builds.example.com/webgl/at_1/index.html">▶ build</a></p></figure>`

function Lesson({ html = lesson }: { html?: string }) {
  const text = useRef<HTMLDivElement>(null)
  return (
    <div ref={text}>
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      <ProseViewers within={text} />
    </div>
  )
}

async function showFrom(country: string | null, html?: string) {
  const calls = fakeServer({ '/api/learn/cn/country': () => ({ country }) })
  show(<Lesson {...(html !== undefined && { html })} />, 'guest')
  await waitFor(() => expect(calls).toHaveLength(1))
}

test('a picture of the text can be opened large and zoomed; icons and pictures of links cannot [VIDEO-005]', async () => {
  show(<Lesson />, 'guest')
  expect(screen.getAllByRole('button', { name: /^放大查看/ })).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: '放大查看：级联' }))
  const popup = await screen.findByRole('dialog', { name: '查看媒体' })
  expect(within(popup).getByRole('img', { name: '级联' })).toBeTruthy()
  expect(popup.textContent).toContain('四级级联')
})

test('a text that changes while the page stays has its pictures found again', async () => {
  const { container } = show(<Lesson />, 'guest')
  const prose = container.querySelector('.prose')
  expect(screen.getAllByRole('button', { name: /^放大查看/ })).toHaveLength(1)
  const another = `<p><picture><img src="/media/images/im_9/800.webp" alt="另一张" width="800" height="450"></picture></p>`
  await act(async () => {
    if (prose) prose.innerHTML = another + another
  })
  expect(await screen.findAllByRole('button', { name: '放大查看：另一张' })).toHaveLength(2)
})

test('an embed asks nothing of the other site until it is loaded, and then shows it in a sandbox [VIDEO-002]', async () => {
  show(<Lesson />, 'guest')
  expect(document.querySelector('iframe')).toBeNull()
  expect(screen.getByText(/YouTube会知道你的网络地址/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '加载内容' }))
  const frame = screen.getByTitle('来自YouTube的内容')
  expect(frame.getAttribute('src')).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')
  expect(frame.getAttribute('sandbox')).not.toContain('allow-top-navigation')
})

const embedOf = (player: string, provider: string, page: string) =>
  `<figure class="embed" data-embed="${player}" data-provider="${provider}"><p class="embed"><a href="${page}">▶ film</a></p></figure>`

/** What a visitor from CN does not reach, and what they do. */
const embeds = {
  YouTube: embedOf(
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'youtube',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  ),
  Vimeo: embedOf('https://player.vimeo.com/video/123456789?dnt=1', 'vimeo', 'https://vimeo.com/123456789'),
  bilibili: embedOf(
    'https://player.bilibili.com/player.html?bvid=BV1xx411c7mD',
    'bilibili',
    'https://www.bilibili.com/video/BV1xx411c7mD',
  ),
}

test.each([
  ['YouTube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['Vimeo', 'https://vimeo.com/123456789'],
] as const)('for a visitor from CN an embed of %s is a thumbnail with a link [VIDEO-032]', async (site, page) => {
  await showFrom('CN', embeds[site])
  const words = await screen.findByText(`你所在的地区无法播放${site}的视频。`)
  expect(words.closest('[data-embed-thumbnail]')).not.toBeNull()
  expect(screen.queryByRole('button', { name: '加载内容' })).toBeNull()
  expect(document.querySelector('iframe')).toBeNull()
  expect(screen.getByRole('link', { name: new RegExp(`在${site}打开`) }).getAttribute('href')).toBe(page)
})

test('for visitors from elsewhere, where the country is not known, and of other sites, it can be loaded [VIDEO-032]', async () => {
  for (const [country, site] of [
    ['DE', 'YouTube'],
    ['DE', 'Vimeo'],
    [null, 'YouTube'],
    [null, 'Vimeo'],
    ['CN', 'bilibili'],
  ] as const) {
    await showFrom(country, embeds[site])
    await userEvent.click(screen.getByRole('button', { name: '加载内容' }))
    expect(screen.getByTitle(`来自${site}的内容`)).toBeTruthy()
    cleanup()
  }
})

test('a build runs only once it is started, without an origin, and can fill the screen', async () => {
  show(<Lesson />, 'guest')
  await userEvent.click(screen.getByRole('button', { name: '启动' }))
  const frame = screen.getByTitle('WebGL作品')
  expect(frame.getAttribute('src')).toBe('https://builds.example.com/webgl/at_1/index.html')
  expect(frame.getAttribute('sandbox')?.split(' ')).toEqual(['allow-scripts', 'allow-pointer-lock'])
  const fill = vi.fn(() => Promise.resolve())
  Object.assign(HTMLElement.prototype, { requestFullscreen: fill })
  await userEvent.click(screen.getByRole('button', { name: '全屏' }))
  expect(fill).toHaveBeenCalledOnce()
})

test('a watermark with the reader’s own name lies over what is paid for, where the site wants it [VIDEO-006]', async () => {
  const reader = { ...guestSession(), user: samplePerson({ fullName: '林知远' }) }
  const marked = { ...reader, features: { ...reader.features, watermark: true } }
  show(<OwnWatermark />, marked)
  await waitFor(() => expect(document.querySelector('[data-watermark]')).toBeTruthy())
  const mark = document.querySelector<HTMLElement>('[data-watermark]')
  expect(decodeURIComponent(mark?.style.backgroundImage ?? '')).toContain('林知远')
  expect(mark?.getAttribute('aria-hidden')).toBe('true')
  cleanup()
  show(<OwnWatermark />, reader)
  show(<OwnWatermark />, 'guest')
  expect(document.querySelector('[data-watermark]')).toBeNull()
})

test('its tile is 180 by 100, with 16 pixel text in two lines, turned by -20 degrees [VIDEO-026]', () => {
  const tile = new DOMParser().parseFromString(tileOf(['<林>', '引擎课堂']), 'image/svg+xml').documentElement
  expect([tile.getAttribute('width'), tile.getAttribute('height')]).toEqual(['180', '100'])
  const group = tile.querySelector('g')
  expect(group?.getAttribute('font-size')).toBe('16')
  expect(group?.getAttribute('transform')).toBe('rotate(-20 90 50)')
  expect([...tile.querySelectorAll('text')].map(({ textContent }) => textContent)).toEqual(['<林>', '引擎课堂'])
})
