import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  canRetake,
  choose,
  countdown,
  frozenUntil,
  isAnswered,
  isFrozen,
  isPassed,
  nextSequence,
  nextUnanswered,
  quizAct,
  secondsUntil,
  unansweredIds,
} from './attempt.ts'

test('passing takes at least the pass number of right answers', () => {
  expect(isPassed(2, 3)).toBe(false)
  expect(isPassed(3, 3)).toBe(true)
})

test('a quiz is frozen for its freezing time, counted from the submission [QUIZ-009]', () => {
  const submitted = new Date('2026-03-01T10:00:00Z')
  const until = frozenUntil(submitted, 24)
  expect(until.toISOString()).toBe('2026-03-02T10:00:00.000Z')
  expect(secondsUntil(until, new Date('2026-03-02T09:59:59.001Z'))).toBe(1)
  expect(isFrozen('submitted', 1)).toBe(true)
  expect(secondsUntil(until, new Date('2026-03-02T10:00:00Z'))).toBe(0)
  expect(isFrozen('submitted', 0)).toBe(false)
  expect(secondsUntil(frozenUntil(submitted, 0), submitted)).toBe(0)
  expect(isFrozen('draft', 10)).toBe(false)
})

test('a retake is allowed once submitted and no freezing second is left, and not before [QUIZ-012]', () => {
  expect(canRetake('submitted', 0)).toBe(true)
  expect(canRetake('submitted', -5)).toBe(true)
  expect(canRetake('submitted', 1)).toBe(false)
  expect(canRetake('draft', 0)).toBe(false)
  expect(canRetake(null, 0)).toBe(false)
})

test('the act of the button follows the state of the quiz [QUIZ-004] [QUIZ-006] [QUIZ-007]', () => {
  expect(quizAct(null, 0)).toBe('begin')
  expect(quizAct('draft', 0)).toBe('continue')
  expect(quizAct('submitted', 60)).toBe('frozen')
  expect(quizAct('submitted', 0)).toBe('retake')
})

test('the countdown speaks in hours, minutes or seconds, whichever is the largest [QUIZ-011]', () => {
  expect(countdown(23 * 3600 + 41 * 60 + 5)).toEqual({ unit: 'hours', hours: 23, minutes: 41 })
  expect(countdown(3600)).toEqual({ unit: 'hours', hours: 1, minutes: 0 })
  expect(countdown(3599)).toEqual({ unit: 'minutes', minutes: 59, seconds: 59 })
  expect(countdown(60)).toEqual({ unit: 'minutes', minutes: 1, seconds: 0 })
  expect(countdown(58.2)).toEqual({ unit: 'seconds', seconds: 59 })
  expect(countdown(0)).toEqual({ unit: 'seconds', seconds: 0 })
  expect(countdown(-3)).toEqual({ unit: 'seconds', seconds: 0 })
})

test('answered is true when any question has an answer, otherwise false [QUIZ-017]', () => {
  expect(isAnswered({})).toBe(false)
  expect(isAnswered({ q1: [], q2: [] })).toBe(false)
  expect(isAnswered({ q1: [], q2: ['a'] })).toBe(true)
})

test('the next question is the first with no answer [QUIZ-018]', () => {
  const order = ['q1', 'q2', 'q3']
  expect(nextUnanswered(order, {})).toBe('q1')
  expect(nextUnanswered(order, { q1: ['a'], q3: ['b'] })).toBe('q2')
  expect(nextUnanswered(order, { q1: ['a'], q2: [], q3: ['b'] })).toBe('q2')
  expect(nextUnanswered(order, { q1: ['a'], q2: ['b'], q3: ['c'] })).toBeNull()
  expect(unansweredIds(order, { q2: ['a'] })).toEqual(['q1', 'q3'])
})

test('a question with one correct option keeps one chosen answer [QUIZ-015]', () => {
  expect(choose([], 'a', false)).toEqual(['a'])
  expect(choose(['a'], 'b', false)).toEqual(['b'])
  expect(choose(['b'], 'b', false)).toEqual(['b'])
})

test('a question with several correct options keeps several answers and gives each back [QUIZ-016]', () => {
  expect(choose(['a'], 'b', true)).toEqual(['a', 'b'])
  expect(choose(['a', 'b'], 'a', true)).toEqual(['b'])
})

test('the next sequence is above everything known, even when the clock of the device runs behind', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (known, now) => {
      const next = nextSequence(known, now)
      expect(next).toBeGreaterThan(known)
      expect(next).toBeGreaterThanOrEqual(now)
    }),
  )
})
