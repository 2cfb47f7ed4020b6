// @vitest-environment jsdom
import type { WatchPosition } from '@lantern/contract/media/videos.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Session } from '#kit/session.tsx'
import { learnerSession } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { isMomentToKeep, newestPosition } from './kept-position.ts'
import { answerWith, finish, giveVideo, playTo, sampleMedia, videoIn } from './testing/video.ts'
import { VideoPlayer } from './video-player.tsx'

const path = '/api/learn/media/vd_scene'
const learner = learnerSession()
const keyOf = (session: Session | 'guest') =>
  `lantern_video_${session === 'guest' ? 'guest' : session.user?.id}_vd_scene`

beforeEach(async () => {
  await prepareBrowser()
  giveVideo()
  window.localStorage.clear()
})

const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()

function keepHere(kept: WatchPosition, session: Session | 'guest' = learner) {
  window.localStorage.setItem(keyOf(session), JSON.stringify(kept))
}

const here = (session: Session | 'guest' = learner) =>
  JSON.parse(window.localStorage.getItem(keyOf(session)) ?? 'null') as WatchPosition | null

async function playing(there: WatchPosition | null = null, session: Session | 'guest' = learner) {
  const calls = fakeServer({
    [path]: answerWith(sampleMedia(), there),
    [`${path}/position`]: () => ({ watched: null }),
    '/learn/video/vd_scene': () => ({ counted: true }),
  })
  show(<VideoPlayer id="vd_scene" />, session)
  const button = await screen.findByRole('button', { name: /^(播放“|从)/ })
  const name = button.getAttribute('aria-label')
  await userEvent.click(button)
  const video = videoIn()
  await waitFor(() => expect(video.paused).toBe(false))
  return { video, name, told: () => calls.filter((sent) => sent.path === `${path}/position`).map(({ body }) => body) }
}

test('the place is kept for each source about every even second, here and on the site [VIDEO-010] [VIDEO-011]', async () => {
  const { video, told } = await playing()
  playTo(video, 1)
  expect(here()).toBeNull()
  playTo(video, 62.3)
  expect(here()).toMatchObject({ position: 62.3, rate: 1 })
  const kept = [100, 100.4, 101.2, 102.1, 103, 104.9].map((second) => isMomentToKeep(second, 100) && second)
  expect(kept).toEqual([false, false, false, 102.1, false, 104.9])
  await userEvent.click(screen.getByRole('button', { name: '暂停' }))
  await waitFor(() => expect(told().at(-1)).toMatchObject({ position: 62.3 }))
  expect(Date.parse(String(told().at(-1)?.at))).toBeCloseTo(Date.now(), -4)
})

test('playing goes on where it stopped, at the speed it had [VIDEO-012]', async () => {
  keepHere({ position: 245, rate: 1.5, at: at(10) })
  const { video, name } = await playing()
  expect(name).toBe('从4分5秒继续播放“第一个场景”')
  expect([video.currentTime, video.playbackRate]).toEqual([245, 1.5])
})

test('of this device and the site the newest counts', async () => {
  keepHere({ position: 245, rate: 1, at: at(10) })
  const { video } = await playing({ position: 400, rate: 2, at: at(5) })
  expect([video.currentTime, video.playbackRate]).toEqual([400, 2])
  const here = { position: 245, rate: 1, at: at(1) }
  const there = { position: 400, rate: 1, at: at(5) }
  expect(newestPosition(here, there, 600)?.position).toBe(245)
  expect(newestPosition(here, null, 600)?.position).toBe(245)
  expect(newestPosition(null, there, 600)?.position).toBe(400)
  expect(newestPosition(null, null, 600)).toBeNull()
  // seen to its end on another device since then
  expect(newestPosition(here, { position: 0, rate: 1, at: at(0), ended: true }, 600)?.position).toBe(0)
})

test('the place is removed when the video ends, here and on the site [VIDEO-013]', async () => {
  const { video, told } = await playing()
  playTo(video, 590)
  expect(here()).toMatchObject({ position: 590 })
  act(() => finish(video))
  expect(here()).toBeNull()
  await waitFor(() => expect(told().at(-1)).toMatchObject({ position: 0, ended: true }))
})

