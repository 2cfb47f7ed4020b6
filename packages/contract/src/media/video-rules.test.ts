import { expect, test } from 'vitest'
import { heightsFor, isWorthKeeping, mainRates, modalRates, qualitiesOf } from './video-rules.ts'

test('a video is made in the stated qualities, none larger than it is', () => {
  expect(heightsFor(2160)).toEqual([1080, 720, 480, 360, 240])
  expect(heightsFor(719)).toEqual([480, 360, 240])
  expect(heightsFor(135)).toEqual([136])
  expect(qualitiesOf(heightsFor(1080))).toEqual(['High', '1080p', '720p', '480p', '360p', '240p', 'Auto'])
  expect(qualitiesOf(heightsFor(480))).toEqual(['High', '480p', '360p', '240p', 'Auto'])
  expect(qualitiesOf(heightsFor(100))).toEqual(['High', 'Auto'])
})

test('speeds go to four times in a lesson and by quarters in the other player [VIDEO-028] [VIDEO-029]', () => {
  expect(mainRates.map(String).join(' ')).toBe('0.5 1 1.5 2 4')
  expect(modalRates).toHaveLength(8)
  expect(modalRates.every((rate, at) => rate === (at + 1) / 4)).toBe(true)
})

test('the first moments and the very end are not worth coming back to', () => {
  expect([0, 1.9, 2, 57.9, 58.1, 60, Number.NaN].map((at) => isWorthKeeping(at, 60))).toEqual([
    false,
    false,
    true,
    true,
    false,
    false,
    false,
  ])
  expect(isWorthKeeping(500, null)).toBe(true)
})
