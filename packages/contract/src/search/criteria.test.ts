import fc from 'fast-check'
import { expect, test } from 'vitest'
import { itemTypes, listOrders, skillLevels } from '../catalog/item-types.ts'
import {
  ageRangeValues,
  type Criteria,
  criteriaKeys,
  decodeCriteria,
  durationValues,
  emptyCriteria,
  encodeCriteria,
  hiddenValues,
  instructionValues,
  keywordTypes,
  parseKeywords,
  premiumValues,
  priceValues,
  statusValues,
  timeOfDayValues,
  videoValues,
} from './criteria.ts'
import { keyword, maxQueryLength, queryText } from './typed-input.ts'

const read = (search: string) => decodeCriteria(new URLSearchParams(search))
const written = (criteria: Partial<Criteria>) => Object.fromEntries(encodeCriteria({ ...emptyCriteria(), ...criteria }))

const freeText = fc.string({ unit: fc.constantFrom(...'abz09 阴影한рß😀:,"[]%&=+#'), maxLength: 30 }).map(queryText)
const freeValue = fc
  .string({ unit: fc.constantFrom(...'abz09-_影'), minLength: 1, maxLength: 12 })
  .filter((value) => value.trim() === value)
const some = <T extends string>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 4 })
const maybe = <T extends string>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: null })

const anyCriteria: fc.Arbitrary<Criteria> = fc.record({
  skillLevel: some(skillLevels),
  language: fc.uniqueArray(freeValue, { maxLength: 3 }),
  query: freeText.map((text) => queryText(text.replaceAll(':', ' '))),
  tag: fc.uniqueArray(freeValue, { maxLength: 3 }),
  industry: fc.uniqueArray(freeValue, { maxLength: 3 }),
  type: some(itemTypes),
  duration: some(durationValues),
  premium: maybe(premiumValues),
  hidden: maybe(hiddenValues),
  price: fc.constantFrom(...priceValues),
  singles: fc.boolean(),
  status: maybe(statusValues),
  timeOfDay: some(timeOfDayValues),
  orderBy: fc.constantFrom(...listOrders, 'collects', 'views'),
  instruction: some(instructionValues),
  ageRange: maybe(ageRangeValues),
  owner: fc.uniqueArray(freeValue, { maxLength: 3 }),
  itemId: fc.uniqueArray(freeValue, { maxLength: 3 }),
  uv: fc.option(freeValue, { nil: null }),
  ved: maybe(videoValues),
  module: fc.uniqueArray(freeValue, { maxLength: 3 }),
  keywordType: fc.constantFrom(...keywordTypes),
})

test('criteria written to an address and read back are the same criteria', () => {
  fc.assert(
    fc.property(anyCriteria, (criteria) => {
      const again = new URLSearchParams(encodeCriteria(criteria).toString())
      expect(decodeCriteria(again)).toEqual({ criteria, faults: [] })
    }),
    { numRuns: 500 },
  )
})

test('whatever stands in an address is read without a fall, and reads the same once written', () => {
  const name = fc.oneof(
    fc.constantFrom(...Object.values(criteriaKeys), 'k', 'tab', 'period', 'page', 'pageSize'),
    fc.string({ maxLength: 8 }),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string({ unit: 'binary', maxLength: 60 })), { maxLength: 12 }), (pairs) => {
      const { criteria } = decodeCriteria(pairs)
      expect(decodeCriteria(encodeCriteria(criteria)).criteria).toEqual(criteria)
    }),
    { numRuns: 300 },
  )
})

test('every criterion has the short key of the specification', () => {
  const keys =
    'skillLevel=sl, language=lang, query=q, tag=tag, industry=ind, type=t, duration=d, premium=prm, hidden=hidden, price=price, singles=singles, status=status, timeOfDay=tod, orderBy=ob, instruction=ins, ageRange=age, owner=u, itemId=itemId, uv=uv, ved=ved, module=mod, keywordType=kt'
  expect(Object.entries(criteriaKeys).map(([key, short]) => `${key}=${short}`)).toEqual(keys.split(', '))
  expect(written({ skillLevel: ['beginner'], owner: ['u_1'], timeOfDay: ['0_480'], uv: '2022.3' })).toEqual({
    sl: 'beginner',
    tod: '0_480',
    u: 'u_1',
    uv: '2022.3',
  })
})

test('k, tab, period, page and pageSize travel in the address beside the criteria and are none', () => {
  expect(read('tab=overview&period=coming&page=3&pageSize=8')).toEqual({ criteria: emptyCriteria(), faults: [] })
})

