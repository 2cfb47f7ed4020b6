import { blockKinds } from '@lantern/contract/cms/block-kinds.ts'
import { type KeptBlock, type PageContent, pageLimits } from '@lantern/contract/cms/blocks.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countBlocks, findBlock, heightOf, isFrame, type Place, rowsOf, soundBlocks } from './block-tree.ts'
import { beginEdits, editPage, mostSteps, type PageEdit, type PageEdits } from './page-edits.ts'

function block(id: string, kind: string = 'heading', children: KeptBlock[] = []): KeptBlock {
  return { id, kind, fields: { value: id }, children }
}

function contentOf(...blocks: KeptBlock[]): PageContent {
  return {
    properties: { title: '页面' } as PageContent['properties'],
    blocks,
    packages: [],
    filters: [],
    sortings: [],
  }
}

function namer(prefix: string) {
  let count = 0
  return () => `${prefix}${count++}`
}

const ids = ({ content }: PageEdits) => rowsOf(content.blocks).map(({ block: { id } }) => id)
const outline = (blocks: readonly KeptBlock[]): unknown[] =>
  blocks.map(({ id, children = [] }) => (children.length > 0 ? [id, outline(children)] : id))

const kinds = Object.keys(blockKinds)
const someBlock: fc.Arbitrary<KeptBlock> = fc.letrec<{ block: KeptBlock }>((tie) => ({
  block: fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    kind: fc.constantFrom('container', 'panel', ...kinds),
    fields: fc.constant({}),
    children: fc.oneof({ maxDepth: 3 }, fc.constant<KeptBlock[]>([]), fc.array(tie('block'), { maxLength: 3 })),
  }),
})).block

/** An act on the tree's state at that moment. */
const act = fc.record({
  type: fc.constantFrom('insert', 'remove', 'move', 'duplicate', 'fields', 'select', 'undo', 'redo', 'replace'),
  which: fc.nat(50),
  where: fc.nat(50),
  index: fc.nat(5),
  added: fc.array(someBlock, { minLength: 1, maxLength: 2 }),
})

function editOf(now: PageEdits, { type, which, where, index, added }: ReturnType<typeof sample>, makeId: () => string) {
  const all = rowsOf(now.content.blocks)
  const id = all[which % Math.max(1, all.length)]?.block.id ?? 'none'
  const parent = all[where % Math.max(1, all.length + 1)]?.block
  const siblings = parent ? (parent.children ?? []) : now.content.blocks
  const place: Place = { parentId: parent?.id ?? null, index: Math.min(index, siblings.length) }
  const edits: Record<string, PageEdit> = {
    insert: { type: 'insert', place, blocks: soundBlocks(added, makeId), makeId },
    remove: { type: 'remove', id },
    move: { type: 'move', id, place },
    duplicate: { type: 'duplicate', id, makeId },
    fields: { type: 'fields', id, fields: { value: index }, key: id, at: which * 1000 },
    select: { type: 'select', id },
    undo: { type: 'undo' },
    redo: { type: 'redo' },
    replace: { type: 'replace', content: contentOf(...soundBlocks(added, makeId)) },
  }
  return edits[type] as PageEdit
}
const sample = () =>
  fc.sample(act, 1)[0] as { type: string; which: number; where: number; index: number; added: KeptBlock[] }

test('whatever is done, no id stands twice, blocks lie only in frames and what is selected is there', () => {
  fc.assert(
    fc.property(fc.array(someBlock, { maxLength: 4 }), fc.array(act, { maxLength: 40 }), (start, acts) => {
      const makeId = namer('new')
      let now = beginEdits(contentOf(...onlyFrames(soundBlocks(start, makeId))))
      for (const one of acts) {
        now = editPage(now, editOf(now, { ...one, added: onlyFrames(one.added) }, makeId))
        const all = ids(now)
        expect(new Set(all).size).toBe(all.length)
        expect(now.selected === null || all.includes(now.selected)).toBe(true)
        for (const { block: one, level } of rowsOf(now.content.blocks)) {
          expect(one.children?.length === 0 || isFrame(one)).toBe(true)
          expect(level).toBeLessThanOrEqual(pageLimits.depth)
        }
        expect(countBlocks(now.content.blocks)).toBeLessThanOrEqual(pageLimits.blocks)
      }
    }),
  )
})

test('taking everything back leads to where one began, and redoing it to where one was', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
      const makeId = namer('new')
      const start = contentOf(block('a', 'container', [block('b')]), block('c'))
      let now = beginEdits(start)
      for (const one of acts) now = editPage(now, editOf(now, { ...one, added: onlyFrames(one.added) }, makeId))
      const end = now.content
      const steps = now.past.length
      const redone = now.future.length
      for (let at = 0; at < steps; at++) now = editPage(now, { type: 'undo' })
      expect(now.content).toEqual(start)
      for (let at = 0; at < steps; at++) now = editPage(now, { type: 'redo' })
      expect(now.content).toEqual(end)
      expect(now.future).toHaveLength(redone)
    }),
  )
})

