import { expect, test } from 'vitest'
import type { Call } from '#kit/request.ts'
import { sampleData } from '../testing/sample-draft.ts'
import { readEditor } from './read-editor.ts'

function answering(answers: Record<string, object>): { call: Call; asked: unknown[] } {
  const asked: unknown[] = []
  const call = async (route: string, input: unknown) => {
    asked.push([route, input])
    return answers[route]
  }
  return { call: call as Call, asked }
}

test('an item opens with its draft, and not under another type', async () => {
  const { call } = answering({ 'GET /api/learn/creator/draft/:id': sampleData() })
  const editor = await readEditor(call, { type: 'tutorial', id: 'ltu_1', campus: false, language: 'zh' })
  expect([editor?.draft?.id, editor?.forms]).toEqual(['ltu_1', editor?.draft?.forms])
  expect(await readEditor(call, { type: 'quiz', id: 'ltu_1', campus: false, language: 'zh' })).toBeNull()
})

test('a new one begins with the forms of its type and has no draft yet', async () => {
  const { forms, references, versions } = sampleData()
  const { call, asked } = answering({ 'GET /api/learn/creator/draft/new/:type': { forms, references, versions } })
  const editor = await readEditor(call, { type: 'tutorial', id: '0', campus: true, language: 'ja' })
  expect([editor?.draft, editor?.forms]).toEqual([null, forms])
  expect(asked).toEqual([
    [
      'GET /api/learn/creator/draft/new/:type',
      { params: { type: 'tutorial' }, query: { campus: true, language: 'ja' } },
    ],
  ])
})
