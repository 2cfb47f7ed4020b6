// @vitest-environment jsdom
import type { PeerFeedbackState } from '@lantern/contract/community/peer-feedback.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession, sampleCard, samplePerson } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { PeerPage, type PeerPageProps } from './peer-page.tsx'
import { SubmissionPage } from './submission-page.tsx'
import { sampleSubmissionPage } from './testing/sample-submission.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

const task = { id: 'pf_1', title: '港口夜景', html: '<p>码头</p>', files: [], dueTime: '2026-11-24T04:00:00.000Z' }

function open(change: Partial<PeerFeedbackState>, answer?: PeerPageProps['answer']) {
  const state: PeerFeedbackState = {
    item: sampleCard({ id: 'ltu_1', slug: 'shadows', title: '实时阴影' }),
    ...{ stepTitle: '交作业', questions: ['哪一处最好？', '哪一处可以改？'], hasHandedIn: true },
    ...{ given: 1, share: 2, task: null, hasMore: false },
    ...change,
  }
  return show(<PeerPage section={{ id: 'se_1', anchor: 'a' }} state={state} answer={answer} />, learnerSession())
}

test('the submission stands beside the questions of its author; each question is a field', () => {
  open({ task })
  expect(screen.getByRole('heading', { name: '港口夜景' })).toBeTruthy()
  expect(screen.getByText('已评1件，共2件')).toBeTruthy()
  const form = within(screen.getByRole('region', { name: '写下你的看法' }))
  const fields = form.getAllByRole<HTMLTextAreaElement>('textbox')
  expect(fields.map(({ name }) => name)).toEqual(['answer', 'answer'])
  expect(form.getByRole('textbox', { name: '哪一处最好？' })).toBeTruthy()
  expect(new FormData(fields[0]?.closest('form') ?? undefined).get('id')).toBe('pf_1')
})

test('a refusal stands at its question, and what was typed stays', () => {
  open(
    { task },
    { done: false, isGiven: false, problem: null, problems: { 1: '这个问题也请回答' }, typed: ['接缝很干净', ''] },
  )
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '哪一处最好？' }).value).toBe('接缝很干净')
  const second = screen.getByRole('textbox', { name: '哪一处可以改？' })
  expect(second.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('这个问题也请回答')).toBeTruthy()
})

test('without a submission at hand the page offers the next, or says what is awaited', () => {
  open({ hasMore: true })
  const button = screen.getByRole('button', { name: '看一件作品' })
  const form = new FormData(button.closest('form') ?? undefined)
  expect([...form]).toEqual([
    ['act', 'take'],
    ['itemId', 'ltu_1'],
    ['sectionId', 'se_1'],
  ])
  cleanup()
  open({})
  expect(screen.getByRole('heading', { name: '现在没有可看的作品' })).toBeTruthy()
  cleanup()
  open({ given: 2 })
  expect(screen.getByRole('heading', { name: '你的份已经评完了' })).toBeTruthy()
  cleanup()
  open({ hasHandedIn: false, given: 0 })
  expect(screen.getByRole('link', { name: '交作品' }).getAttribute('href')).toBe('/tutorial/shadows/hand-in')
})

test('the author of a submission reads what a learner answered, and can report it', async () => {
  const sent = fakeServer({ '/api/learn/report': () => ({ reportMap: { pf_1: [{ type: 'spam', content: '' }] } }) })
  const feedback = {
    ...{ id: 'pf_1', version: 1, reviewer: null, isReported: false, givenTime: '2026-11-21T04:00:00.000Z' },
    answers: [{ question: '哪一处最好？', html: '<p>接缝很干净</p>' }],
  }
  show(<SubmissionPage {...sampleSubmissionPage({ peerFeedback: [feedback] })} />, { user: samplePerson() })
  const part = within(await screen.findByRole('region', { name: '学员互评' }))
  expect(part.getByText('接缝很干净')).toBeTruthy()
  expect(part.getByText(/一位学员/)).toBeTruthy()
  await userEvent.click(part.getByRole('button', { name: '举报' }))
  const dialog = within(await screen.findByRole('dialog', { name: '举报一位学员的评语' }))
  await userEvent.click(dialog.getAllByRole('radio')[2] ?? document.body)
  await userEvent.click(dialog.getByRole('button', { name: '提交举报' }))
  await part.findByRole('button', { name: '已举报' })
  expect(sent.find(({ path }) => path === '/api/learn/report')?.body).toEqual({
    ...{ id: 'pf_1', type: 'feedback' },
    reasons: [{ type: 'spam', content: '' }],
  })
})
