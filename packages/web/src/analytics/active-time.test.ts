import { expect, test } from 'vitest'
import { ActiveTime } from './active-time.ts'

const lesson = (sectionId: string) => ({ itemId: 'ltu_1', sectionId })
const spent = (sectionId: string, seconds: number) => ({
  type: 'time',
  eventType: 'spent',
  data: { itemId: 'ltu_1', sectionId, seconds },
})

function reading(): ActiveTime {
  const time = new ActiveTime({ isVisible: true, now: 0 })
  time.setPlace(lesson('a'), 0)
  return time
}

test('time goes to the section in sight, in whole seconds, and the rest of a second is kept', () => {
  const time = reading()
  time.setPlace(lesson('b'), 2_600)
  expect(time.take(5_000)).toEqual([spent('a', 2), spent('b', 2)])
  time.setPlace(lesson('a'), 5_000)
  expect(time.take(5_400)).toEqual([spent('a', 1)])
  expect(time.take(5_400)).toEqual([])
})

test('a page out of sight and a person who gives no sign for a minute are not counted', () => {
  const time = reading()
  time.setVisible(false, 10_000)
  time.setVisible(true, 500_000)
  expect(time.take(505_000)).toEqual([spent('a', 15)])
  expect(time.take(2_000_000)).toEqual([spent('a', 55)])
  time.sign(2_000_000)
  expect(time.take(2_003_000)).toEqual([spent('a', 3)])
})

test('outside of items no time is counted', () => {
  const time = reading()
  time.setPlace(null, 1_000)
  time.sign(30_000)
  expect(time.take(60_000)).toEqual([spent('a', 1)])
})
