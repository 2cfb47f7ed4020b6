// @vitest-environment jsdom

import type { PlayerEvent } from '@lantern/contract/media/player-events.ts'
import { mainRates } from '@lantern/contract/media/video-rules.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useCallback, useEffect, useRef } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { learnerSession, samplePerson } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { playThemes } from './big-play-button.tsx'
import { answerWith, finish, giveVideo, playTo, sampleMedia, videoIn } from './testing/video.ts'
import type { UseRecorder } from './use-recorder.ts'
import { clockText } from './video-clock.ts'
import { PlayDialog } from './video-modal.tsx'
import { VideoPlayer } from './video-player.tsx'

const path = '/api/learn/media/vd_scene'
const played = { '/learn/video/vd_scene': () => ({ counted: true }) }
const kept = { [`${path}/position`]: () => ({ watched: null }) }

beforeEach(async () => {
  await prepareBrowser()
  giveVideo()
  window.localStorage.clear()
})

const bigButton = (name: RegExp | string = '播放“第一个场景”') => screen.findByRole('button', { name })
const control = (name: RegExp | string) => screen.getByRole('button', { name })

/** Opens a player of this video and presses play. */
async function playing(answers = {}, more: Partial<Parameters<typeof VideoPlayer>[0]> = {}) {
  const calls = fakeServer({ [path]: answerWith(sampleMedia()), ...played, ...kept, ...answers })
  show(<VideoPlayer id="vd_scene" {...more} />, learnerSession())
  const user = userEvent.setup()
  await user.click(await bigButton(/^(播放“|从)/))
  const video = videoIn()
  await waitFor(() => expect(video.paused).toBe(false))
  return { calls, user, video, frame: screen.getByRole('region', { name: '视频播放器：第一个场景' }) }
}

test('a video is shown with its picture, its length in seconds and one big button [VIDEO-001] [VIDEO-041]', async () => {
  fakeServer({ [path]: answerWith(sampleMedia({ duration: 725 })) })
  show(<VideoPlayer id="vd_scene" />, 'guest')
  const button = await bigButton()
  expect(button.querySelector('img')?.getAttribute('src')).toBe('/media/images/img_1/1200.webp')
  expect(screen.getByText('12:05').getAttribute('datetime')).toBe('PT725S')
  expect(videoIn().getAttribute('src')).toBeNull()
  expect([clockText(5), clockText(65), clockText(3725), clockText(Number.NaN)]).toEqual([
    '0:05',
    '1:05',
    '1:02:05',
    '0:00',
  ])
})

test('the first play hides the picture and the big button, and they do not come back [VIDEO-017]', async () => {
  const { video, user } = await playing()
  expect(screen.queryByRole('button', { name: '播放“第一个场景”' })).toBeNull()
  await user.click(control('暂停'))
  expect(video.paused).toBe(true)
  expect(screen.queryByRole('button', { name: '播放“第一个场景”' })).toBeNull()
})

test('without a builder of streams the one type that plays everywhere is taken, with credentials [VIDEO-020] [VIDEO-031]', async () => {
  const { video } = await playing()
  expect(video.getAttribute('src')).toBe('/media/videos/vd_scene/abc/video.mp4')
  expect(video.getAttribute('crossorigin')).toBe('use-credentials')
})

test('a video is as large as its picture, and without one as large as any medium [VIDEO-027]', async () => {
  for (const [image, size] of [
    [sampleMedia().image, [1200, 675]],
    [null, [100, 56]],
  ] as const) {
    fakeServer({ [path]: answerWith(sampleMedia({ image })) })
    const { unmount } = show(<VideoPlayer id="vd_scene" />, 'guest')
    await bigButton()
    expect([Number(videoIn().getAttribute('width')), Number(videoIn().getAttribute('height'))]).toEqual(size)
    unmount()
  }
})

test('the play button has a look for each place [VIDEO-040]', async () => {
  const themes = ['default', 'overview', 'learn-live-previous', 'media'] as const
  expect([...playThemes]).toEqual(themes)
  const looks = []
  for (const theme of themes) {
    fakeServer({ [path]: answerWith(sampleMedia()) })
    const { unmount } = show(<VideoPlayer id="vd_scene" theme={theme} />, 'guest')
    const place = (await bigButton()).parentElement
    expect(place?.className.split(' ')).toContain(theme)
    looks.push(place?.lastElementChild?.textContent)
    unmount()
  }
  // above its length one names the video, one says that a live session was recorded
  expect(looks).toEqual(['10:00', '第一个场景10:00', '直播回放10:00', '10:00'])
})

