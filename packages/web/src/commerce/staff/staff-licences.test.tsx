// @vitest-environment jsdom
import type { StaffLicence } from '@lantern/contract/commerce/licences.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { StaffLicences } from './staff-licences.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const licence: StaffLicence = {
  id: 'sl_1',
  organisation: { id: 'og_1', name: '引擎学院' },
  item: { id: 'ltu_1', type: 'tutorial', title: '阴影', language: 'zh', isThere: true },
  seats: 30,
  taken: 6,
  reason: '合同2026-117',
  givenTime: '2026-11-01T00:00:00.000Z',
  givenBy: '何老师',
  endTime: null,
  isOver: false,
  revokedTime: null,
  revokedBy: null,
  revokeReason: null,
}
const over = { isOver: true, revokedTime: '2026-11-20T00:00:00.000Z', revokedBy: '何老师', revokeReason: '合同终止' }
type Answer = Parameters<typeof StaffLicences>[0]['answer']

const open = (results: StaffLicence[], answer?: Answer) =>
  show(
    <StaffLicences list={{ results, page: 0, pageSize: 50, total: results.length }} answer={answer} />,
    learnerSession(),
  )

test('licences stand with their organisation, seats and reason; one that was taken back says by whom and why', () => {
  open([licence, { ...licence, id: 'sl_2', ...over }])
  expect(screen.getAllByText('已用6个，共30个')).toHaveLength(2)
  expect(screen.getAllByRole('heading', { name: '引擎学院 · 阴影' })).toHaveLength(2)
  expect(screen.getByText(/合同终止/).textContent).toContain('何老师')
  // one of them can still be taken back
  expect(screen.getAllByRole('button', { name: '收回' })).toHaveLength(1)
  cleanup()
  open([])
  expect(screen.getByRole('heading', { name: '还没有席位' })).toBeTruthy()
})

test('a form that was refused keeps what was typed, with the reason at its field', () => {
  const values = { organisation: '引擎学园', item: '/tutorial/x', seats: '0', until: '', reason: '合同' }
  const problems = [{ field: 'organisation', message: '没有找到这个机构。' }]
  open([], { act: 'give', id: '', done: false, values, positions: [], problems, problem: null })
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: '机构' })
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['引擎学园', 'true'])
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '原因' }).value).toBe('合同')
})