test('a guest keeps the place on this device alone, apart from the people who sign in here', async () => {
  const { video, told } = await playing(null, 'guest')
  playTo(video, 62)
  await userEvent.click(screen.getByRole('button', { name: '暂停' }))
  expect(here('guest')).toMatchObject({ position: 62 })
  expect(here()).toBeNull()
  expect(told()).toEqual([])
})

test('what the network lost is told when it is back', async () => {
  let isAway = true
  const told: unknown[] = []
  fakeServer({
    [path]: answerWith(sampleMedia()),
    [`${path}/position`]: ({ body }) => {
      if (isAway) throw new TypeError('network')
      told.push(body)
      return { watched: null }
    },
    '/learn/video/vd_scene': () => ({ counted: true }),
  })
  show(<VideoPlayer id="vd_scene" />, learner)
  await userEvent.click(await screen.findByRole('button', { name: /^播放“/ }))
  await waitFor(() => expect(videoIn().paused).toBe(false))
  playTo(videoIn(), 300)
  await userEvent.click(screen.getByRole('button', { name: '暂停' }))
  expect(told).toEqual([])
  isAway = false
  await act(async () => window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(told).toMatchObject([{ position: 300 }]))
})

test('who comes back to an open page goes on where another device stopped meanwhile', async () => {
  let there: WatchPosition | null = null
  fakeServer({ [path]: () => answerWith(sampleMedia(), there)() })
  show(<VideoPlayer id="vd_scene" />, learner)
  expect(await screen.findByRole('button', { name: '播放“第一个场景”' })).toBeTruthy()
  there = { position: 125, rate: 1, at: at(0) }
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByRole('button', { name: '从2分5秒继续播放“第一个场景”' })).toBeTruthy()
})

/** Bodies of what the page sends when it is left. */
async function leave(): Promise<WatchPosition[]> {
  const sent: Blob[] = []
  Object.assign(navigator, { sendBeacon: (_address: string, body: Blob) => sent.push(body) > 0 })
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'visible' })
  return Promise.all(sent.map(async (body) => JSON.parse(await body.text()) as WatchPosition))
}

test('a page that is left while it plays tells where, and one that only stands paused tells nothing new', async () => {
  const { video, told } = await playing()
  playTo(video, 100)
  expect(await leave()).toMatchObject([{ position: 100 }])
  playTo(video, 121)
  await userEvent.click(screen.getByRole('button', { name: '暂停' }))
  await waitFor(() => expect(told().at(-1)).toMatchObject({ position: 121 }))
  const before = told().length
  // the phone may have gone on since: this page must not say "121" once more, with a newer time
  expect(await leave()).toEqual([])
  cleanup()
  expect(told()).toHaveLength(before)
})

test('a page that was left paused goes on where another device stopped meanwhile, when it is played again', async () => {
  let there: WatchPosition | null = null
  fakeServer({
    [path]: () => answerWith(sampleMedia(), there)(),
    [`${path}/position`]: () => ({ watched: null }),
    '/learn/video/vd_scene': () => ({ counted: true }),
  })
  show(<VideoPlayer id="vd_scene" />, learner)
  await userEvent.click(await screen.findByRole('button', { name: /^播放“/ }))
  const video = videoIn()
  await waitFor(() => expect(video.paused).toBe(false))
  playTo(video, 100)
  await userEvent.click(screen.getByRole('button', { name: '暂停' }))
  const playAgain = async () => {
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await act(async () => undefined)
    await userEvent.click(screen.getByRole('button', { name: '播放' }))
  }
  there = { position: 40, rate: 1, at: at(5) }
  await playAgain()
  expect(video.currentTime).toBe(100)
  await userEvent.click(screen.getByRole('button', { name: '暂停' }))
  there = { position: 400, rate: 1, at: at(-1) }
  await playAgain()
  expect(video.currentTime).toBe(400)
})