test('the qualities are High, those that the video was made in, and Auto; the chosen one holds for the next video too [VIDEO-030]', async () => {
  const open = async (heights: number[]) => {
    fakeServer({ [path]: answerWith(sampleMedia({ heights })) })
    const { unmount } = show(<VideoPlayer id="vd_scene" />, 'guest')
    await bigButton()
    return unmount
  }
  const offered = () => screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)
  const user = userEvent.setup()
  const close = await open([1080, 720, 480, 360, 240])
  await user.click(control('清晰度：自动'))
  expect(offered()).toEqual(['最高', '1080p', '720p', '480p', '360p', '240p', '自动'])
  await user.click(screen.getByRole('menuitemradio', { name: '480p' }))
  expect(control('清晰度：480p')).toBeTruthy()
  close()
  await open([480, 360])
  await user.click(control('清晰度：480p'))
  expect(offered()).toEqual(['最高', '480p', '360p', '自动'])
})

test('a private video shows a guest the way in and nothing else [VIDEO-021] [VIDEO-018]', async () => {
  const signIn = vi.fn()
  fakeServer({ [path]: answerWith(sampleMedia({ isPrivate: true, playlist: [], title: '' })) })
  const { unmount } = show(<VideoPlayer id="vd_scene" />, 'guest', { signIn })
  await userEvent.click(await screen.findByRole('button', { name: '登录后观看' }))
  expect(signIn).toHaveBeenCalledOnce()
  expect(document.querySelector('video')).toBeNull()
  unmount()
  fakeServer({ [path]: answerWith(sampleMedia({ isPrivate: true })) })
  show(<VideoPlayer id="vd_scene" />, learnerSession())
  expect(await bigButton()).toBeTruthy()
})

test('whose sign-in has run out meanwhile is asked to sign in again, and not told that the video is being made', async () => {
  const closed = sampleMedia({ isPrivate: true, playlist: [], title: '', image: null, duration: null })
  fakeServer({ [path]: answerWith(closed) })
  show(<VideoPlayer id="vd_scene" />, learnerSession())
  expect(await screen.findByRole('button', { name: '登录后观看' })).toBeTruthy()
})

test('a video without a playlist says that it is being processed, and shows itself when it is ready [VIDEO-022]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let media = sampleMedia({ playlist: [], state: 'processing', duration: null })
  fakeServer({ [path]: () => answerWith(media)() })
  show(<VideoPlayer id="vd_scene" />, 'guest')
  expect(await screen.findByText('视频正在处理，请稍后再来。')).toBeTruthy()
  media = sampleMedia()
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  expect(await bigButton()).toBeTruthy()
  vi.useRealTimers()
})

test('without a network the player says so and tries again when it is back', async () => {
  let isAway = true
  fakeServer({
    [path]: () => {
      if (isAway) throw new TypeError('network')
      return answerWith(sampleMedia())()
    },
  })
  show(<VideoPlayer id="vd_scene" />, 'guest')
  expect(await screen.findByText(/视频没有加载出来/)).toBeTruthy()
  isAway = false
  fireEvent(window, new Event('online'))
  expect(await bigButton()).toBeTruthy()
})

test('starting one player pauses the others [VIDEO-014]', async () => {
  fakeServer({
    [path]: answerWith(sampleMedia()),
    '/api/learn/media/vd_other': answerWith(sampleMedia({ id: 'vd_other', title: '另一个' })),
    ...played,
    ...kept,
  })
  show(
    <>
      <VideoPlayer id="vd_scene" />
      <VideoPlayer id="vd_other" />
    </>,
    'guest',
  )
  await userEvent.click(await bigButton())
  const [first, second] = [...document.querySelectorAll('video')]
  await waitFor(() => expect(first?.paused).toBe(false))
  await userEvent.click(await bigButton('播放“另一个”'))
  await waitFor(() => expect(second?.paused).toBe(false))
  expect(first?.paused).toBe(true)
})

