import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstHeatDay, heatLevel, heatWeeks, studyTotals } from './study-year.ts'

const day = (iso: string, seconds = 600, steps = 1) => ({ day: iso, seconds, steps })

test('the heat map is whole weeks from Monday, and ends today', () => {
  const weeks = heatWeeks([day('2026-11-20', 5400)], '2026-11-21')
  expect(weeks).toHaveLength(53)
  expect(weeks[0]?.[0]?.day).toBe('2025-11-17')
  expect(firstHeatDay('2026-11-21')).toBe('2025-11-17')
  expect(weeks.at(-1)?.map((cell) => [cell.day, cell.level])).toEqual([
    ['2026-11-16', 0],
    ['2026-11-17', 0],
    ['2026-11-18', 0],
    ['2026-11-19', 0],
    ['2026-11-20', 4],
    ['2026-11-21', 0],
  ])
})

test('every day of the year is in the map once, whatever today is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), (n) => {
      const today = new Date(n * 86_400_000).toISOString().slice(0, 10)
      const days = heatWeeks([], today).flatMap((week) => week.map((cell) => cell.day))
      expect(days.at(-1)).toBe(today)
      expect(new Set(days).size).toBe(days.length)
      expect([...days].sort()).toEqual(days)
      expect(days.length).toBeGreaterThan(52 * 7)
    }),
  )
})

test('more time is never a paler cell', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(10_000), (a, b) => {
      expect(heatLevel(Math.max(a, b))).toBeGreaterThanOrEqual(heatLevel(Math.min(a, b)))
    }),
  )
  expect([0, 900, 901, 2701, 5400].map(heatLevel)).toEqual([0, 1, 2, 3, 4])
})

test('a streak runs up to today, or to yesterday while today is still empty', () => {
  const days = [day('2026-11-15'), day('2026-11-18'), day('2026-11-19'), day('2026-11-20')]
  expect(studyTotals(days, '2026-11-20').streakDays).toBe(3)
  expect(studyTotals(days, '2026-11-21').streakDays).toBe(3)
  expect(studyTotals(days, '2026-11-22').streakDays).toBe(0)
})

test('totals add the year and the week since Monday', () => {
  const days = [day('2026-11-15', 100), day('2026-11-16', 200, 3), day('2026-11-20', 300), day('2026-11-21', 0, 0)]
  expect(studyTotals(days, '2026-11-21')).toEqual({
    days: 3,
    seconds: 600,
    steps: 5,
    streakDays: 1,
    weekSeconds: 500,
  })
})
