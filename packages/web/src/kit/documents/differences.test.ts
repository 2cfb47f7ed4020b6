import { expect, test } from 'vitest'
import { type Choice, differencesOf, mergeForms } from './differences.ts'

const text = (...lines: string[]) => ({
  type: 'doc',
  content: lines.map((line) => ({ type: 'paragraph', content: [{ type: 'text', text: line }] })),
})
const step = (id: string, title: string, ...lines: string[]) => ({ id, title, body: text(...lines), labUrl: '' })

interface Range {
  minVersionId: string | null
  maxVersionId: string | null
  withAll: boolean
}

const base = {
  skillLevel: 'beginner',
  unityVersionRange: { minVersionId: '3.2', maxVersionId: null, withAll: false } as Range,
  sections: [step('se_1', '光', '一束光'), step('se_2', '影', '一片影'), step('se_3', '色', '一种色')],
}

test('what only one of the two changed is suggested, what both changed has to be chosen', () => {
  const mine = { ...base, sections: [step('se_1', '光线', '一束光'), ...base.sections.slice(1)] }
  const theirs = {
    ...base,
    skillLevel: 'advanced',
    sections: [step('se_1', '光源', '一束光'), ...base.sections.slice(1)],
  }
  expect(differencesOf({ mine, theirs, base }).map(({ id, suggestion }) => [id, suggestion])).toEqual([
    ['skillLevel', 'theirs'],
    ['sections.se_1.title', null],
  ])
})

test('both texts of a step are kept: what they share stands once', () => {
  const mine = { ...base, sections: [step('se_1', '光', '一束光', '我加的'), ...base.sections.slice(1)] }
  const theirs = { ...base, sections: [step('se_1', '光', '一束光', '对方加的'), ...base.sections.slice(1)] }
  const [only] = differencesOf({ mine, theirs, base })
  expect(only?.canBoth).toBe(true)
  const merged = mergeForms(mine, theirs, { [only?.id ?? '']: 'both' })
  expect(merged.sections[0]?.body).toEqual(text('一束光', '我加的', '对方加的'))
})

test('a step that one of them added or took away is there or not as it is chosen', () => {
  const mine = { ...base, sections: [...base.sections, step('se_4', '我的', '新')] }
  const theirs = {
    ...base,
    sections: [step('se_1', '光', '一束光'), step('se_5', '对方的', '新'), step('se_3', '色', '一种色')],
  }
  const found = differencesOf({ mine, theirs, base })
  expect(found.map(({ id, kind, suggestion }) => [id, kind, suggestion])).toEqual([
    ['sections.se_2', 'element', 'theirs'],
    ['sections.se_4', 'element', 'mine'],
    ['sections.se_5', 'element', 'theirs'],
  ])
  const idsAfter = (choices: Record<string, Choice>) =>
    mergeForms(mine, theirs, choices).sections.map(({ id }: { id: string }) => id)
  const suggested = Object.fromEntries(found.map(({ id, suggestion }) => [id, suggestion as Choice]))
  expect(idsAfter(suggested)).toEqual(['se_1', 'se_5', 'se_3', 'se_4'])
  expect(idsAfter({ 'sections.se_2': 'mine', 'sections.se_4': 'theirs', 'sections.se_5': 'mine' })).toEqual([
    'se_1',
    'se_2',
    'se_3',
  ])
})

test('another order is one difference, and what was written in the steps is decided apart from it', () => {
  const [one, two, three] = base.sections as [ReturnType<typeof step>, ReturnType<typeof step>, ReturnType<typeof step>]
  const mine = { ...base, sections: [one, step('se_2', '影子', '一片影'), three] }
  const theirs = { ...base, sections: [three, one, two] }
  const found = differencesOf({ mine, theirs, base })
  expect(found.map(({ id, suggestion }) => [id, suggestion])).toEqual([
    ['sections.se_2.title', 'mine'],
    ['sections.order', 'theirs'],
  ])
  const merged = mergeForms(mine, theirs, { 'sections.order': 'theirs', 'sections.se_2.title': 'mine' })
  expect(merged.sections.map(({ title }: { title: string }) => title)).toEqual(['色', '光', '影子'])
})

test('a version range is one thing: its ends are never taken from two texts', () => {
  const mine: typeof base = { ...base, unityVersionRange: { minVersionId: '3.3', maxVersionId: null, withAll: false } }
  const theirs: typeof base = {
    ...base,
    unityVersionRange: { minVersionId: null, maxVersionId: '3.1', withAll: false },
  }
  const [only, ...more] = differencesOf({ mine, theirs, base })
  expect(more).toEqual([])
  expect(only).toMatchObject({ id: 'unityVersionRange', canBoth: false })
  expect(mergeForms(mine, theirs, { unityVersionRange: 'theirs' }).unityVersionRange.maxVersionId).toBe('3.1')
})

test('the ids of contents follow the contents', () => {
  const content = (id: string) => ({ id, required: true, chapterId: null })
  const mine = { chapters: [], contentIds: ['ltu_1', 'ltu_2'], contents: [content('ltu_1'), content('ltu_2')] }
  const theirs = { chapters: [], contentIds: ['ltu_1', 'ltu_3'], contents: [content('ltu_1'), content('ltu_3')] }
  const merged = mergeForms(mine, theirs, { 'contents.ltu_2': 'mine', 'contents.ltu_3': 'theirs' })
  expect(merged.contentIds).toEqual(['ltu_1', 'ltu_3', 'ltu_2'])
})

test('texts without a common beginning are all to be chosen', () => {
  const mine = { ...base, skillLevel: 'advanced' }
  expect(differencesOf({ mine, theirs: base, base: undefined })).toMatchObject([{ id: 'skillLevel', suggestion: null }])
})

test('chapters and contents are decided field by field: both names can stand, and nobody takes the other’s mark along', () => {
  const outline = {
    chapters: [
      { id: 'ch_1', title: '开始' },
      { id: 'ch_2', title: '进阶' },
    ],
    contentIds: ['ltu_1'],
    contents: [{ id: 'ltu_1', required: true, chapterId: 'ch_1' }],
  }
  const [first, second] = outline.chapters
  const mine = {
    ...outline,
    chapters: [{ ...first, title: '先 看光' }, second],
    contents: [{ id: 'ltu_1', required: false, chapterId: 'ch_1' }],
  }
  const theirs = {
    ...outline,
    chapters: [{ ...first, title: '先 看影' }, second],
    contents: [{ id: 'ltu_1', required: true, chapterId: 'ch_2' }],
  }
  const found = differencesOf({ mine, theirs, base: outline })
  expect(found.map(({ id, suggestion, canBoth }) => [id, suggestion, canBoth])).toEqual([
    ['chapters.ch_1.title', null, true],
    ['contents.ltu_1.required', 'mine', false],
    ['contents.ltu_1.chapterId', 'theirs', false],
  ])
  const choices = Object.fromEntries(found.map(({ id, suggestion }) => [id, suggestion ?? 'both'] as const))
  expect(mergeForms(mine, theirs, choices)).toMatchObject({
    chapters: [{ title: '先 看光 / 先 看影' }, { title: '进阶' }],
    contents: [{ id: 'ltu_1', required: false, chapterId: 'ch_2' }],
  })
  const without = { ...mine, chapters: [mine.chapters[0]] }
  const merged = mergeForms(without, theirs, { ...choices, 'chapters.ch_2': 'mine' })
  expect(merged.contents).toEqual([{ id: 'ltu_1', required: false, chapterId: null }])
})
