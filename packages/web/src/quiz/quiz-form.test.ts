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

test('what was typed, matched and put in order is posted without script too, and what is empty is no answer', () => {
  const posted = form([
    ['act', 'submit'],
    ['given.n1', '9,81'],
    ['given.n1', 'm'],
    ['given.n2', ''],
    ['given.n2', 'm'],
    ['given.t1', 'shadow'],
    ['given.m1.a', 'Sun=light'],
    ['given.m1.b', ''],
    ['place.o1.x', '2'],
    ['place.o1.y', ''],
    ['place.o1.z', '1'],
    ['place.o2.x', ''],
  ])
  expect(quizCall('lqz_1', posted, {}).answers).toEqual([
    { questionId: 'n1', given: ['9,81', 'm'] },
    { questionId: 't1', given: ['shadow'] },
    { questionId: 'm1', given: ['a=Sun=light'] },
    { questionId: 'o1', given: ['z', 'x', 'y'] },
  ])
})

test('points are posted as percentages without script, and half a one is none', () => {
  const posted = form([
    ['act', 'submit'],
    ['point.h1.1', '25'],
    ['point.h1.1', '50,55'],
    ['point.h1.2', '30'],
    ['point.h1.2', ''],
    ['point.h1.3', '101'],
    ['point.h1.3', '0'],
    ['point.h2.1', ''],
    ['point.h2.1', ''],
  ])
  expect(quizCall('lqz_1', posted, {}).answers).toEqual([{ questionId: 'h1', given: ['0.25,0.5055'] }])
})

test('any other form begins the quiz', () => {
  expect(quizCall('lqz_1', form([['act', 'begin']]), {})).toEqual({ id: 'lqz_1', type: 'quiz', completed: false })
})
