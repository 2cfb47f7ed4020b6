import type { OutlineContents } from '@lantern/contract/authoring/forms.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addChapter,
  addContents,
  moveRow,
  type OutlineRow,
  putBack,
  removeChapter,
  removeContent,
  renameChapter,
  rowsOf,
  setRequired,
  withRows,
} from './outline-edits.ts'

const everyVersion = { minVersionId: null, maxVersionId: null, withAll: true }

/** `'a | 一 b c | 二 d'`: contents by letters, chapters after each bar with their title first. */
function outline(text: string): OutlineContents {
  const form: OutlineContents = { unityVersionRange: everyVersion, chapters: [], contentIds: [], contents: [] }
  const rows = text.split('|').flatMap((part, index): OutlineRow[] => {
    const words = part.trim().split(/\s+/).filter(Boolean)
    const contents = words.map((id): OutlineRow => ({ kind: 'content', id, required: true }))
    const [title = ''] = words
    return index === 0 ? contents : [{ kind: 'chapter', id: `ch_${title}`, title }, ...contents.slice(1)]
  })
  return withRows(form, rows)
}

function written(form: OutlineContents): string {
  return rowsOf(form)
    .map((row) => (row.kind === 'chapter' ? `| ${row.title}` : row.id))
    .join(' ')
}

test('the rows stand for the form and the form for the rows', () => {
  const form = outline('a | 一 b c | 二 d')
  expect(form.contents).toEqual([
    { id: 'a', required: true, chapterId: null },
    { id: 'b', required: true, chapterId: 'ch_一' },
    { id: 'c', required: true, chapterId: 'ch_一' },
    { id: 'd', required: true, chapterId: 'ch_二' },
  ])
  expect(form.contentIds).toEqual(['a', 'b', 'c', 'd'])
  expect(written(form)).toBe('a | 一 b c | 二 d')
})

test('contents are added at the end of a chapter and never twice', () => {
  const form = outline('a | 一 b | 二 d')
  expect(written(addContents(form, ['x', 'a', 'x'], 'ch_一'))).toBe('a | 一 b x | 二 d')
  expect(written(addContents(form, ['x'], null))).toBe('a x | 一 b | 二 d')
  expect(written(addContents(form, ['x'], 'ch_二'))).toBe('a | 一 b | 二 d x')
})

test('a content moves within its chapter and into another one', () => {
  const form = outline('a | 一 b c | 二 d')
  expect(written(moveRow(form, 2, 3).form)).toBe('a | 一 c b | 二 d')
  const across = moveRow(form, 3, 4)
  expect(written(across.form)).toBe('a | 一 b | 二 c d')
  expect(across.at).toBe(4)
  expect(across.form.contents.find(({ id }) => id === 'c')?.chapterId).toBe('ch_二')
  expect(written(moveRow(form, 2, 0).form)).toBe('b a | 一 c | 二 d')
})

test('a chapter moves with everything in it, one chapter a step', () => {
  const form = outline('a | 一 b c | 二 d | 三')
  const down = moveRow(form, 1, 2)
  expect(written(down.form)).toBe('a | 二 d | 一 b c | 三')
  expect(down.at).toBe(3)
  expect(written(moveRow(form, 6, 1).form)).toBe('a | 三 | 一 b c | 二 d')
  expect(written(moveRow(form, 1, 6).form)).toBe('a | 二 d | 三 | 一 b c')
  expect(written(moveRow(form, 1, 0).form)).toBe(written(form))
})

test('a chapter is added, named and taken away; its contents go to the chapter above', () => {
  const form = outline('a | 一 b | 二 c')
  const added = addChapter(form)
  const id = added.chapters[2]?.id ?? ''
  expect(written(renameChapter(added, id, '三'))).toBe('a | 一 b | 二 c | 三')
  expect(written(removeChapter(form, 'ch_二'))).toBe('a | 一 b c')
  expect(written(removeChapter(form, 'ch_一'))).toBe('a b | 二 c')
})

test('whether a content is required is its own', () => {
  const form = setRequired(outline('a b'), 'b', false)
  expect(form.contents.map(({ required }) => required)).toEqual([true, false])
  expect(written(removeContent(form, 'a'))).toBe('b')
})

test('contents of a chapter that is no longer there stand at the beginning', () => {
  const form = outline('a')
  const lost = {
    ...form,
    contentIds: ['b', 'a'],
    contents: [...form.contents, { id: 'b', required: true, chapterId: 'ch_x' }],
  }
  expect(written(lost)).toBe('b a')
})

test('moving loses nothing and doubles nothing', () => {
  const form = outline('a b | 一 c d e | 二 | 三 f')
  const everything = written(form).split(' ').toSorted()
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(8), fc.nat(8)), { maxLength: 20 }), (moves) => {
      const end = moves.reduce((now, [from, to]) => moveRow(now, from, to).form, form)
      expect(written(end).split(' ').toSorted()).toEqual(everything)
      expect(end.contentIds).toEqual(end.contents.map(({ id }) => id))
    }),
  )
})

test('what was taken out goes back behind what it stood behind, and what was done since stays', () => {
  const before = outline('a | 一 b c | 二 d')
  const since = renameChapter(addContents(removeContent(before, 'c'), ['e'], 'ch_一'), 'ch_二', '新名')
  expect(written(putBack(since, before, 'c'))).toBe('a | 一 b c e | 新名 d')
  // what stood before it has gone as well
  expect(written(putBack(removeContent(since, 'b'), before, 'c'))).toBe('a | 一 c e | 新名 d')
  expect(written(putBack(removeContent(before, 'a'), before, 'a'))).toBe('a | 一 b c | 二 d')
  expect(putBack(before, before, 'c')).toBe(before)
})
