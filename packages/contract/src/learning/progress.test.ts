import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chapterDot,
  contentStatus,
  continueItem,
  countDone,
  flipped,
  isAllDone,
  isCompletedFor,
  isFirstCompletion,
  learnButton,
  nextItem,
  opensSummary,
  outlineDot,
  percentDone,
  progressWords,
  remainingMinutes,
  toggled,
} from './progress.ts'

/** Parts of an item: unique ids, any state, times of one day. */
const parts = fc
  .array(
    fc.record({
      completed: fc.boolean(),
      required: fc.boolean(),
      updatedTime: fc.option(
        fc.integer({ min: 0, max: 86_399 }).map((second) => new Date(1_767_225_600_000 + second * 1000).toISOString()),
      ),
    }),
    { maxLength: 12 },
  )
  .map((list) => list.map((part, index) => ({ ...part, id: `p${index}` })))

test('percent done is the rounded share of completed parts, between 0 and 100', () => {
  fc.assert(
    fc.property(parts, (list) => {
      const percent = percentDone(list)
      expect(Number.isInteger(percent) && percent >= 0 && percent <= 100).toBe(true)
      if (list.length > 0) expect(Math.abs(percent - (countDone(list) / list.length) * 100)).toBeLessThanOrEqual(0.5)
    }),
  )
  expect(percentDone([{ completed: true }, { completed: false }, { completed: false }])).toBe(33)
  expect(percentDone([{ completed: true }, { completed: true }, { completed: false }])).toBe(67)
  expect(percentDone(Array.from({ length: 8 }, (_, n) => ({ completed: n < 1 })))).toBe(13)
})

test('percent done of nothing is 0', () => {
  expect(percentDone([])).toBe(0)
})

test('completing one part never lowers the percent', () => {
  fc.assert(
    fc.property(parts, fc.nat(), (list, pick) => {
      fc.pre(list.length > 0)
      const more = list.map((part, index) => (index === pick % list.length ? { ...part, completed: true } : part))
      expect(percentDone(more)).toBeGreaterThanOrEqual(percentDone(list))
    }),
  )
})

test('the remaining time is the duration times the percent that is not done', () => {
  expect(remainingMinutes(90, 50)).toBe(45)
  expect(remainingMinutes(25, 50)).toBe(13)
  expect(remainingMinutes(45, 0)).toBe(45)
  fc.assert(
    fc.property(fc.nat(6000), fc.integer({ min: 0, max: 100 }), (minutes, percent) => {
      const left = remainingMinutes(minutes, percent)
      expect(left >= 0 && left <= minutes && (percent < 100 || left === 0)).toBe(true)
    }),
  )
})

test('all is done exactly when no demanded part is open, and never when there is nothing', () => {
  expect(isAllDone([])).toBe(false)
  expect(
    isAllDone([
      { id: 'a', required: true, completed: true },
      { id: 'lab', required: false, completed: false },
    ]),
  ).toBe(true)
  expect(isAllDone([{ id: 'lab', required: false, completed: false }])).toBe(false)
  fc.assert(
    fc.property(parts, (list) => {
      const words = progressWords(list)
      expect(isAllDone(list)).toBe(list.length > 0 && words.requiredLeft === 0)
      expect(words.done + words.requiredLeft + words.optionalLeft).toBe(list.length)
    }),
  )
})

test('a record that is for all versions, or read without one, is completed by its own flag', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.boolean(), (completed, versionCompleted) => {
      const recordVersions = { '2022.3': { completed: versionCompleted } }
      expect(isCompletedFor({ completed, withAll: true, recordVersions }, '2022.3')).toBe(completed)
      expect(isCompletedFor({ completed, withAll: false, recordVersions }, null)).toBe(completed)
    }),
  )
})

test('a record for some versions is completed for a version when the record of that version is', () => {
  const record = { completed: true, withAll: false, recordVersions: { '2022.3': { completed: true } } }
  expect(isCompletedFor(record, '2022.3')).toBe(true)
  expect(isCompletedFor(record, '6000.0')).toBe(false)
  expect(isCompletedFor({ ...record, completed: false }, '2022.3')).toBe(true)
})

