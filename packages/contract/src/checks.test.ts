import { expect, test } from 'vitest'
import * as checks from './checks.ts'

/** A check beside what it takes and what it does not. */
const cases: Record<keyof typeof checks, { holds: (text: string) => boolean; good: string[]; bad: string[] }> = {
  isValue: { holds: checks.isValue, good: ['a', ' 0 '], bad: ['', ' \n'] },
  isEmail: {
    holds: checks.isEmail,
    good: ['ada@example.com'],
    bad: ['ada@example', 'a b@c.d', '@c.d', `${'a'.repeat(65)}@c.de`],
  },
  isUrl: { holds: checks.isUrl, good: ['https://a.b/c?d'], bad: ['javascript:alert(1)', 'a.b', 'http://'] },
  isNumeric: { holds: checks.isNumeric, good: ['1', '-1.50', '+3'], bad: ['', '1.', '1e3', 'Infinity', '0x1'] },
  isAlpha: { holds: checks.isAlpha, good: ['abc', '渲染'], bad: ['a1', 'a b', ''] },
  isAlphanumeric: { holds: checks.isAlphanumeric, good: ['AbC123'], bad: ['a-b', '码1', ''] },
  isInt: { holds: checks.isInt, good: ['0', '-12'], bad: ['1.0', '', '9007199254740993'] },
  minInt: { holds: (text) => checks.minInt(text, 3), good: ['3', '40'], bad: ['2', 'x', '3.5'] },
  maxInt: { holds: (text) => checks.maxInt(text, 3), good: ['3', '-1'], bad: ['4', 'x', '2.5'] },
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
  isFloat: { holds: (text) => checks.isFloat(text, 2), good: ['1', '1.25'], bad: ['1.255', 'a', ''] },
  isWords: { holds: checks.isWords, good: ['光照 与 阴影', "Ada O'Neil-Li"], bad: ['a<b', ' a', '', 'a  - '] },
  isLength: { holds: (text) => checks.isLength(text, 2, 3), good: ['ab', '😀😀😀'], bad: ['a', 'abcd'] },
  equals: { holds: (text) => checks.equals(text, 'yes'), good: ['yes'], bad: ['Yes', ''] },
  equalsField: {
    holds: (text) => checks.equalsField(text, { again: 'abc' }, 'again'),
    good: ['abc'],
    bad: ['abd', ''],
  },
  maxLength: { holds: (text) => checks.maxLength(text, 3), good: ['', 'abc', '😀😀😀'], bad: ['abcd'] },
  minLength: { holds: (text) => checks.minLength(text, 2), good: ['ab', '😀😀'], bad: ['a', '😀'] },
}

test('the validators are these and each tells good from bad [PLAT-062]', () => {
  expect(Object.keys(cases).sort()).toEqual(Object.keys(checks).sort())
  for (const [name, { holds, good, bad }] of Object.entries(cases)) {
    for (const text of good) expect(holds(text), `${name}(${text})`).toBe(true)
    for (const text of bad) expect(holds(text), `${name}(${text})`).toBe(false)
  }
})