test('keys seek by five seconds, change the volume by a tenth, mute, and jump by tenths [VIDEO-033] [VIDEO-034] [VIDEO-036] [VIDEO-038]', async () => {
  const { video, frame } = await playing()
  const press = (key: string) => fireEvent.keyDown(frame, { key })
  press('5')
  expect(video.currentTime).toBe(300)
  press('ArrowRight')
  expect(video.currentTime).toBe(305)
  press('ArrowLeft')
  press('ArrowLeft')
  expect(video.currentTime).toBe(295)
  press('0')
  press('ArrowLeft')
  expect(video.currentTime).toBe(0)
  press('9')
  expect(video.currentTime).toBe(540)
  press('ArrowUp')
  expect(video.volume).toBe(1)
  press('ArrowDown')
  press('ArrowDown')
  expect(video.volume).toBeCloseTo(0.8)
  press('ArrowUp')
  expect(video.volume).toBeCloseTo(0.9)
  press('m')
  expect(video.muted).toBe(true)
  press('M')
  expect(video.muted).toBe(false)
  // the same key on a Russian keyboard
  for (const muted of [true, false]) {
    fireEvent.keyDown(frame, { key: 'ь', code: 'KeyM' })
    expect(video.muted).toBe(muted)
  }
  fireEvent.keyDown(frame, { key: '1', ctrlKey: true })
  expect(video.currentTime).toBe(540)
})

test('on the slider of the volume the arrows are its own, the other keys the player’s', async () => {
  const { video } = await playing()
  playTo(video, 300)
  const volume = screen.getByRole('slider', { name: '音量' })
  for (const key of ['ArrowLeft', 'ArrowUp']) expect([key, fireEvent.keyDown(volume, { key })]).toEqual([key, true])
  expect([video.currentTime, video.volume]).toEqual([300, 1])
  fireEvent.keyDown(volume, { key: '5' })
  fireEvent.keyDown(screen.getByRole('slider', { name: '播放进度' }), { key: 'ArrowRight' })
  expect(video.currentTime).toBe(305)
})

test('space and the media key toggle play; a button keeps its own space [VIDEO-035]', async () => {
  const { video, frame } = await playing()
  fireEvent.keyDown(frame, { key: ' ' })
  expect(video.paused).toBe(true)
  fireEvent.keyDown(frame, { key: 'MediaPlayPause' })
  expect(video.paused).toBe(false)
  fireEvent.keyDown(control('静音'), { key: ' ' })
  expect(video.paused).toBe(false)
})

test('F and the button ask for the full screen of the player with its controls [VIDEO-037]', async () => {
  const { frame, user } = await playing()
  const asked: Element[] = []
  Object.assign(HTMLElement.prototype, {
    requestFullscreen(this: HTMLElement) {
      asked.push(this)
      return Promise.resolve()
    },
  })
  fireEvent.keyDown(frame, { key: 'f' })
  await user.click(control('全屏'))
  expect(asked).toEqual([frame, frame])
})

test('the player of a lesson offers its five speeds, and the chosen one plays [VIDEO-028]', async () => {
  const { user, video } = await playing()
  await user.click(control('播放速度：1倍'))
  const items = within(screen.getByRole('menu', { name: '播放速度' })).getAllByRole('menuitemradio')
  expect(items.map(({ textContent }) => textContent)).toEqual(mainRates.map((rate) => `${rate}倍`))
  await user.click(screen.getByRole('menuitemradio', { name: '4倍' }))
  expect(video.playbackRate).toBe(4)
  expect(control('播放速度：4倍')).toBeTruthy()
})

test('the controls go 2.5 s after a pause, and stay while the keyboard is on them [VIDEO-015]', async () => {
  const { video, frame } = await playing()
  vi.useFakeTimers()
  act(() => video.pause())
  act(() => vi.advanceTimersByTime(2_499))
  expect(frame.dataset.idle).toBeUndefined()
  act(() => vi.advanceTimersByTime(1))
  expect(frame.dataset.idle).toBe('true')
  fireEvent.pointerMove(frame)
  expect(frame.dataset.idle).toBeUndefined()
  const focused = vi
    .spyOn(frame, 'querySelector')
    .mockImplementation((query) => (query === ':focus-visible' ? video : null))
  act(() => vi.advanceTimersByTime(10_000))
  expect(frame.dataset.idle).toBeUndefined()
  focused.mockRestore()
  act(() => vi.advanceTimersByTime(2_500))
  expect(frame.dataset.idle).toBe('true')
  vi.useRealTimers()
})

test('theater mode is switched on and off, and Escape leaves it [VIDEO-016]', async () => {
  const { user, frame } = await playing()
  const button = control('影院模式')
  await user.click(button)
  expect(frame.parentElement?.dataset.theater).toBe('true')
  expect(button.getAttribute('aria-pressed')).toBe('true')
  fireEvent.keyDown(frame, { key: 'Escape' })
  expect(frame.parentElement?.dataset.theater).toBeUndefined()
  expect(control('影院模式').getAttribute('aria-pressed')).toBe('false')
})

