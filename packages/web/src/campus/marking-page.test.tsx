// @vitest-environment jsdom
import type { getAnswerToMark, listToMark } from '@lantern/contract/campus/marking.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Api, ApiError } from '#kit/api.ts'
import { learnerSession } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { actOnMark } from './marking-act.ts'
import { markingAddress, readMarkingAddress } from './marking-address.ts'
import { MarkingPage } from './marking-page.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const key = { userId: 'u_1', quizId: 'lqz_1', number: 2, questionId: 'q_1' }
const row = {
  ...key,
  learnerName: '江照',
  quizTitle: '灯的体检',
  language: 'zh',
  question: 4,
  submittedAt: '2026-03-02T02:00:00.000Z',
  points: 3,
  given: null,
}
const list: ResponseOf<typeof listToMark> = {
  results: [row],
  counts: { waiting: 1, marked: 5 },
  page: 0,
  pageSize: 20,
  total: 1,
}
const answer: ResponseOf<typeof getAnswerToMark> = {
  ...row,
  body: '<p>哪一盏灯贵？</p>',
  guidance: '有数：1分',
  text: '第一段。\n\n第二段。',
  characters: 10,
  least: 40,
  comment: '',
  markedAt: null,
  markedBy: null,
  next: { ...key, userId: 'u_2' },
  waiting: 2,
}
const shown = { state: 'waiting', list, answer: null, isGone: false, sent: undefined } as const

test('the list names learner, question and quiz; each leads to its answer, and the address says which', () => {
  show(<MarkingPage {...shown} />, learnerSession())
  const link = screen.getByRole('link', { name: '江照，第4题' })
  expect(link.getAttribute('href')).toBe(markingAddress('waiting', key))
  const address = new URL(link.getAttribute('href') ?? '', 'https://x.example')
  expect(readMarkingAddress(address.searchParams)).toEqual({ state: 'waiting', key })
  const tabs = within(screen.getByRole('navigation', { name: '待批改' })).getAllByRole('link')
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['待批改1', '已批改5'])
})

test('where nothing waits the page says what will appear there, and leads on', () => {
  show(
    <MarkingPage {...shown} list={{ ...list, results: [], total: 0, counts: { waiting: 0, marked: 5 } }} />,
    learnerSession(),
  )
  expect(screen.getByText('没有等待批改的回答')).toBeTruthy()
  expect(screen.getByRole('link', { name: '我的机构' }).getAttribute('href')).toBe('/campus/organisation')
})

test('an answer stands with its question, what to look for and that it is short; then comes the next one', () => {
  show(<MarkingPage {...shown} answer={answer} />, learnerSession())
  expect(screen.getByText('哪一盏灯贵？')).toBeTruthy()
  expect(screen.getByText('有数：1分')).toBeTruthy()
  expect(screen.getByText(/少于要求的40字/)).toBeTruthy()
  expect(screen.getByRole('button', { name: '保存并看下一份' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '跳过' }).getAttribute('href')).toBe(
    markingAddress('waiting', { ...key, userId: 'u_2' }),
  )
})

test('what was typed stays when it is refused, and the refusal stands at its field', () => {
  const sent = { problem: '不能超过这道题的满分', field: 'given', typed: { given: '9', comment: '好' } } as const
  show(<MarkingPage {...shown} answer={answer} sent={sent} />, learnerSession())
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /得分/ })
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['9', 'true'])
  expect(screen.getByText('不能超过这道题的满分')).toBeTruthy()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '批语' }).value).toBe('好')
})

test('a page behind the last one does not say that nothing is to be marked', () => {
  show(<MarkingPage {...shown} list={{ ...list, results: [], page: 1, total: 20 }} />, learnerSession())
  expect(screen.getByRole('heading', { name: '这一页是空的' })).toBeTruthy()
})

test('the words for an answer that is not there any more stay to be copied', async () => {
  const api = {
    locale: 'zh_CN',
    call: async () => {
      throw new ApiError(404, { code: 'not_found', message: '' })
    },
  } as unknown as Api
  const form = new FormData()
  form.set('given', '2')
  form.set('comment', '第二段再想想。')
  const sent = await actOnMark(api, key, form)
  show(<MarkingPage {...shown} isGone sent={sent} />, learnerSession())
  expect(screen.getByText(/这份作答不在了/)).toBeTruthy()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /批语/ }).value).toBe('第二段再想想。')
})
