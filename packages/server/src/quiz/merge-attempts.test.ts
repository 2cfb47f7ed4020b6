import { expect, test } from 'vitest'
import type { KeptAnswer } from './attempts.ts'
import { mergedAttempts } from './merge-attempts.ts'

const day = (number: number) => new Date(Date.UTC(2026, 2, number))

function attempt(
  name: string,
  started: number,
  submitted: number | null,
  answers: Record<string, KeptAnswer> = {},
  revision = 1,
) {
  return { name, revision, started_at: day(started), submitted_at: submitted === null ? null : day(submitted), answers }
}

function answer(savedDay: number, chosen: string): KeptAnswer {
  return [1, day(savedDay).getTime(), [chosen]]
}

const names = (attempts: { name: string }[]) => attempts.map(({ name }) => name)

test('attempts of both stand in the order in which they were begun', () => {
  const merged = mergedAttempts([attempt('ada 1', 1, 1), attempt('ada 2', 5, 5), attempt('eve 1', 3, 3)])
  expect(names(merged)).toEqual(['ada 1', 'eve 1', 'ada 2'])
})

test('an attempt that is open is the one to go on with, however long ago it was begun', () => {
  expect(names(mergedAttempts([attempt('ada', 1, null), attempt('eve', 3, 3)]))).toEqual(['eve', 'ada'])
})

test('of two open attempts the newer goes on and takes along what only the older answered', () => {
  const merged = mergedAttempts([
    attempt('ada', 1, null, { first: answer(9, 'ada'), second: answer(9, 'ada') }),
    attempt('eve', 2, null, { second: answer(3, 'eve'), third: answer(3, 'eve') }),
  ])
  expect(names(merged)).toEqual(['ada'])
  expect(merged[0]?.answers).toEqual({ first: answer(9, 'ada'), second: answer(9, 'ada'), third: answer(3, 'eve') })
})

test('answers to other questions than those of the attempt stay out of it', () => {
  const merged = mergedAttempts([
    attempt('ada', 1, null, { old: answer(1, 'ada') }, 1),
    attempt('eve', 2, null, { new: answer(2, 'eve') }, 2),
  ])
  expect(merged.map(({ answers }) => Object.keys(answers))).toEqual([['new']])
})