test('a video over the page plays at once, with speeds by quarters, and asks for sign-in where marked [VIDEO-007] [VIDEO-019] [VIDEO-029]', async () => {
  fakeServer({ [path]: answerWith(sampleMedia()), ...played, ...kept })
  const signIn = vi.fn()
  const { unmount } = show(<PlayDialog id="vd_scene" title="回放" loginRequired />, 'guest', { signIn })
  await userEvent.click(screen.getByRole('button', { name: '播放“回放”' }))
  expect(signIn).toHaveBeenCalledOnce()
  expect(screen.queryByRole('dialog')).toBeNull()
  unmount()
  show(<PlayDialog id="vd_scene" title="回放" loginRequired />, learnerSession(), { signIn })
  await userEvent.click(screen.getByRole('button', { name: '播放“回放”' }))
  const dialog = within(await screen.findByRole('dialog', { name: '回放' }))
  await waitFor(() => expect(videoIn().paused).toBe(false))
  await userEvent.click(dialog.getByRole('button', { name: '播放速度：1倍' }))
  const rates = dialog.getAllByRole('menuitemradio').map(({ textContent }) => textContent)
  expect(rates).toEqual(['0.25倍', '0.5倍', '0.75倍', '1倍', '1.25倍', '1.5倍', '1.75倍', '2倍'])
  await userEvent.keyboard('{Escape}')
  await userEvent.click(dialog.getByRole('button', { name: '关闭' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a video that breaks off says so, and trying again goes on at the second', async () => {
  const { video, user } = await playing()
  playTo(video, 120)
  Object.defineProperty(video, 'error', { configurable: true, value: { code: 2 } })
  vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: 2 })
  fireEvent(video, new Event('error'))
  expect(await screen.findByText(/网络连接中断/)).toBeTruthy()
  Object.defineProperty(video, 'error', { configurable: true, value: null })
  playTo(video, 120)
  await user.click(control('重试'))
  fireEvent(video, new Event('loadedmetadata'))
  expect(video.currentTime).toBe(120)
})

test('the play count is told once for each person and video, and remembered [ANA-003]', async () => {
  const { calls } = await playing()
  const plays = () => calls.filter((sent) => sent.path === '/learn/video/vd_scene').length
  await waitFor(() => expect(plays()).toBe(1))
  fireEvent(videoIn(), new Event('playing'))
  expect(plays()).toBe(1)
  cleanup()
  // the page is opened anew: it is remembered of this person, and of nobody else
  const again = await playing()
  fireEvent(videoIn(), new Event('playing'))
  await waitFor(() => expect(again.video.paused).toBe(false))
  expect(again.calls.filter((sent) => sent.path === '/learn/video/vd_scene')).toEqual([])
  cleanup()
  const others = fakeServer({ [path]: answerWith(sampleMedia()), ...played, ...kept })
  show(<VideoPlayer id="vd_scene" />, { ...learnerSession(), user: samplePerson({ id: 'u_bob' }) })
  await userEvent.click(await bigButton(/^(播放“|从)/))
  await waitFor(() => expect(others.filter((sent) => sent.path === '/learn/video/vd_scene')).toHaveLength(1))
})

test('when the video has ended the next lesson is offered', async () => {
  const { video } = await playing({}, { next: <a href="/next">下一课</a> })
  expect(screen.queryByRole('link', { name: '下一课' })).toBeNull()
  act(() => finish(video))
  expect(await screen.findByRole('link', { name: '下一课' })).toBeTruthy()
})

const told: [PlayerEvent, number][] = []
const useNotes: UseRecorder = (facts) => {
  const latest = useRef(facts)
  useEffect(() => {
    latest.current = facts
  })
  return useCallback((event) => void told.push([event, latest.current().position]), [])
}

test('what a viewer does is told with how the video stands then', async () => {
  const { video, user } = await playing({}, { useRecorder: useNotes })
  playTo(video, 30)
  await user.click(control('暂停'))
  await user.click(control(/播放速度/))
  await user.click(screen.getByRole('menuitemradio', { name: '2倍' }))
  expect(told.filter(([{ kind }]) => kind !== 'active' && kind !== 'inactive')).toEqual([
    [{ kind: 'play' }, 0],
    [{ kind: 'pause' }, 30],
    [{ kind: 'rate', rate: 2 }, 30],
  ])
})
