// @vitest-environment jsdom
import type { Media } from '@lantern/contract/media/videos.ts'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CountedPages } from '#analytics/index.ts'
import { csrfToken } from '#kit/call.ts'
import { answerWith, giveVideo, playTo, sampleMedia, videoIn } from '#media/player/testing/video.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { OverviewVideo, StepVideos } from './lesson-videos.tsx'
import { learnerSession, testCard, testItem } from './testing/page.ts'

beforeEach(async () => {
  await prepareBrowser()
  giveVideo()
  window.localStorage.clear()
})
afterEach(() => vi.useRealTimers())

function Lesson() {
  const text = useRef<HTMLDivElement>(null)
  return (
    <div ref={text}>
      <OverviewVideo id="vd_overview" title="这门课讲什么" />
      <div className="prose" dangerouslySetInnerHTML={{ __html: '<figure data-video="vd_step"></figure>' }} />
      <StepVideos within={text} item={testItem()} next={testCard('ltu_next')} link={{ locale: 'zh_CN' }} />
    </div>
  )
}

test('a lesson plays its overview video and the videos of its steps', async () => {
  fakeServer({
    '/api/learn/media/vd_overview': answerWith(sampleMedia({ id: 'vd_overview', title: '介绍' })),
    '/api/learn/media/vd_step': answerWith(sampleMedia({ id: 'vd_step', title: '第一步' })),
  })
  show(<Lesson />, learnerSession())
  const overview = screen.getByRole('region', { name: '介绍视频：这门课讲什么' })
  const play = await screen.findByRole('button', { name: '播放“介绍”' })
  expect(overview.contains(play)).toBe(true)
  expect(play.dataset.themeOfPlay).toBe('overview')
  const step = await screen.findByRole('button', { name: '播放“第一步”' })
  expect(step.closest('figure')?.dataset.video).toBe('vd_step')
  expect(step.dataset.themeOfPlay).toBe('default')
})

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Scripts that come later have come, and what waited for them is done. */
async function settled() {
  await act(() => vi.dynamicImportSettled())
  await later(0)
}

/** Plays the video of a step; the page sends its events when it is left. */
async function watching(change: Partial<Media> = {}) {
  vi.useFakeTimers()
  const beacons: Blob[] = []
  const sendBeacon = (path: string, body: Blob) => !path.startsWith('/api/cdp') || beacons.push(body) > 0
  Object.assign(navigator, { sendBeacon })
  const media = (id: string) => sampleMedia({ id, title: id === 'vd_step' ? '第一步' : '介绍', ...change })
  fakeServer({
    '/api/learn/media/vd_overview': answerWith(media('vd_overview')),
    '/api/learn/media/vd_step': answerWith(media('vd_step')),
    '/api/learn/media/vd_step/position': () => ({ watched: null }),
    '/learn/video/vd_step': () => ({ counted: true }),
  })
  // a page knows its token once it has sent anything
  await csrfToken(true)
  show(
    <>
      <CountedPages />
      <Lesson />
    </>,
    learnerSession(),
  )
  await settled()
  await settled()
  // what an earlier page had still to tell is not of this one
  window.dispatchEvent(new Event('pagehide'))
  beacons.length = 0
  fireEvent.click(screen.getByRole('button', { name: '播放“第一步”' }))
  await settled()
  const frame = screen.getByRole('region', { name: '视频播放器：第一步' })
  const video = videoIn(frame)
  expect(video.paused).toBe(false)
  return {
    video,
    frame,
    async press(name: RegExp | string, role = 'button') {
      fireEvent.click(within(frame).getByRole(role, { name }))
      await settled()
    },
    /** Events sent of the video up to now. */
    async told() {
      window.dispatchEvent(new Event('pagehide'))
      const batches = await Promise.all(beacons.map(async (body) => JSON.parse(await body.text())))
      const events: { type: string; eventType: string; data: Record<string, unknown> }[] = batches.flatMap(
        ({ data }) => data,
      )
      return events.filter(({ type }) => type === 'video')
    },
  }
}

const isPlayOrPause = ({ eventType }: { eventType: string }) => eventType === 'play' || eventType === 'pause'

test('play and pause are told after 500 ms, with the second at which the video then is [ANA-004]', async () => {
  const { video, press, told } = await watching()
  const playsAndPauses = async () =>
    (await told()).filter(isPlayOrPause).map(({ eventType, data }) => [eventType, data.stopLength])
  await later(499)
  expect(await playsAndPauses()).toEqual([])
  playTo(video, 0.5)
  await later(1)
  expect(await playsAndPauses()).toEqual([['play', 0.5]])
  playTo(video, 31.24)
  await press('暂停')
  await later(499)
  expect(await playsAndPauses()).toHaveLength(1)
  await later(1)
  expect(await playsAndPauses()).toEqual([
    ['play', 0.5],
    ['pause', 31.2],
  ])
})

test('that the viewer is active at the player, and no longer, is told [ANA-005]', async () => {
  const { frame, told } = await watching()
  const signs = async () =>
    (await told()).map(({ eventType }) => eventType).filter((type) => type === 'active' || type === 'inactive')
  frame.blur()
  await later(2_500)
  expect(await signs()).toEqual(['inactive'])
  fireEvent.pointerMove(frame)
  await settled()
  expect(await signs()).toEqual(['inactive', 'active'])
})

const subtitles = [
  { language: 'zh-CN', label: '中文', url: '/media/videos/vd_step/zh.vtt', default: false },
  { language: 'en', label: 'English', url: '/media/videos/vd_step/en.vtt', default: false },
]

test('full screen, speed, captions on and off and their language are each told, with the video as it then is [ANA-006] [ANA-007]', async () => {
  const { video, press, told } = await watching({ subtitles })
  await later(500)
  playTo(video, 12.36)
  await press('全屏')
  await press(/播放速度/)
  await press('1.5倍', 'menuitemradio')
  // in jsdom a popover stays open
  await press(/^字幕：/)
  for (const language of ['中文', 'English', '关闭字幕']) await press(language, 'menuitemradio')
  const before = ['play', 'active', 'inactive']
  const events = (await told()).filter(({ eventType }) => !before.includes(eventType))
  const about = {
    id: 'vd_step',
    videoUrl: '/media/videos/vd_scene/abc/master.m3u8',
    videoLength: 600,
    stopLength: 12.4,
  }
  const none = { caption: false, captionLanguage: null }
  const shown = (language: string) => ({ caption: true, captionLanguage: language })
  expect(events).toEqual(
    [
      { engagementType: 'fullScreen', ...none },
      { engagementType: 'playbackSpeed', ...none, rate: 1.5 },
      { engagementType: 'captionOn', ...shown('zh-CN') },
      { engagementType: 'subtitleLanguage', ...shown('zh-CN') },
      { engagementType: 'subtitleLanguage', ...shown('en') },
      { engagementType: 'captionOff', ...none },
    ].map((data) => ({ type: 'video', eventType: data.engagementType, data: { ...about, ...data } })),
  )
})
