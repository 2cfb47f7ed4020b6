// @vitest-environment jsdom
import type { PackageUnit } from '@lantern/contract/courseware/packages.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { LearnerUnits } from './learner-units.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const unit = (id: string, more: Partial<PackageUnit> = {}): PackageUnit => ({
  ...{ id, title: id, depth: 1, isPlayable: true, lock: null, state: 'not_begun', score: null, seconds: 0 },
  ...more,
})
const units = [
  unit('Block', { depth: 0, isPlayable: false }),
  unit('Shadows', { state: 'failed', score: 40, seconds: 120 }),
  unit('Light', { state: 'passed', score: 90 }),
]
const open = () =>
  show(
    <LearnerUnits packageId="cp_1" classId="kl_1" learner={{ userId: 'u_1', name: '江照', units }} />,
    learnerSession(),
  )
const path = '/api/campus/package/cp_1/waive'

test('a teacher sees how far a learner is, and waives what is not done with a reason', async () => {
  const calls = fakeServer({ [path]: () => ({ userId: 'u_1', name: '江照', units }) })
  open()
  expect(screen.getByText('未通过')).toBeTruthy()
  // neither a block nor what is done can be waived
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['免修：Shadows'])
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '免修：Shadows' }))
  const dialog = within(screen.getByRole('dialog', { name: '让江照免修“Shadows”？' }))
  await user.selectOptions(dialog.getByLabelText('原因'), '行政决定')
  await user.click(dialog.getByRole('button', { name: '免修' }))
  expect(await screen.findByText('江照已免修“Shadows”')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  const body = { classId: 'kl_1', userId: 'u_1', unitId: 'Shadows', reason: 'administrative' }
  expect(calls.find((call) => call.path === path)?.body).toEqual(body)
})

test('of a unit whose attempts are used up its result is shown beside the lock, and it can be waived', () => {
  const learner = { userId: 'u_1', name: '江照', units: [unit('Exam', { lock: 'attempts_used', state: 'failed' })] }
  show(<LearnerUnits packageId="cp_1" classId="kl_1" learner={learner} />, learnerSession())
  expect(screen.getByText('次数已用完')).toBeTruthy()
  expect(screen.getByText('未通过')).toBeTruthy()
  expect(screen.getByRole('button', { name: '免修：Exam' })).toBeTruthy()
})

test('a refusal is said in the dialog, which keeps the reason', async () => {
  const refused = () => Response.json({ code: 'conflict', message: '已经完成了' }, { status: 409 })
  fakeServer({ [path]: refused })
  open()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '免修：Shadows' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.selectOptions(dialog.getByLabelText('原因'), '已完成等同的单元')
  await user.click(dialog.getByRole('button', { name: '免修' }))
  expect(await dialog.findByText('已经完成了')).toBeTruthy()
  expect(dialog.getByLabelText('原因')).toHaveProperty('value', 'equivalent_unit')
})
