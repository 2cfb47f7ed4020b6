import { expect, test } from 'vitest'
import { grade } from './grading.ts'

const questions = [
  { id: 'q1', options: options({ a: true, b: false }) },
  { id: 'q2', options: options({ a: true, b: false, c: true }) },
]

function options(correct: Record<string, boolean>) {
  return Object.entries(correct).map(([id, isCorrect]) => ({ id, correct: isCorrect }))
}

test('a question is right when exactly its correct options are chosen, in any order', () => {
  expect(grade(questions, { q1: ['a'], q2: ['c', 'a'] })).toMatchObject({
    correctCount: 2,
    questionCount: 2,
    right: new Set(['q1', 'q2']),
  })
  expect(grade(questions, { q1: ['b'], q2: ['a'] }).correctCount).toBe(0)
  expect(grade(questions, { q2: ['a', 'b', 'c'] }).correctCount).toBe(0)
  expect(grade(questions, {}).correctCount).toBe(0)
  expect(grade(questions, { unknown: ['a'], q1: ['a'] }).correctCount).toBe(1)
})
