import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type IdType, idPrefixes, newId, parseId } from './ids.ts'

const prefixes = 'lco course,lpr project,ltu tutorial,lls liveSession,lfa faq,lqz quiz,lsu submission,u user,t team'
const pairs = prefixes.split(',').map((pair) => pair.split(' ') as [string, IdType])

test.each(pairs)('%s_… is the id of a %s', (prefix, type) => {
  expect(newId(type)).toMatch(new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`))
  expect(parseId(`${prefix}_1a`)).toEqual({ type, raw: '1a' })
  expect(Object.keys(idPrefixes)).toHaveLength(pairs.length)
})

test('an id taken apart and put together is the same id', () => {
  const raws = fc.stringMatching(/^[0-9A-Za-z][0-9A-Za-z_-]{0,63}$/)
  const ids = fc.tuple(fc.constantFrom(...pairs), raws)
  fc.assert(
    fc.property(ids, ([[prefix, type], raw]) => {
      expect(parseId(`${prefix}_${raw}`)).toEqual({ type, raw })
    }),
  )
})

test.each([
  '',
  '_',
  'x_1',
  'ltu',
  'ltu_',
  '_1',
  'LTU_1',
  'ltu_1/2',
  'constructor_1',
  'ltu_ 1',
  `ltu_${'1'.repeat(65)}`,
])('%j is no id', (text) => {
  expect(parseId(text)).toBeNull()
})