test('moving keeps every block, with everything in it', () => {
  fc.assert(
    fc.property(fc.array(someBlock, { minLength: 1, maxLength: 5 }), fc.nat(50), fc.nat(50), (start, which, where) => {
      const makeId = namer('new')
      const before = beginEdits(contentOf(...onlyFrames(soundBlocks(start, makeId))))
      const edit = editOf(before, { ...sample(), type: 'move', which, where }, makeId)
      const after = editPage(before, edit)
      expect(ids(after).toSorted()).toEqual(ids(before).toSorted())
      if (edit.type !== 'move') return
      const [was, is] = [before, after].map(({ content }) => findBlock(content.blocks, edit.id))
      expect(is).toEqual(was)
    }),
  )
})

function onlyFrames(blocks: KeptBlock[]): KeptBlock[] {
  return blocks.map((one) => ({ ...one, children: isFrame(one) ? onlyFrames(one.children ?? []) : [] }))
}

const start = contentOf(block('frame', 'container', [block('in')]), block('b'), block('c'))

test('a block moves before and behind its neighbours and into a frame, never into itself', () => {
  const move = (id: string, parentId: string | null, index: number) =>
    outline(editPage(beginEdits(start), { type: 'move', id, place: { parentId, index } }).content.blocks)
  expect(move('b', null, 0)).toEqual(['b', ['frame', ['in']], 'c'])
  expect(move('b', null, 3)).toEqual([['frame', ['in']], 'c', 'b'])
  expect(move('b', null, 1)).toEqual(outline(start.blocks))
  expect(move('c', 'frame', 0)).toEqual([['frame', ['c', 'in']], 'b'])
  expect(move('frame', 'frame', 0)).toEqual(outline(start.blocks))
  expect(move('c', 'b', 0)).toEqual(outline(start.blocks))
})

test('a frame does not go deeper than a page may be, and no block too many is added', () => {
  let deep = block('d1', 'container')
  for (let at = 2; at < pageLimits.depth; at++) deep = block(`d${at}`, 'container', [deep])
  const now = beginEdits(contentOf(deep, block('two', 'container', [block('x')])))
  expect(heightOf(deep)).toBe(pageLimits.depth - 1)
  const refused = editPage(now, { type: 'move', id: 'two', place: { parentId: 'd1', index: 0 } })
  expect(refused).toBe(now)
  const taken = editPage(now, { type: 'move', id: 'x', place: { parentId: 'd1', index: 0 } })
  expect(ids(taken)).toContain('x')
  const full = beginEdits(contentOf(...Array.from({ length: pageLimits.blocks }, (_, at) => block(`b${at}`))))
  const makeId = namer('new')
  const place = { parentId: null, index: 0 }
  expect(editPage(full, { type: 'insert', place, blocks: [block('one')], makeId })).toBe(full)
  expect(editPage(full, { type: 'duplicate', id: 'b0', makeId })).toBe(full)
})

test('what is typed in one field without a pause is taken back at once; another field or a pause is a step of its own', () => {
  const type = (now: PageEdits, key: string, value: string, at: number) =>
    editPage(now, { type: 'fields', id: 'b', fields: { value }, key, at })
  let now = beginEdits(start)
  now = type(now, 'b.value', '一', 0)
  now = type(now, 'b.value', '一二', 500)
  now = type(now, 'b.value', '一二三', 1000)
  now = type(now, 'b.value', '四', 9000)
  expect(now.past).toHaveLength(2)
  const value = () => findBlock(now.content.blocks, 'b')?.fields.value
  now = editPage(now, { type: 'undo' })
  expect(value()).toBe('一二三')
  now = editPage(now, { type: 'undo' })
  expect(value()).toBe('b')
  now = editPage(now, { type: 'redo' })
  expect(value()).toBe('一二三')
  now = type(now, 'b.level', 'h3', 9100)
  expect(now.future).toHaveLength(0)
})

test('no more than the last steps are kept', () => {
  let now = beginEdits(start)
  for (let at = 0; at < mostSteps + 50; at++) {
    now = editPage(now, { type: 'fields', id: 'b', fields: { value: `${at}` }, key: `${at}`, at })
  }
  expect(now.past).toHaveLength(mostSteps)
})

test('what goes leaves its neighbour selected; pasting twice makes two', () => {
  let now = editPage(beginEdits(start), { type: 'select', id: 'b' })
  now = editPage(now, { type: 'remove', id: 'b' })
  expect(now.selected).toBe('c')
  now = editPage(now, { type: 'remove', id: 'c' })
  expect(now.selected).toBe('frame')
  const makeId = namer('new')
  const copied = [block('frame', 'container', [block('in')])]
  const place = { parentId: null, index: 1 }
  now = editPage(now, { type: 'insert', place, blocks: copied, makeId })
  now = editPage(now, { type: 'insert', place, blocks: copied, makeId })
  expect(ids(now)).toEqual(['frame', 'in', 'new2', 'new3', 'new0', 'new1'])
  expect(now.selected).toBe('new2')
})

test('whatever was kept becomes a tree in which every block has an id of its own', () => {
  const makeId = namer('new')
  const kept = [{ id: 'a', kind: 'heading', children: [{ id: 'a' }, 7, null] }, 'x', { kind: 3, fields: [] }]
  expect(soundBlocks(kept, makeId)).toEqual([
    { id: 'a', kind: 'heading', fields: {}, children: [{ id: 'new0', kind: '', fields: {}, children: [] }] },
    { id: 'new1', kind: '', fields: {}, children: [] },
  ])
  expect(soundBlocks('nothing', makeId)).toEqual([])
})
