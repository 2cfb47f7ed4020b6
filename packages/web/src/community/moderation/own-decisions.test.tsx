// @vitest-environment jsdom
import type { OwnDecision } from '@lantern/contract/community/reports.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Api, ApiError } from '#kit/api.ts'
import { learnerSession } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { sendAppeal } from './appeal-act.ts'
import { OwnDecisions, type OwnDecisionsProps } from './own-decisions.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const decision: OwnDecision = {
  id: 12,
  action: 'ban',
  type: 'message',
  excerpt: '专业接外包',
  moderator: null,
  reason: 'solicitation',
  note: '请看社区规则',
  hides: true,
  warns: false,
  mutedUntil: '2026-05-13T00:00:00.000Z',
  suspendedUntil: null,
  time: '2026-05-10T00:00:00.000Z',
  releases: false,
  isUndone: false,
  appeal: null,
}

const open = (decisions: OwnDecision[], more: Partial<OwnDecisionsProps> = {}) =>
  show(<OwnDecisions own={{ mutedUntil: null, decisions }} answer={undefined} {...more} />, learnerSession(), {
    at: '/moderation',
  })

test('a decision says what, why and until when, and takes one appeal', () => {
  open([decision])
  expect(screen.getByRole('heading', { name: '消息已隐藏 · 禁言至2026-05-13 08:00' })).toBeTruthy()
  expect(screen.getByText('广告推销')).toBeTruthy()
  expect(screen.getByText('专业接外包')).toBeTruthy()
  expect(screen.getByText('版主说：请看社区规则')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: '为什么应当撤销' })).toBeTruthy()
  cleanup()
  open([{ ...decision, appeal: { content: '误会', time: decision.time, granted: null } }])
  expect(screen.getByText('你的申诉：误会')).toBeTruthy()
  expect(screen.getByText('申诉处理中')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('an appeal that is refused keeps what was typed beside the reason', async () => {
  const api = {
    call: (async () => {
      throw new ApiError(409, { code: 'conflict', message: '' })
    }) as unknown as Api['call'],
    locale: 'zh_CN',
  } as const
  const form = new FormData()
  form.set('actId', '12')
  form.set('content', '这是在回答提问')
  open([decision], { answer: await sendAppeal(api, form) })
  expect(screen.getByText('已经申诉过这次处理。')).toBeTruthy()
  expect((screen.getByRole('textbox') as HTMLTextAreaElement).value).toBe('这是在回答提问')
})

test('without a decision the page says what would be here', () => {
  open([])
  expect(screen.getByRole('heading', { name: '没有处理记录' })).toBeTruthy()
})
