// @vitest-environment jsdom
import type { OutlineForms } from '@lantern/contract/authoring/forms.ts'
import { expect, test } from 'vitest'
import { fakeServer } from '#testing/show.tsx'
import { sampleOutlineForms as forms } from '../testing/outline-forms.ts'
import { courseKind, projectKind } from './outline-kind.ts'

const faultsOf = (kind: typeof courseKind, part: keyof OutlineForms, change: Parameters<typeof forms>[0] = {}) =>
  kind.faults(part, forms(change), ['2.1', '3.0']).map(({ field, key }) => [field, key])

test('details are valid with any package, tag or topic, or an objective or career goals, and otherwise not [CREA-102]', () => {
  const none = { topicIds: [] }
  const refused = [['objective', 'authoring.fault_details']]
  expect(faultsOf(courseKind, 'details', { details: none })).toEqual(refused)
  expect(faultsOf(courseKind, 'details', { details: { ...none, objective: '  \n ' } })).toEqual(refused)
  expect(faultsOf(courseKind, 'details', { details: { ...none, industryIds: ['games'] } })).toEqual(refused)
  for (const one of [
    { packageIds: ['cinemachine'] },
    { tagIds: ['shadow'] },
    { topicIds: ['light'] },
    { objective: '能画阴影' },
    { careerGoals: '技术美术' },
  ]) {
    expect([one, faultsOf(courseKind, 'details', { details: { ...none, ...one } })]).toEqual([one, []])
  }
})

test('without tutorials, contents or a picture the words say which is missing [CREA-116]', () => {
  const empty = { contents: [], contentIds: [] }
  expect(faultsOf(projectKind, 'contents', { contents: empty })).toEqual([['contents', 'empty_tutorials']])
  expect(faultsOf(courseKind, 'contents', { contents: empty })).toEqual([['contents', 'empty_contents']])
  expect(faultsOf(projectKind, 'general', { general: { thumbnailId: null } })).toEqual([
    ['thumbnailId', 'empty_thumbnail'],
  ])
})

test('a chapter needs a title', () => {
  const chapters = [{ id: 'ch_1', title: ' ' }]
  expect(faultsOf(courseKind, 'contents', { contents: { chapters } })).toEqual([
    ['chapters.ch_1.title', 'error_isRequired'],
  ])
})

test('order, chapters and what is required count as changes', () => {
  const same = (contents: Partial<OutlineForms['contents']>) =>
    courseKind.isSame('contents', forms(), forms({ contents }))
  expect(same({})).toBe(true)
  expect(same({ chapters: [{ id: 'ch_1', title: '起步' }] })).toBe(false)
  expect(same({ contents: [{ id: 'ltu_1', required: false, chapterId: 'ch_1' }] })).toBe(false)
  expect(same({ contents: [{ id: 'ltu_1', required: true, chapterId: null }] })).toBe(false)
})

const draft = { id: 'x', version: 2, partVersions: {}, savedAt: '2026-03-01T04:03:00.000Z', savedBy: null }

test.each([
  ['project', projectKind],
  ['course', courseKind],
] as const)('a %s is saved part by part and published whole by its own calls', async (type, kind) => {
  const { general, contents, details } = forms()
  const answer = () => ({ [`${type}Data`]: { general, contents, details }, draft })
  const paths = ['general', 'contents', 'details', 'publish'].map((act) => `/api/learn/${type}/0/${act}`)
  const sent = fakeServer(Object.fromEntries(paths.map((path) => [path, answer])))
  const at = { id: '0', forms: forms(), campus: false, baseVersion: 1 }
  for (const part of ['general', 'contents', 'details'] as const) {
    expect((await kind.save(part, at)).forms).toEqual({ general, contents, details })
  }
  await kind.publish({ ...at, revision: 3 })
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    [paths[0], { ...general, baseVersion: 1 }],
    [paths[1], { ...contents, baseVersion: 1 }],
    [paths[2], { ...details, baseVersion: 1 }],
    [paths[3], { ...general, contents, details, baseVersion: 1, revision: 3 }],
  ])
})

test.each([
  ['project', projectKind],
  ['course', courseKind],
] as const)('a new %s under /campus/ is made as one of the campus', async (type, kind) => {
  const sent = fakeServer({ [`/api/learn/${type}/0/general`]: () => ({ [`${type}Data`]: forms(), draft }) })
  await kind.save('general', { id: '0', forms: forms(), campus: true })
  await kind.save('general', { id: '0', forms: forms(), campus: false })
  expect(sent.map(({ query }) => query.get('campus'))).toEqual(['true', 'false'])
})
