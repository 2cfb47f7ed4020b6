// @vitest-environment jsdom
import type { QuestionPreview, QuestionRow } from '@lantern/contract/authoring/exchange.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import ImportQuestionsDialog from './import-questions-dialog.tsx'

beforeAll(prepareBrowser)

const previewPath = '/api/learn/creator/quiz/lqz_1/exchange/preview'
const importPath = '/api/learn/creator/quiz/lqz_1/exchange/import'

function row(index: number, more: Partial<QuestionRow> = {}): QuestionRow {
  return {
    index,
    line: index + 2,
    file: '',
    excerpt: `第${index + 1}问`,
    question: {
      body: `<p>第${index + 1}问</p>`,
      options: [
        { body: '甲', correct: true, feedback: '' },
        { body: '乙', correct: false, feedback: '' },
      ],
      shuffleOptions: true,
      feedback: { correct: '', wrong: '' },
    },
    problems: [],
    notes: [],
    ...more,
  }
}

const preview: QuestionPreview = {
  format: 'csv',
  problem: null,
  rows: [
    row(0),
    row(1, { question: null, problems: [{ code: 'no_correct_answer', message: '没有正确答案' }] }),
    row(2, { notes: [{ code: 'duplicate', message: '已有同样题干的题目' }] }),
    row(3),
  ],
}
const saved = {
  id: 'lqz_1',
  version: 8,
  partVersions: { questions: 8 },
  savedAt: '2026-03-02T02:00:00Z',
  savedBy: null,
}

function open() {
  const onImported = vi.fn()
  const onClose = vi.fn()
  show(
    <ImportQuestionsDialog
      quizId="lqz_1"
      language="zh"
      questionCount={2}
      baseVersion={() => 7}
      onImported={onImported}
      onClose={onClose}
    />,
  )
  return { onImported, onClose }
}

const file = new File(['题目,A,B,答案\n一,甲,乙,A'], '题.csv', { type: 'text/csv' })

test('a file is read, shown row by row, and what is wanted of it is imported', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({
    [previewPath]: () => preview,
    [importPath]: () => ({ draft: saved, added: 1, picturesStored: 0 }),
  })
  const { onImported, onClose } = open()
  await user.upload(screen.getByLabelText('选一个文件，或拖到这里'), file)
  await screen.findByText('题.csv：CSV 表格，4题')

  expect(screen.getByText('没有正确答案')).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: /第2问/ })).toBeNull()
  const boxes = screen.getAllByRole('checkbox', { name: /第\d问/ }).map((box) => (box as HTMLInputElement).checked)
  // what is there already is left out at first
  expect(boxes).toEqual([true, false, true])
  await user.click(screen.getByRole('checkbox', { name: '4第4问' }))
  await user.click(screen.getByRole('button', { name: '导入1题' }))

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(onImported).toHaveBeenCalledWith(saved)
  expect(calls.map(({ path }) => path)).toEqual([previewPath, importPath])
  const sent = calls[1]?.body as { file: { name: string; data: string }; rows: number[] }
  expect(sent).toMatchObject({ rows: [0], replace: false, baseVersion: 7 })
  expect(Buffer.from(sent.file.data, 'base64').toString()).toBe('题目,A,B,答案\n一,甲,乙,A')
})

test('all that can be had is chosen and left with one press', async () => {
  const user = userEvent.setup()
  fakeServer({ [previewPath]: () => preview })
  open()
  await user.upload(screen.getByLabelText('选一个文件，或拖到这里'), file)
  const all = await screen.findByRole('checkbox', { name: '全选（3题可导入）' })
  expect((all as HTMLInputElement).indeterminate).toBe(true)
  await user.click(all)
  expect(screen.getByRole('button', { name: '导入3题' })).toBeTruthy()
  await user.click(all)
  expect((screen.getByRole('button', { name: '导入0题' }) as HTMLButtonElement).disabled).toBe(true)
})

test('a question can be looked into before it is taken', async () => {
  const user = userEvent.setup()
  fakeServer({ [previewPath]: () => preview })
  open()
  await user.upload(screen.getByLabelText('选一个文件，或拖到这里'), file)
  const [first] = await screen.findAllByRole('listitem')
  const options = within(first as HTMLElement).getAllByRole('listitem')
  expect(options.map(({ textContent }) => textContent)).toEqual(['甲', '乙'])
  expect(within(options[0] as HTMLElement).getByRole('img', { name: '正确答案' })).toBeTruthy()
})

test('a file that cannot be read says why and lets another one be chosen', async () => {
  const user = userEvent.setup()
  const problem = { code: 'xml_broken', message: 'XML 写法有误，第3行' }
  fakeServer({ [previewPath]: () => ({ format: null, problem, rows: [] }) })
  open()
  await user.upload(screen.getByLabelText('选一个文件，或拖到这里'), file)
  expect((await screen.findByRole('alert')).textContent).toContain('题.csv XML 写法有误，第3行')
  expect(screen.getByLabelText('选一个文件，或拖到这里')).toBeTruthy()
})

test('when somebody else changed the questions meanwhile, nothing is lost and it is said', async () => {
  const user = userEvent.setup()
  fakeServer({
    [previewPath]: () => preview,
    [importPath]: () => Response.json({ code: 'draft_conflict', message: '别人刚改过' }, { status: 409 }),
  })
  const { onImported } = open()
  await user.upload(screen.getByLabelText('选一个文件，或拖到这里'), file)
  await user.click(await screen.findByRole('button', { name: '导入2题' }))
  expect((await screen.findByRole('alert')).textContent).toContain('别人刚改过')
  expect(onImported).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: '导入2题' })).toBeTruthy()
})

test('a file over the limit is not even sent', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({})
  open()
  const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], '大.zip')
  await user.upload(screen.getByLabelText('选一个文件，或拖到这里'), large)
  expect((await screen.findByRole('alert')).textContent).toContain('文件太大，最多10 MB')
  expect(calls).toEqual([])
})
