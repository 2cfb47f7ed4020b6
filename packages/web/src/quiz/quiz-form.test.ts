import { expect, test } from 'vitest'
import { quizCall } from './quiz-form.ts'

function form(entries: [string, string][]): FormData {
  const data = new FormData()
  for (const [name, value] of entries) data.append(name, value)
  return data
}

test('a posted form without script submits the answers that are ticked', () => {
  const posted = form([
    ['act', 'submit'],
    ['attempt', '2'],
    ['answer.q1', 'a'],
    ['answer.q2', 'b'],
    ['answer.q2', 'c'],
  ])
  expect(quizCall('lqz_1', posted, { courseId: 'lco_1' })).toEqual({
    id: 'lqz_1',
    type: 'quiz',
    completed: true,
    courseId: 'lco_1',
    attempt: 2,
    answers: [
      { questionId: 'q1', optionIds: ['a'] },
      { questionId: 'q2', optionIds: ['b', 'c'] },
    ],
  })
})

test('any other form begins the quiz', () => {
  expect(quizCall('lqz_1', form([['act', 'begin']]), {})).toEqual({ id: 'lqz_1', type: 'quiz', completed: false })
})
