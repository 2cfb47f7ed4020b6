// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { BadgeCheckPage } from './badge-check-page.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const refused = {
  verdict: 'refused' as const,
  findings: [
    { reason: 'form_right' as const, outcome: 'right' as const },
    { reason: 'signature_wrong' as const, outcome: 'wrong' as const },
  ],
  badge: { name: '引擎开发工程师', achievement: '引擎', issuer: '引擎课堂', holder: 'Eve', issuedAt: null },
  number: null,
}

test('a badge that was changed says that it proves nothing, and why', () => {
  show(<BadgeCheckPage answer={refused} />, learnerSession(), { at: '/certificate/check' })
  expect(screen.getByRole('heading', { name: '不能作为证明' })).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '格式是Open Badge 3.0。',
    '签名对不上：签发后有人改过，比如姓名。',
  ])
})

test('a chosen picture goes as bytes, and what is said of it is shown', async () => {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body))
    return Response.json({ ...refused, verdict: 'valid', findings: [], number: 'LT-2026-7K4M-91QX' })
  })
  show(<BadgeCheckPage answer={undefined} />, learnerSession(), { at: '/certificate/check' })
  const files = [new File([Uint8Array.of(1, 2, 3)], 'badge.png', { type: 'image/png' })]
  fireEvent.change(screen.getByLabelText('选择徽章文件'), { target: { files } })
  const link = await screen.findByRole('link', { name: '查看证书LT-2026-7K4M-91QX' })
  expect([link.getAttribute('href'), bodies]).toEqual([
    '/certificate/LT-2026-7K4M-91QX',
    [{ file: 'AQID', isPicture: true }],
  ])
})
