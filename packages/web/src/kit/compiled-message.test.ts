import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { type CompiledMessage, type MessageValues, sayMessage } from './compiled-message.ts'

function say(text: string, values?: MessageValues, language = 'en') {
  return sayMessage(compileMessage(text) as CompiledMessage, language, values)
}

test('values stand in their places, and one that is not given leaves nothing', () => {
  expect(say('Hello {name}, {name}!', { name: 'Ada' })).toBe('Hello Ada, Ada!')
  expect(say('{a}{b}', { b: 0 })).toBe('0')
})

test('a plural takes the exact number first, then the form of the language, and # is the number', () => {
  const text = '{n, plural, =0 {none} one {# step of {title}} other {# steps}}'
  expect(say(text, { n: 0 })).toBe('none')
  expect(say(text, { n: 1, title: 'A' })).toBe('1 step of A')
  expect(say(text, { n: 1234 })).toBe('1,234 steps')
  expect(say('{n, plural, other {#步}}', { n: 2 }, 'zh')).toBe('2步')
  expect(say('{n, plural, other {#}}', { n: 7 })).toBe('7')
})

test('a select falls back to other, and # outside of a plural is a mark', () => {
  const text = '{kind, select, quiz {a quiz #} other {something}}'
  expect(say(text, { kind: 'quiz' })).toBe('a quiz #')
  expect(say(text, { kind: 'toString' })).toBe('something')
})
