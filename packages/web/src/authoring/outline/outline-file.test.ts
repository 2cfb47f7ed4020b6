import type { OutlineForms } from '@lantern/contract/authoring/forms.ts'
import { expect, test } from 'vitest'
import { outlineFile, readOutlineFile } from './outline-file.ts'

const draft = { id: 'lco_1', partVersions: { general: 3, contents: 9, details: 5 } }
const description = {
  type: 'doc' as const,
  content: [{ type: 'paragraph', content: [{ type: 'text', text: '从零开始' }] }],
}
const forms = {
  general: { description },
  details: { objective: '能画阴影\n能调性能', careerGoals: '技术美术' },
} as unknown as OutlineForms

const file = () => JSON.parse(outlineFile(draft, forms)) as Record<string, unknown>
const read = (change: Record<string, unknown>, at = draft) =>
  readOutlineFile(JSON.stringify({ ...file(), ...change }), at)
const keyOf = (answer: ReturnType<typeof readOutlineFile>) => (answer.kind === 'refused' ? answer.key : null)

test('what was exported comes in again as it was', () => {
  expect(read({})).toEqual({
    kind: 'read',
    words: { description, objective: '能画阴影\n能调性能', careerGoals: '技术美术' },
  })
})

test('a bad description, bad career goals and a bad objective are each named [CREA-117]', () => {
  expect(keyOf(read({ description: { type: 'page' } }))).toBe('json_description_error')
  expect(keyOf(read({ description: 7 }))).toBe('json_description_error')
  expect(keyOf(read({ careerGoals: ['技术美术'] }))).toBe('json_career_goals_error')
  expect(keyOf(read({ objective: null }))).toBe('json_objective_error')
})

test('what was exported before the words were changed has expired [CREA-118]', () => {
  expect(keyOf(read({}, { ...draft, partVersions: { ...draft.partVersions, general: 4 } }))).toBe('json_expired')
  expect(keyOf(read({}, { ...draft, partVersions: { ...draft.partVersions, details: 6 } }))).toBe('json_expired')
  expect(keyOf(read({ basedOn: undefined }))).toBe('json_expired')
  expect(read({}, { ...draft, partVersions: { ...draft.partVersions, contents: 10 } }).kind).toBe('read')
})

test('a file of something else is refused', () => {
  expect(keyOf(readOutlineFile('{', draft))).toBe('authoring.fault_json')
  expect(keyOf(readOutlineFile('[1]', draft))).toBe('authoring.fault_json')
  expect(keyOf(read({ id: 'lco_2' }))).toBe('authoring.fault_json')
})
