// @vitest-environment jsdom
import type { Certificate } from '@lantern/contract/certificates/certificates.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { CertificatePage } from './certificate-page.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const revoked: Certificate = {
  number: 'LT-2026-7K4M-91QX',
  kind: 'course',
  title: '写光',
  language: 'zh',
  path: '/course/write-light',
  items: 5,
  organisationName: null,
  holderName: '林知远',
  lettersWithoutFont: '',
  issuedAt: '2026-11-01T00:00:00.000Z',
  isPublic: true,
  inProfile: false,
  revokedAt: '2026-11-20T00:00:00.000Z',
  revokedReason: '作品与他人重复',
  appeal: null,
  isOwn: true,
  mayAppeal: true,
  mayAnswer: false,
  mayRevoke: false,
}
const appeal = { content: '是我自己做的', time: '2026-11-21T00:00:00.000Z', granted: null, answer: '' }

type Answer = Parameters<typeof CertificatePage>[0]['answer']
const open = (change: Partial<Certificate>, answer?: Answer) =>
  show(<CertificatePage certificate={{ ...revoked, ...change }} answer={answer} />, learnerSession())

test('the holder of a revoked certificate appeals once, and reads that it waits and what was answered', () => {
  open({}, { act: 'appeal', done: false, typed: ' ', problem: '先写点什么。' })
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '为什么应当恢复' })
  expect([box.value, box.getAttribute('aria-invalid')]).toEqual([' ', 'true'])
  cleanup()
  open({ mayAppeal: false, appeal })
  expect(screen.getByText('申诉处理中')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  cleanup()
  open({ mayAppeal: false, appeal: { ...appeal, granted: false, answer: '看过记录了' } })
  expect(screen.getByText('申诉已驳回')).toBeTruthy()
  expect(screen.getByText('回复：看过记录了')).toBeTruthy()
})

test('who may answer reads the appeal and grants or rejects it; others see nothing of it', () => {
  open({ isOwn: false, mayAppeal: false, mayAnswer: true, appeal })
  expect(screen.getByText('持有人的申诉：是我自己做的')).toBeTruthy()
  const values = ['申诉成立，恢复证书', '驳回申诉'].map(
    (name) => screen.getByRole<HTMLButtonElement>('button', { name }).value,
  )
  expect(values).toEqual(['true', 'false'])
  cleanup()
  open({ isOwn: false, mayAppeal: false, appeal: null })
  expect(screen.queryByRole('heading', { name: '申诉' })).toBeNull()
})
