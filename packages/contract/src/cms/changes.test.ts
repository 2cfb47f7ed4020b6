import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { KeptBlock, PageContent } from './blocks.ts'
import { changesBetween } from './changes.ts'
import { emptyContent } from './page-content.ts'

const block = (id: string, fields: Record<string, unknown> = {}, children: KeptBlock[] = [], kind = 'heading') => ({
  id,
  kind,
  fields,
  children,
})
const page = (...blocks: KeptBlock[]): PageContent => ({ ...emptyContent('题'), blocks })
const told = (before: PageContent, after: PageContent) =>
  changesBetween(before, after).map((one) => [one.kind, one.blockId, one.field, one.before, one.after])

test('a block that came, one that went and one that changed are told in words', () => {
  const before = page(block('a', { value: '旧' }), block('b', { value: '走' }))
  const after = page(block('a', { value: '新' }), block('c', { level: 'h2', value: '来' }))
  expect(told(before, after)).toEqual([
    ['changed', 'a', 'value', '旧', '新'],
    ['added', 'c', '', '', '来'],
    ['removed', 'b', '', '走', ''],
  ])
})

test('of blocks that changed places as few are moved as explain it', () => {
  const ids = (words: string) => page(...words.split('').map((id) => block(id)))
  expect(told(ids('abcde'), ids('abcde'))).toEqual([])
  expect(told(ids('abcde'), ids('bcdea'))).toEqual([['moved', 'a', '', '1', '5']])
  expect(told(ids('abcde'), ids('eabcd'))).toEqual([['moved', 'e', '', '5', '1']])
  // what goes moves nobody
  expect(told(ids('abc'), ids('bc')).map(([kind]) => kind)).toEqual(['removed'])
})

test('a block that lies inside of another one now has moved, and what it holds has not', () => {
  const inner = block('x', {}, [block('y')])
  const before = page(block('box', {}, [], 'container'), inner)
  const after = page(block('box', {}, [inner], 'container'))
  expect(told(before, after)).toEqual([['moved', 'x', '', '2', '1']])
})

test('an entry that goes does not change those behind it', () => {
  const faq = (...titles: string[]) => page(block('f', { items: titles.map((title) => ({ title })) }, [], 'faq'))
  expect(told(faq('一', '二', '三'), faq('二', '三'))).toEqual([['removed', 'f', 'items.0', '一', '']])
  expect(told(faq('一', '三'), faq('一', '二', '三'))).toEqual([['added', 'f', 'items.1', '', '二']])
  expect(told(faq('一', '二'), faq('一', '2'))).toEqual([['changed', 'f', 'items.1.title', '二', '2']])
})

test('formatted text is told by its words, whatever form it was kept in', () => {
  const text = (words: string) => ({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
  })
  expect(told(page(block('d', { value: '<p>旧<b>的</b></p>' })), page(block('d', { value: text('新的') })))).toEqual([
    ['changed', 'd', 'value', '旧的', '新的'],
  ])
})

test('a field that is empty and one that is not given look alike', () => {
  expect(told(page(block('a', { color: '' })), page(block('a', {})))).toEqual([])
  expect(told(page(block('a', {})), page(block('a', { color: '#ffffff' })))).toEqual([
    ['added', 'a', 'color', '', '#ffffff'],
  ])
})

test('whatever two pages hold, the same page has no changes and another has some', () => {
  const fields = fc.dictionary(fc.constantFrom('value', 'items', 'type'), fc.jsonValue({ maxDepth: 2 }))
  const kind = fc.constantFrom('heading', 'faq', 'container')
  const leaf = fc.record({ id: fc.uuid(), kind, fields })
  const tree = fc.record({ id: fc.uuid(), kind, fields, children: fc.array(leaf, { maxLength: 3 }) })
  const pages = fc.array(tree, { maxLength: 5 }).map((blocks) => page(...blocks))
  fc.assert(
    fc.property(pages, pages, (one, other) => {
      expect(changesBetween(one, structuredClone(one))).toEqual([])
      const ids = (content: PageContent) => JSON.stringify(content.blocks.map(({ id }) => id))
      if (ids(one) !== ids(other)) expect(changesBetween(one, other).length).toBeGreaterThan(0)
    }),
    { numRuns: 100, seed: 7 },
  )
})
