import type { KeptBlock, PageContent } from '@lantern/contract/cms/blocks.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Choice } from '#kit/documents/differences.ts'
import { rowsOf } from './block-tree.ts'
import { mergePages, pageDifferences } from './page-differences.ts'
import { beginEdits, editPage, type PageEdit } from './page-edits.ts'

function block(id: string, kind: string = 'heading', children: KeptBlock[] = []): KeptBlock {
  return { id, kind, fields: { value: id }, children }
}
function contentOf(...blocks: KeptBlock[]): PageContent {
  const properties = { title: '页面' } as PageContent['properties']
  return { properties, blocks, packages: [], filters: [], sortings: [] }
}
function changed(content: PageContent, ...edits: PageEdit[]): PageContent {
  return edits.reduce((now, edit) => editPage(now, edit), beginEdits(content)).content
}
const ids = ({ blocks }: PageContent) => rowsOf(blocks).map(({ block: { id } }) => id)
const words = (content: PageContent, id: string) =>
  rowsOf(content.blocks).find((row) => row.block.id === id)?.block.fields.value

const base = contentOf(block('frame', 'container', [block('in')]), block('b'), block('c'))
const field = (id: string, value: string): PageEdit => ({ type: 'fields', id, fields: { value }, key: id, at: 0 })

test('what only one of them changed is decided already; what both changed is asked for', () => {
  const mine = changed(base, field('b', '我'), field('in', '里'))
  const theirs = changed(base, field('b', '他'), field('c', '尾'), { type: 'remove', id: 'in' })
  const found = pageDifferences(mine, theirs, base)
  expect(found.map(({ id, suggestion }) => [id, suggestion])).toEqual([
    ['blocks.in', null],
    ['blocks.b.value', null],
    ['blocks.c.value', 'theirs'],
  ])
  const merged = mergePages(mine, theirs, { 'blocks.in': 'mine', 'blocks.b.value': 'both', 'blocks.c.value': 'theirs' })
  expect(ids(merged)).toEqual(['frame', 'in', 'b', 'c'])
  expect([words(merged, 'in'), words(merged, 'b'), words(merged, 'c')]).toEqual(['里', '我 / 他', '尾'])
})

test('what each of them added stands where it was put', () => {
  const place = (index: number) => ({ parentId: null, index })
  const makeId = () => 'never'
  const mine = changed(base, { type: 'insert', place: place(1), blocks: [block('mine')], makeId })
  const theirs = changed(base, { type: 'insert', place: place(3), blocks: [block('theirs')], makeId })
  const found = pageDifferences(mine, theirs, base)
  const choices = Object.fromEntries(found.map(({ id, suggestion }) => [id, suggestion as Choice]))
  expect(choices).toEqual({ 'blocks.mine': 'mine', 'blocks.theirs': 'theirs' })
  expect(ids(mergePages(mine, theirs, choices))).toEqual(['frame', 'in', 'mine', 'b', 'c', 'theirs'])
})

test('a frame that goes leaves what was moved out of it by the other', () => {
  const mine = changed(base, { type: 'remove', id: 'frame' })
  const theirs = changed(base, { type: 'move', id: 'in', place: { parentId: null, index: 3 } })
  const merged = mergePages(mine, theirs, { 'blocks.frame': 'mine', 'blocks.in': 'theirs' })
  expect(ids(merged)).toEqual(['b', 'c', 'in'])
})

const someIds = ['a', 'b', 'c', 'd', 'e', 'f']
const acts = fc.array(fc.tuple(fc.constantFrom(...someIds), fc.constantFrom(null, ...someIds), fc.nat(4), fc.nat(2)), {
  maxLength: 8,
})

test('whatever is chosen, no block stands twice and each one that both have stays', () => {
  const start = contentOf(
    block('a', 'container', [block('b'), block('c', 'panel')]),
    block('d', 'container'),
    block('e'),
  )
  const after = (list: [string, string | null, number, number][], prefix: string) => {
    let count = 0
    const makeId = () => `${prefix}${count++}`
    const edits = list.map(([id, parentId, index, what]): PageEdit => {
      if (what === 0) return { type: 'move', id, place: { parentId, index } }
      return what === 1 ? { type: 'duplicate', id, makeId } : field(id, prefix)
    })
    return changed(start, ...edits)
  }
  fc.assert(
    fc.property(acts, acts, fc.infiniteStream(fc.constantFrom<Choice>('mine', 'theirs')), (one, other, choose) => {
      const [mine, theirs] = [after(one, 'm'), after(other, 't')]
      const found = pageDifferences(mine, theirs, start)
      const choices = Object.fromEntries(found.map(({ id }) => [id, choose.next().value as Choice]))
      const merged = ids(mergePages(mine, theirs, choices))
      expect(new Set(merged).size).toBe(merged.length)
      expect(ids(start).every((id) => merged.includes(id))).toBe(true)
      const all = Object.fromEntries(found.map(({ id }) => [id, 'theirs' as Choice]))
      expect(mergePages(mine, theirs, all)).toEqual(theirs)
      expect(pageDifferences(mine, mergePages(mine, theirs, {}), start)).toEqual([])
    }),
  )
})
