// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import StudyClock from './study-clock.ts'

beforeEach(async () => {
  await prepareBrowser()
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const path = '/api/campus/study/beat'

function study(answer: (n: number) => object) {
  let n = 0
  const calls = fakeServer({ [path]: () => answer(n++) })
  show(<StudyClock itemId="ltu_1" />, learnerSession())
  return { bodies: () => calls.filter((one) => one.path === path).map(({ body }) => body) }
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)
const see = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('each sign carries the token of the one before; without a sign of a person for a minute none goes', async () => {
  const { bodies } = study((n) => ({ token: `t${n}` }))
  await seconds(30)
  window.dispatchEvent(new Event('keydown'))
  await seconds(30)
  expect(bodies()).toEqual([
    { itemId: 'ltu_1', token: null },
    { itemId: 'ltu_1', token: 't0' },
    { itemId: 'ltu_1', token: 't1' },
  ])
  await seconds(300)
  const sent = bodies().length
  expect(sent).toBeLessThan(6)
  // who comes back begins to count from then on
  window.dispatchEvent(new Event('pointermove'))
  await seconds(0)
  expect(bodies().at(-1)).toMatchObject({ paused: true })
})

test('a page out of sight says what it has and counts nothing until it is seen again', async () => {
  const left = vi.fn(() => true)
  Object.defineProperty(navigator, 'sendBeacon', { value: left, configurable: true })
  const { bodies } = study((n) => ({ token: `t${n}` }))
  await seconds(10)
  see('hidden')
  expect(left).toHaveBeenCalledOnce()
  await seconds(120)
  expect(bodies()).toHaveLength(1)
  see('visible')
  await seconds(0)
  expect(bodies().at(-1)).toEqual({ itemId: 'ltu_1', token: 't0', paused: true })
})

test('what no class was assigned is asked for once', async () => {
  const { bodies } = study(() => ({ token: null }))
  await seconds(20)
  window.dispatchEvent(new Event('keydown'))
  await seconds(60)
  expect(bodies()).toHaveLength(1)
})

test('of a film go the parts that were played', async () => {
  const video = document.createElement('video')
  video.dataset.film = 'vi_1'
  const parts = [
    [0, 12.4],
    [60.2, 70],
  ]
  Object.defineProperty(video, 'played', {
    value: { length: 2, start: (at: number) => parts[at]?.[0], end: (at: number) => parts[at]?.[1] },
  })
  document.body.append(video)
  const { bodies } = study((n) => ({ token: `t${n}` }))
  video.dispatchEvent(new Event('timeupdate'))
  await seconds(30)
  expect(bodies().at(-1)).toMatchObject({
    watched: [
      {
        videoId: 'vi_1',
        parts: [
          { from: 0, to: 13 },
          { from: 60, to: 70 },
        ],
      },
    ],
  })
  video.remove()
})
