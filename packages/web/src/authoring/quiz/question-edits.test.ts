import { emptyQuestion } from '@lantern/contract/authoring/empty-forms.ts'
import type { QuizQuestions } from '@lantern/contract/authoring/forms.ts'
import { expect, test } from 'vitest'
import {
  addOption,
  addQuestion,
  copyOfQuestion,
  editOption,
  editQuestion,
  moveOption,
  moveQuestion,
  removeOption,
  removeQuestion,
  setFeedback,
  withKind,
  withPoints,
  withShares,
  wordOfKind,
} from './question-edits.ts'

function quizOf(...ids: string[]): QuizQuestions {
  return {
    unityVersionRange: { minVersionId: null, maxVersionId: null, withAll: true },
    questions: ids.map((id) => ({ ...emptyQuestion(), id })),
  }
}

const idsOf = ({ questions }: QuizQuestions) => questions.map(({ id }) => id)

test('ids of questions and options say nothing of when or in which order they were written', () => {
  const timeOf = (id: string) => id.slice(id.indexOf('_') + 1).slice(0, 10)
  const written = addOption(emptyQuestion())
  for (const question of [written, copyOfQuestion(written)]) {
    expect([question.id, ...question.options.map(({ id }) => id)].map(timeOf)).toEqual(Array(4).fill('0000000000'))
  }
})

test('questions are added after another or at the end, moved and taken away', () => {
  const quiz = quizOf('a', 'b', 'c')
  const x = { ...emptyQuestion(), id: 'x' }
  expect(idsOf(addQuestion(quiz, x, 'a'))).toEqual(['a', 'x', 'b', 'c'])
  expect(idsOf(addQuestion(quiz, x))).toEqual(['a', 'b', 'c', 'x'])
  expect(idsOf(moveQuestion(quiz, 0, 2))).toEqual(['b', 'c', 'a'])
  expect(idsOf(moveQuestion(quiz, 2, -5))).toEqual(['c', 'a', 'b'])
  expect(moveQuestion(quiz, 1, 1)).toBe(quiz)
  expect(idsOf(removeQuestion(quiz, 'b'))).toEqual(['a', 'c'])
})

test('changing one question leaves the others the same objects', () => {
  const quiz = quizOf('a', 'b')
  const changed = editQuestion(quiz, 'b', (question) => ({ ...question, shuffleOptions: true }))
  expect(changed.questions[0]).toBe(quiz.questions[0])
  expect(changed.questions[1]?.shuffleOptions).toBe(true)
})

test('a copy has the same words and ids of its own', () => {
  const question = emptyQuestion()
  const copy = copyOfQuestion(question)
  expect(copy.body).toBe(question.body)
  const ids = [question, copy].flatMap((each) => [each.id, ...each.options.map(({ id }) => id)])
  expect(new Set(ids).size).toBe(6)
})

test('options are added, moved, changed and taken away', () => {
  const question = addOption(emptyQuestion())
  const [first, second, third] = question.options.map(({ id }) => id)
  expect(question.options).toHaveLength(3)
  expect(moveOption(question, 2, 0).options.map(({ id }) => id)).toEqual([third, first, second])
  expect(removeOption(question, second ?? '').options.map(({ id }) => id)).toEqual([first, third])
  const right = editOption(question, first ?? '', { correct: true })
  expect(right.options.map(({ correct }) => correct)).toEqual([true, false, false])
})

test('one right option is a single choice, several are a multiple choice', () => {
  const question = emptyQuestion()
  const [first, second] = question.options.map(({ id }) => id)
  const one = editOption(question, first ?? '', { correct: true })
  expect([question, one, editOption(one, second ?? '', { correct: true })].map(wordOfKind)).toEqual([
    'authoring.quiz_single',
    'authoring.quiz_single',
    'authoring.quiz_multiple',
  ])
})

test('another kind keeps the options, and so does the way back', () => {
  const question = emptyQuestion()
  const typed = withKind(question, 'text')
  expect(typed.ask).toEqual({ kind: 'text', answers: [{ text: '', credit: 100 }], matchCase: false })
  expect(withKind(typed, 'choice')).toEqual(question)
})

test('options share the points alike at first, and none of them once it is whole or nothing', () => {
  const question = emptyQuestion()
  const marked = { ...question, options: question.options.map((option, at) => ({ ...option, correct: at === 0 })) }
  const shared = withShares(marked, true)
  expect(shared.options.map(({ credit }) => credit)).toEqual([100, 0])
  expect(withShares(shared, false)).toEqual(marked)
})

test('one point is nothing to be said', () => {
  const two = withPoints(emptyQuestion(), 2)
  expect(two.points).toBe(2)
  expect([withPoints(two, 1), withPoints(two, null)].map((question) => 'points' in question)).toEqual([false, false])
})

test('feedback is there once it was added, empty or not, and gone once it was taken away', () => {
  const added = setFeedback(emptyQuestion(), 'wrong', { type: 'doc', content: [] })
  expect(added.quizFeedback).toEqual({ correct: null, wrong: { type: 'doc', content: [] } })
  expect(setFeedback(added, 'wrong', null).quizFeedback.wrong).toBeNull()
})
