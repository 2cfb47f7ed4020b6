// @vitest-environment jsdom
import type { Licence } from '@lantern/contract/commerce/licences.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { LicencesTab } from './licences-tab.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const organisation = { id: 'og_1', slug: 'academy', name: '引擎学院', role: 'educator' as const }
const classes = [
  { id: 'kl_1', name: '图形一班', archived: false, isOwn: true, memberCount: 24 },
  { id: 'kl_2', name: '毕业班', archived: true, isOwn: false, memberCount: 3 },
]
const licence: Licence = {
  id: 'sl_1',
  item: { id: 'ltu_1', type: 'tutorial', title: '阴影', language: 'zh', isThere: true },
  seats: 30,
  taken: 6,
  givenTime: '2026-11-01T00:00:00.000Z',
  endTime: '2026-12-31T16:00:00.000Z',
  isOver: false,
  classes: [],
}
const seat = '/api/campus/organisation/og_1/licence/sl_1/seat'
const open = (...licences: Licence[]) =>
  show(<LicencesTab organisation={organisation} licences={licences} classes={classes} />, learnerSession())

test('each licence says how many seats are taken and until when; one that is full or over gives none', () => {
  open(
    licence,
    { ...licence, id: 'sl_2', taken: 30 },
    { ...licence, id: 'sl_3', taken: 0, isOver: true, endTime: null },
  )
  const rows = screen.getAllByRole('listitem')
  expect(rows.map((row) => within(row).getByText(/^已用/).textContent)).toEqual([
    '已用6个，共30个',
    '已用30个，共30个',
    '已用0个，共30个',
  ])
  expect(rows[0]?.textContent).toContain('到 2026-12-31')
  expect(screen.getAllByRole<HTMLButtonElement>('button', { name: /^分配/ }).map((one) => one.disabled)).toEqual([
    false,
    true,
  ])
  expect(within(rows[2] as HTMLElement).getByText('已结束')).toBeTruthy()
  cleanup()
  open()
  expect(screen.getByRole('heading', { name: '还没有席位' })).toBeTruthy()
})

test('seats of an item that its reader cannot open any more lead nowhere, and say so', () => {
  open(licence, { ...licence, id: 'sl_2', item: { ...licence.item, title: '水面', isThere: false } })
  expect(screen.getByRole('link', { name: '阴影' }).getAttribute('href')).toBe('/tutorial/ltu_1')
  expect(screen.queryByRole('link', { name: '水面' })).toBeNull()
  expect(screen.getAllByRole('listitem')[1]?.textContent).toContain('现在看不到')
})

test('a class or one member is given seats, and a refusal stands in the dialog', async () => {
  let isFull = true
  const calls = fakeServer({
    [seat]: () =>
      isFull ? Response.json({ code: 'licence_full', message: '席位不够。' }, { status: 409 }) : { given: 1 },
    '/api/campus/organisation/og_1/member/list': () => ({
      members: [{ userId: 'u_1', name: '江照', avatar: null, role: 'learner', since: '', classIds: [] }],
      total: 1,
      page: 0,
      pageSize: 50,
      invitations: [],
      invitationCount: 0,
    }),
  })
  open(licence)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '分配 · 阴影' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('还剩24个席位')).toBeTruthy()
  // a class that was put away is not offered
  expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['图形一班'])
  await user.click(dialog.getByRole('button', { name: '分配' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('席位不够')
  isFull = false
  await user.click(dialog.getByRole('radio', { name: '一个人' }))
  await user.type(dialog.getByRole('combobox', { name: '成员' }), '江')
  await user.click(await screen.findByRole('option', { name: /江照/ }))
  await user.click(dialog.getByRole('button', { name: '分配' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.filter(({ path }) => path === seat).map(({ body }) => body)).toEqual([
    { classId: 'kl_1' },
    { userIds: ['u_1'] },
  ])
})

test('who has a seat is listed, and a seat is taken back', async () => {
  let people = [{ userId: 'u_1', name: '江照', since: '2026-11-02T00:00:00.000Z' }]
  const calls = fakeServer({
    [`${seat}/list`]: () => ({ results: people, page: 0, pageSize: 50, total: people.length }),
    [`${seat}/return`]: () => {
      people = []
      return { success: true }
    },
  })
  open(licence)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '谁在用 · 阴影' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: '收回：江照的席位' }))
  expect(await dialog.findByText('还没有人有席位。')).toBeTruthy()
  expect(calls.find(({ path }) => path === `${seat}/return`)?.body).toEqual({ userId: 'u_1' })
})

test('classes whose later learners get a seat stand beside their licence, with who waits, and are taken off it', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({ '/api/campus/organisation/og_1/licence/sl_1/class/end': () => ({ success: true }) })
  const classes = [
    { id: 'kl_1', name: '图形一班', waiting: 0 },
    { id: 'kl_2', name: '图形二班', waiting: 3 },
  ]
  open({ ...licence, classes })
  const list = within(screen.getByRole('list', { name: '自动得到席位的班级' }))
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '新加入图形一班的人自动得到席位',
    '新加入图形二班的人自动得到席位，还有3人在等',
  ])
  await user.click(list.getByRole('button', { name: '图形二班的新人不再自动得到席位' }))
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ classId: 'kl_2' }]))
})