const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`

test('the next item follows the most recently touched open one', () => {
  const list = [
    { id: 'a', completed: false, updatedTime: at(1) },
    { id: 'b', completed: false, updatedTime: at(9) },
    { id: 'c', completed: true, updatedTime: at(30) },
    { id: 'd', completed: false, updatedTime: null },
  ]
  expect(nextItem(list)?.id).toBe('d')
  expect(nextItem(list.map((part) => ({ ...part, updatedTime: null })))?.id).toBe('a')
})

test('the search goes round past the last item to the first', () => {
  const list = [
    { id: 'a', completed: false, updatedTime: null },
    { id: 'b', completed: true, updatedTime: at(1) },
    { id: 'c', completed: false, updatedTime: at(2) },
  ]
  expect(nextItem(list)?.id).toBe('a')
})

test('a completed whole has no next item', () => {
  fc.assert(
    fc.property(parts, (list) => {
      expect(nextItem(list, { completed: true })).toBeNull()
      expect(nextItem(list.map((part) => ({ ...part, completed: true })))).toBeNull()
    }),
  )
})

test('the next item is never a completed one and never where the learner is', () => {
  expect(nextItem([{ id: 'a', completed: false, updatedTime: at(1) }], { currentId: 'a' })).toBeNull()
  fc.assert(
    fc.property(parts, fc.nat(), (list, pick) => {
      const currentId = list[pick % Math.max(1, list.length)]?.id ?? null
      const next = nextItem(list, { currentId })
      if (next === null) return
      expect(next.completed).toBe(false)
      expect(next.id).not.toBe(currentId)
    }),
  )
})

test('going on leads to the open part touched last, else to the first open one', () => {
  fc.assert(
    fc.property(parts, (list) => {
      const open = list.filter((part) => !part.completed)
      const found = continueItem(list)
      if (open.length === 0) expect(found).toBeNull()
      else {
        const times = open.flatMap((part) => part.updatedTime ?? []).sort()
        expect(found?.updatedTime ?? null).toBe(times.at(-1) ?? null)
      }
    }),
  )
})

test('the status of a content names its neighbours and whether it is next', () => {
  const list = [
    { id: 'a', completed: true, updatedTime: at(1) },
    { id: 'b', completed: false, updatedTime: null },
    { id: 'c', completed: true, updatedTime: at(2) },
  ]
  expect(contentStatus(list, 'b')).toEqual({
    prevCompleted: true,
    nextCompleted: true,
    completed: false,
    isNext: true,
    hasNext: true,
  })
  expect(contentStatus(list, 'c')).toMatchObject({ completed: true, isNext: false, hasNext: false })
  fc.assert(
    fc.property(parts, (any) => {
      expect(any.filter((part) => contentStatus(any, part.id).isNext).length).toBeLessThanOrEqual(1)
    }),
  )
})

test('outline rows: continue, start here, start again, done, locked, open', () => {
  const part = { id: 'a', completed: false, updatedTime: null, begun: false, onceCompleted: false }
  expect(outlineDot(part, 'a')).toBe('startHere')
  expect(outlineDot(part, 'b')).toBe('open')
  expect(outlineDot({ ...part, begun: true }, 'a')).toBe('continue')
  expect(outlineDot({ ...part, begun: true, onceCompleted: true }, 'a')).toBe('startAgain')
  expect(outlineDot({ ...part, locked: true }, 'a')).toBe('locked')
  expect(outlineDot({ ...part, completed: true, onceCompleted: true, locked: true }, null)).toBe('done')
  expect(chapterDot(['done', 'done'])).toBe('done')
  expect(chapterDot(['done', 'open'])).toBe('continue')
  expect(chapterDot(['startHere', 'open'])).toBe('startHere')
  expect(chapterDot(['locked', 'locked'])).toBe('locked')
  expect(chapterDot(['open', 'open'])).toBe('open')
})

test('the learn button: start, percent done, completed', () => {
  const record = {
    completed: false,
    withAll: true,
    recordVersions: {},
    percent: 40,
    remainingMinutes: 18,
    lastCompletedTime: null,
  }
  expect(learnButton(null)).toEqual({ kind: 'start' })
  expect(learnButton(record)).toEqual({ kind: 'continue', percent: 40, remainingMinutes: 18 })
  expect(learnButton({ ...record, completed: true, lastCompletedTime: at(5) })).toEqual({
    kind: 'completed',
    completedTime: at(5),
  })
  const oneVersion = { ...record, completed: true, withAll: false }
  expect(learnButton(oneVersion, '2022.3').kind).toBe('start')
  const begun = { ...oneVersion, recordVersions: { '2022.3': { completed: false } } }
  expect(learnButton(begun, '2022.3').kind).toBe('continue')
  const done = { ...oneVersion, recordVersions: { '2022.3': { completed: true, completedTime: at(3) } } }
  expect(learnButton(done, '2022.3')).toEqual({ kind: 'completed', completedTime: at(3) })
})

test('a toggle sends the opposite of what is', () => {
  expect(toggled({ completed: true })).toEqual({ completed: false })
  expect(toggled({ completed: false })).toEqual({ completed: true })
})

test('the first completion without feedback opens the summary', () => {
  const first = { completed: true, completedTime: at(1), lastCompletedTime: at(1), feedbackGiven: false }
  expect(isFirstCompletion(first)).toBe(true)
  expect(opensSummary({ completed: false }, first)).toBe(true)
  expect(opensSummary(null, first)).toBe(true)
})

test('a later completion, or one already spoken about, does not', () => {
  const first = { completed: true, completedTime: at(1), lastCompletedTime: at(1), feedbackGiven: false }
  expect(opensSummary({ completed: false }, { ...first, lastCompletedTime: at(2) })).toBe(false)
  expect(opensSummary({ completed: false }, { ...first, feedbackGiven: true })).toBe(false)
  expect(opensSummary({ completed: true }, first)).toBe(false)
  expect(opensSummary({ completed: false }, { ...first, completed: false })).toBe(false)
})

test('an optimistic toggle moves the counter by one and never below 0', () => {
  expect(flipped({ on: false, count: 4 })).toEqual({ on: true, count: 5 })
  expect(flipped({ on: true, count: 0 })).toEqual({ on: false, count: 0 })
  fc.assert(
    fc.property(fc.boolean(), fc.nat(), (on, count) => {
      const next = flipped({ on, count })
      expect(next.on).toBe(!on)
      expect(next.count).toBeGreaterThanOrEqual(0)
    }),
  )
})
