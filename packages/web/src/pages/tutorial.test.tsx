import type { Item } from '@lantern/contract/catalog/items.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { RouterContextProvider, StaticRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { PageHead, videoData } from '#catalog/index.ts'
import { ApiError, apiContext } from '#kit/api.ts'
import { loadCatalogue } from '#kit/catalogue.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import type { Call } from '#kit/request.ts'
import { guestSession, SessionProvider } from '#kit/session.tsx'
import { sampleItem } from '#testing/samples.ts'
import { loader } from './tutorial.tsx'

// what the page of a lesson with videos says to search engines

beforeAll(() => loadCatalogue('zh_CN'))

const figure = (id: string) => `<figure class="video" data-video="${id}"><a href="/media/x">看</a></figure>`
const section = (body: string | null): Item['sections'][number] => ({
  ...{ id: 's1', title: '一', type: 'normal', optionType: 'required', channelId: 's1', chapterId: null },
  ...{ anchor: 'a', body, labUrl: null, submissionType: null },
})
const media = (id: string, more: object = {}) => ({
  ...{ id, type: 'video', title: '水面 </script>', downloadUrl: null, oembed: null, heights: [720], duration: 754.4 },
  ...{ image: { url: '/media/images/p/1200.webp' }, isPrivate: false, state: 'ready', subtitleMap: {}, subtitles: [] },
  playlist: [
    { url: `/media/videos/${id}/e/master.m3u8`, contentType: 'application/vnd.apple.mpegurl' },
    { url: `/media/videos/${id}/e/video.mp4`, contentType: 'video/mp4' },
  ],
  ...more,
})

const refusal = (status: number, code: 'not_found' | 'login_required') => new ApiError(status, { code, message: '' })

/** The API's answers about a lesson and videos for a guest or a member. */
async function load(item: Item, videos: Record<string, object>, { isGuest = true } = {}) {
  const asked: string[] = []
  const call = async (route: string, { params }: { params?: { id: string } }) => {
    if (route.startsWith('GET /api/learn/tutorial/')) {
      return {
        ...{ tutorialData: item, breadcrumb: [], collectMap: {}, likeMap: {}, boughtMap: {} },
        commentData: { messages: { total: 0 } },
      }
    }
    if (route === 'GET /api/learn/cn/record/item') {
      if (isGuest) throw refusal(401, 'login_required')
      return { recordMap: {} }
    }
    const id = params?.id ?? ''
    asked.push(id)
    if (!videos[id]) throw refusal(404, 'not_found')
    return { media: videos[id], watched: null, now: '' }
  }
  const context = new RouterContextProvider()
  context.set(apiContext, { call: call as unknown as Call, locale: 'zh_CN' })
  const url = new URL('http://site.test/tutorial/water')
  const args = {
    request: new Request(url),
    params: { slug: 'water' },
    context,
    url,
    pattern: '/tutorial/:slug',
  } as const
  return { asked, loaded: await loader(args) }
}

async function toldOf(item: Item, videos: Record<string, object>) {
  const { loaded } = await load(item, videos)
  const guest = guestSession()
  const session = { ...guest, site: { ...guest.site, origin: 'https://lantern.example' } }
  const html = renderToStaticMarkup(
    <StaticRouter location="/tutorial/water">
      <MessagesProvider locale="zh_CN">
        <SessionProvider session={session}>
          <PageHead title={item.title} item={item} things={(site) => videoData(loaded.videos, item, site)} />
        </SessionProvider>
      </MessagesProvider>
    </StaticRouter>,
  )
  const [, source = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  const things: { '@type': string }[] = JSON.parse(source)['@graph']
  return { html, videos: things.filter((thing) => thing['@type'] === 'VideoObject') }
}

const lesson = sampleItem({
  title: '会动的水面',
  summary: '两张法线贴图',
  publishedTime: '2026-03-01T00:00:00.000Z',
  overviewVideo: { id: 'intro', title: '先看一眼' },
  sections: [
    section(`<p>看</p>${figure('one')}${figure('one')}${figure('closed')}${figure('gone')}${figure('making')}`),
  ],
})
const videos = {
  intro: media('intro', { image: null, duration: null }),
  one: media('one'),
  closed: media('closed', { title: '', image: null, playlist: [], isPrivate: true }),
  making: media('making', { playlist: [], state: 'processing' }),
}

test('a lesson tells of the videos that a guest may watch, once each, and of no other', async () => {
  const { html, videos: told } = await toldOf(lesson, videos)
  const common = { '@type': 'VideoObject', description: '两张法线贴图', inLanguage: lesson.language }
  const uploadDate = '2026-03-01T00:00:00.000Z'
  expect(told).toEqual([
    { ...common, name: '先看一眼', uploadDate, contentUrl: 'https://lantern.example/media/videos/intro/e/video.mp4' },
    {
      ...{ ...common, name: '水面 </script>', uploadDate, duration: 'PT754S' },
      thumbnailUrl: 'https://lantern.example/media/images/p/1200.webp',
      contentUrl: 'https://lantern.example/media/videos/one/e/video.mp4',
    },
  ])
  expect(html).not.toMatch(/closed|gone|making/)
})

test('of a lesson that has to be paid nothing is told that its text names', async () => {
  const paid = sampleItem({ ...lesson, overviewVideo: null, withPay: true, readable: false, sections: [section(null)] })
  const { html, videos: told } = await toldOf(paid, videos)
  expect(told).toEqual([])
  expect(html).not.toContain('/media/videos')
})

test('who is signed in is no search engine: nobody is asked for videos', async () => {
  expect((await load(lesson, videos)).asked).toEqual(['intro', 'one', 'closed', 'gone', 'making'])
  const { asked, loaded } = await load(lesson, videos, { isGuest: false })
  expect([asked, loaded.videos]).toEqual([[], []])
})
