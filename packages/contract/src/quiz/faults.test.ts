import { expect, test } from 'vitest'
import { type QuestionDraft, type QuizDraft, quizFaults } from './faults.ts'

const question: QuestionDraft = {
  body: '<p>1+1?</p>',
  options: [
    { body: '2', correct: true },
    { body: '3', correct: false },
  ],
}

function quiz(change: Partial<QuizDraft>): QuizDraft {
  return {
    questions: [question, { ...question, body: '<p>2+2?</p>' }],
    passNumber: 1,
    freezingTimeInHours: 0,
    ...change,
  }
}

function faultsOf(change: Partial<QuizDraft>): string[] {
  return quizFaults(quiz(change)).map(({ field, message }) => `${field}: ${message}`)
}

test('a whole quiz has no faults', () => {
  expect(faultsOf({})).toEqual([])
  expect(faultsOf({ passNumber: 2, freezingTimeInHours: 24, timeLimitInMinutes: 30 })).toEqual([])
})

test('a quiz without questions is refused', () => {
  expect(faultsOf({ questions: [] })).toEqual(['questions: quiz_needs_questions'])
})

test('each question needs a text, two options, and one of them correct', () => {
  expect(faultsOf({ questions: [{ ...question, body: '<p> &nbsp;</p>' }] })).toEqual([
    'questions.0.body: quiz.fault.empty_body',
  ])
  expect(faultsOf({ questions: [question, { ...question, options: [{ body: 'x', correct: true }] }] })).toEqual([
    'questions.1.options: quiz_needs_two_options',
  ])
  const none = question.options.map((option) => ({ ...option, correct: false }))
  expect(faultsOf({ questions: [{ ...question, options: none }] })).toEqual([
    'questions.0.options: quiz_needs_correct_answer',
  ])
  const pictures = [
    { body: '<img src="/a.png" alt="">', correct: true },
    { body: '<p></p>', correct: false },
  ]
  expect(faultsOf({ questions: [{ ...question, options: pictures }] })).toEqual([
    'questions.0.options: quiz.fault.empty_option',
  ])
})

test('the pass number is at least one and at most the number of questions', () => {
  expect(faultsOf({ passNumber: 0 })).toEqual(['passNumber: error_lessOne'])
  expect(faultsOf({ passNumber: 1.5 })).toEqual(['passNumber: error_lessOne'])
  expect(faultsOf({ passNumber: 3 })).toEqual(['passNumber: quiz.fault.pass_number'])
})

test('freezing time and time limit stay within their bounds', () => {
  expect(faultsOf({ freezingTimeInHours: -1 })).toEqual(['freezingTimeInHours: quiz.fault.freezing_time'])
  expect(faultsOf({ freezingTimeInHours: 8761 })).toEqual(['freezingTimeInHours: quiz.fault.freezing_time'])
  expect(faultsOf({ timeLimitInMinutes: 0 })).toEqual(['timeLimitInMinutes: quiz.fault.time_limit'])
  expect(faultsOf({ timeLimitInMinutes: null })).toEqual([])
})

test('an id stands for one question and one option', () => {
  const twice = [
    { ...question, id: 'qq_1' },
    { ...question, id: 'qq_1' },
  ]
  expect(faultsOf({ questions: twice })).toEqual(['questions: quiz.fault.duplicate_id'])
  const options = question.options.map((option) => ({ ...option, id: 'qo_1' }))
  expect(faultsOf({ questions: [{ ...question, options }] })).toEqual(['questions.0.options: quiz.fault.duplicate_id'])
})