test('the language that an address asks the interface for is no language of what is looked for', () => {
  expect(read('q=光&language=ko_KR').criteria).toEqual(read('q=光').criteria)
  expect(read('language=ko').criteria.language).toEqual(['ko'])
  expect(read('lang=ko&language=en_US').criteria.language).toEqual(['ko'])
})

test('k is a list of query, tag, type and mod entries', () => {
  const k = JSON.stringify(['query:阴影', 'tag:lighting', 'type:tutorial', 'mod:rendering'])
  const { criteria } = read(`k=${encodeURIComponent(k)}`)
  expect(criteria).toMatchObject({ query: '阴影', tag: ['lighting'], type: ['tutorial'], module: ['rendering'] })
  expect(JSON.parse(encodeCriteria(criteria).get('k') ?? '')).toEqual(JSON.parse(k))
})

test('the search box without script sends plain words, and they are a query', () => {
  expect(read('q=%E9%98%B4%E5%BD%B1').criteria.query).toBe('阴影')
  expect(read('k=%E9%98%B4%E5%BD%B1').faults).toEqual([{ field: 'k', value: '阴影' }])
})

test('a colon inside a keyword becomes a space', () => {
  expect(keyword('query', 'std::vector 怎么用')).toBe('query:std vector 怎么用')
  expect(parseKeywords('["query:a:b"]')).toEqual([['query', 'a:b']])
})

test('what was typed is a list of its words, and no value comes twice', () => {
  expect(queryText(' 阴影, 光照 shader  shader、阴影 ')).toBe('阴影 光照 shader')
  expect(written({ query: '阴影 光照' })).toEqual({ k: '["query:阴影","query:光照"]' })
  expect(read('tag=a&tag=a&tag=b').criteria.tag).toEqual(['a', 'b'])
})

test.each([
  ['prm', 'none_premium premium'],
  ['hidden', 'hidden none_hidden'],
  ['price', 'all only_free only_paid'],
  ['status', 'draft published'],
  ['ob', 'none starts recency titleasc titledes priceasc pricedes'],
  ['ob', 'collects views titleasc titledes'],
  ['d', 'boundless_15 15_60 60_120 120_boundless'],
  ['ins', 'boundless_45 45_60 60_120 120_300 300_boundless'],
  ['tod', '0_480 480_720 720_960 960_1200 1200_1440'],
  ['age', '13_14 15_17 18_boundless'],
  ['kt', 'title creator'],
  ['ved', 'none_video video'],
])('%s knows exactly %s', (name, values) => {
  for (const value of values.split(' ')) expect(read(`${name}=${value}`).faults).toEqual([])
  for (const wrong of ['', 'x', '15_61', 'PREMIUM', '1; drop table', 'constructor']) {
    const faults = wrong === '' ? [] : [{ field: name, value: wrong }]
    expect(read(`${name}=${encodeURIComponent(wrong)}`)).toEqual({ criteria: emptyCriteria(), faults })
  }
})

test('the more links of home read as an order with levels', () => {
  expect(read('ob=starts&sl=beginner,intermediate').criteria).toMatchObject({
    orderBy: 'starts',
    skillLevel: ['beginner', 'intermediate'],
  })
  expect(read('ob=recency&sl=intermediate&sl=advanced').criteria).toMatchObject({
    orderBy: 'recency',
    skillLevel: ['intermediate', 'advanced'],
  })
})

test('the keyword type is title unless another is said', () => {
  expect(read('').criteria.keywordType).toBe('title')
  expect(written({ keywordType: 'title' })).toEqual({})
  expect(written({ keywordType: 'creator' })).toEqual({ kt: 'creator' })
})

test('control characters, halves of characters and endless text are no query', () => {
  expect(queryText('  a\u0000b\u202e\n\tc \ud800 ')).toBe('a b c')
  expect(queryText('影'.repeat(5_000_000))).toHaveLength(maxQueryLength)
  expect(queryText('😀'.repeat(300)).isWellFormed()).toBe(true)
  const many = JSON.stringify(Array.from({ length: 10_000 }, (_, n) => `tag:${n}`))
  expect(read(`k=${many}`).criteria.tag.length).toBeLessThanOrEqual(20)
  expect(read('k=[[]]').faults).toHaveLength(1)
  expect(read('k={"__proto__":1}').faults).toHaveLength(1)
})
