// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { prepareBrowser } from '#testing/show.tsx'
import { openTutorial } from '../testing/open-tutorial.tsx'

vi.mock('../fields/rich-field.tsx', () => import('../testing/rich-field.tsx'))

beforeEach(prepareBrowser)

const path = '/api/learn/creator/draft/ltu_1/audience'
const entry = { name: '谁能看到', hidden: true }

async function openDialog(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole('menuitem', entry))
  return within(await screen.findByRole('dialog', { name: '谁能看到' }))
}

test('an author opens what is for members to a class or to everybody', async () => {
  const { server } = openTutorial({ draft: { organisationId: 'og_1' }, campus: true })
  const user = userEvent.setup()
  let dialog = await openDialog(user)
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: '成员' }).checked).toBe(true)
  expect(dialog.getByText('只有引擎学院的成员能看到。对别人来说它不存在。')).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: '一个班' }))
  await user.selectOptions(dialog.getByRole('combobox', { name: '班级' }), '图形一班')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '谁能看到' })).toBeNull())
  expect(server.audience).toEqual({ audience: 'class', classId: 'kl_1', inPublicSearch: false })
  expect(server.audienceBefore).toEqual({ audience: 'members', classId: null, inPublicSearch: false })

  dialog = await openDialog(user)
  await user.click(dialog.getByRole('radio', { name: '所有人' }))
  await user.click(dialog.getByRole('checkbox', { name: '也放进所有人的列表和搜索里' }))
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(server.audience.audience).toBe('everybody'))
  expect(server.audience).toEqual({ audience: 'everybody', classId: null, inPublicSearch: true })
})

test('what the server refuses is said at its field, and the choice stays', async () => {
  const { server } = openTutorial({ draft: { organisationId: 'og_1' }, campus: true })
  const user = userEvent.setup()
  const dialog = await openDialog(user)
  await user.click(dialog.getByRole('radio', { name: '一个班' }))
  await user.selectOptions(dialog.getByRole('combobox', { name: '班级' }), '图形一班')
  const details = [{ field: 'classId', message: '请选择机构里的一个班。' }]
  server.refuse.set(path, { status: 400, body: { code: 'bad_request', message: '看标出的地方。', details } })
  await user.click(dialog.getByRole('button', { name: '保存' }))
  const field = await dialog.findByRole<HTMLSelectElement>('combobox', {
    name: '班级',
    description: '请选择机构里的一个班。',
  })
  expect(field.value).toBe('kl_1')
})

test('what somebody else chose meanwhile is told before it is replaced', async () => {
  const { server } = openTutorial({ draft: { organisationId: 'og_1' }, campus: true })
  const user = userEvent.setup()
  const dialog = await openDialog(user)
  await user.click(dialog.getByRole('radio', { name: '所有人' }))
  const message = '刚有别人改过它，现在是：一个班 · 图形一班。'
  server.refuse.set(path, {
    status: 400,
    body: { code: 'bad_request', message: '看标出的地方。', details: [{ field: 'before', message }] },
  })
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await dialog.findByText(message)
  server.refuse.clear()
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '谁能看到' })).toBeNull())
  expect(server.audience).toEqual({ audience: 'everybody', classId: null, inPublicSearch: false })
  expect(server.audienceBefore).toBeUndefined()
})

test("the site's own items have nobody to choose", () => {
  openTutorial()
  expect(screen.queryByRole('menuitem', entry)).toBeNull()
})
