import { expect, test } from 'vitest'
import { GraphqlAnswers } from './graphql-answers.ts'

const answer = (body: string) => ({ status: 200, headers: {}, body })

test('an answer is kept as long as nothing else is published', () => {
  const answers = new GraphqlAnswers()
  const [now, later] = [{}, {}]
  expect(answers.get('a', now)).toBeUndefined()
  answers.keep('a', now, answer('one'))
  expect(answers.get('a', now)?.body).toBe('one')
  expect(answers.get('b', now)).toBeUndefined()
  expect(answers.get('a', later)).toBeUndefined()
  expect(answers.get('a', now)).toBeUndefined()
})

test('an answer that was put together while something was published is not kept', () => {
  const answers = new GraphqlAnswers()
  const [before, after] = [{}, {}]
  answers.get('a', before)
  answers.get('b', after)
  answers.keep('a', before, answer('old'))
  expect(answers.get('a', after)).toBeUndefined()
})

test('a bounded amount is kept, and what was asked lately stays', () => {
  const answers = new GraphqlAnswers()
  const state = {}
  const body = 'x'.repeat(1_000_000)
  answers.get('', state)
  for (let at = 0; at < 7; at++) answers.keep(`page ${at}`, state, answer(body))
  expect(answers.get('page 0', state)).toBeDefined()
  answers.keep('page 7', state, answer(body))
  expect(answers.get('page 0', state)).toBeDefined()
  expect(answers.get('page 1', state)).toBeUndefined()
  answers.keep('endless', state, answer('x'.repeat(3_000_000)))
  expect(answers.get('endless', state)).toBeUndefined()
})
