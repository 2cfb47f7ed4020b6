import { expect, test } from 'vitest'
import * as checks from './checks.ts'

/** A check beside what it takes and what it does not. */
const cases: Record<keyof typeof checks, { holds: (text: string) => boolean; good: string[]; bad: string[] }> = {
  isEmail: {
    holds: checks.isEmail,
    good: ['ada@example.com'],
    bad: ['ada@example', 'a b@c.d', '@c.d', `${'a'.repeat(65)}@c.de`],
  },
  isUrl: { holds: checks.isUrl, good: ['https://a.b/c?d'], bad: ['javascript:alert(1)', 'a.b', 'http://'] },
  isPhone: {
    holds: checks.isPhone,
    good: ['13800000001'],
    bad: ['23800000001', '1380000000', '１３８００００００００'],
  },
  isIdCard: {
    holds: checks.isIdCard,
    good: ['11010519491231002X', '440524188001010014', '11010519491231002x'],
    bad: [
      '110105194912310021',
      '11010519491331002X',
      '11010519490230002X',
      '1101051949123100',
      '11010519491231002X0',
      '',
    ],
  },
  maxLength: { holds: (text) => checks.maxLength(text, 3), good: ['', 'abc', '😀😀😀'], bad: ['abcd'] },
}

test('the validators are these and each tells good from bad', () => {
  expect(Object.keys(cases).sort()).toEqual(Object.keys(checks).sort())
  for (const [name, { holds, good, bad }] of Object.entries(cases)) {
    for (const text of good) expect(holds(text), `${name}(${text})`).toBe(true)
    for (const text of bad) expect(holds(text), `${name}(${text})`).toBe(false)
  }
})
