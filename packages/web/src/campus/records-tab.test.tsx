// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { readOrganisationChoice } from './organisation-address.ts'
import { OrganisationPage, type OrganisationPageProps } from './organisation-page.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const path = '/campus/organisation/og_1'
const api = '/api/campus/organisation/og_1/xapi/credential'
const organisation = { id: 'og_1', slug: 'academy', name: '引擎学院', role: 'admin' as const }
const key = { id: 'xk_1', name: '教务系统', createdAt: '2026-03-01T04:00:00.000Z', lastUsedAt: null, revoked: false }

function open(credentials = [key], change: Partial<OrganisationPageProps> = {}) {
  const members = { members: [], total: 0, page: 0, pageSize: 50, invitations: [], invitationCount: 0 }
  const choice = readOrganisationChoice(new URL(`https://site.test${path}?tab=records`))
  const records = { address: 'https://site.test/xapi', credentials }
  const props = { organisation, choice, members, classes: [], records, ...change }
  return show(<OrganisationPage {...props} />, learnerSession(), { at: `${path}?tab=records` })
}

test('a key is made under a name; its password is shown with its user name, and a refusal keeps what was typed', async () => {
  const details = [{ field: 'name', message: '密钥太多，请先停用不用的。' }]
  const calls = fakeServer({
    [api]: ({ body }) =>
      body.name === '旧系统'
        ? Response.json({ code: 'conflict', message: '', details }, { status: 409 })
        : { id: 'xk_2', secret: 'sesame' },
  })
  open([])
  const user = userEvent.setup()
  expect(screen.getByRole('heading', { name: '还没有密钥' })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '地址' }).value).toBe('https://site.test/xapi')
  await user.click(screen.getByRole('button', { name: '新建密钥' }))
  const form = within(await screen.findByRole('dialog', { name: '新建密钥' }))
  const name = form.getByRole<HTMLInputElement>('textbox', { name: '名称' })
  await user.type(name, '旧系统')
  await user.click(form.getByRole('button', { name: '新建密钥' }))
  expect(await form.findByText('密钥太多，请先停用不用的。')).toBeTruthy()
  expect(name.value).toBe('旧系统')
  await user.clear(name)
  await user.type(name, '仿真{Enter}')
  const made = within(await screen.findByRole('dialog', { name: '密钥“仿真”已建好。' }))
  expect(made.getByRole<HTMLInputElement>('textbox', { name: '用户名' }).value).toBe('xk_2')
  expect(made.getByRole<HTMLInputElement>('textbox', { name: '密码' }).value).toBe('sesame')
  expect(calls.at(-1)?.body).toEqual({ name: '仿真' })
})

test('a key is revoked after a question; one that was has no act left', async () => {
  const calls = fakeServer({ [`${api}/revoke`]: () => ({ success: true }) })
  open([key, { ...key, id: 'xk_2', name: '旧系统', revoked: true }])
  const user = userEvent.setup()
  expect(within(screen.getByRole('row', { name: /旧系统/ })).queryByRole('button')).toBeNull()
  await user.click(screen.getByRole('button', { name: '停用密钥“教务系统”' }))
  const question = within(await screen.findByRole('alertdialog', { name: '停用密钥“教务系统”？' }))
  await user.click(question.getByRole('button', { name: '停用' }))
  expect(await screen.findByText('密钥“教务系统”已停用。')).toBeTruthy()
  expect(calls.at(-1)?.body).toEqual({ credentialId: 'xk_1' })
})

test('only admins have the tab of learning records', () => {
  open([key], { organisation: { ...organisation, role: 'educator' }, records: undefined })
  expect(screen.queryByRole('link', { name: '学习记录' })).toBeNull()
})

const settings = { writesOwn: false, profile: 'https://site.test/xapi/profile', forward: null }
const forward = {
  address: 'https://lrs.example/xapi',
  userName: 'lantern',
  version: '2.0.0' as const,
  sent: 1200,
  waiting: 3,
  lastSentAt: '2026-03-01T04:00:00.000Z',
  failure: null,
  refused: 0,
  refusals: [],
}
const xapi = '/api/campus/organisation/og_1/xapi'

test('an admin has the site write what is learned, and an outside store named; a refusal stands at its field', async () => {
  const details = [{ field: 'address', message: '这个地址没有 xAPI 1.0 或 2.0 的记录库应答。' }]
  const calls = fakeServer({
    [`${xapi}/settings`]: () => ({ success: true }),
    [`${xapi}/forward`]: ({ body }) =>
      body.address === 'https://wrong.example'
        ? Response.json({ code: 'bad_request', message: '', details }, { status: 400 })
        : { success: true },
  })
  open([key], { recordSettings: settings })
  const user = userEvent.setup()
  await user.click(screen.getByRole('switch', { name: '把班级作业、学习路径和证书写入学习记录' }))
  expect(calls.at(-1)?.body).toEqual({ writesOwn: true })
  await user.click(screen.getByRole('button', { name: '设置' }))
  const form = within(await screen.findByRole('dialog', { name: '转发到外部记录库' }))
  const address = form.getByRole<HTMLInputElement>('textbox', { name: '地址' })
  await user.type(address, 'https://wrong.example')
  await user.type(form.getByRole('textbox', { name: '用户名' }), 'lantern')
  await user.type(form.getByLabelText('密码'), 'sesame')
  await user.click(form.getByRole('button', { name: '保存' }))
  expect(await form.findByText('这个地址没有 xAPI 1.0 或 2.0 的记录库应答。')).toBeTruthy()
  expect(address.value).toBe('https://wrong.example')
  await user.clear(address)
  await user.type(address, forward.address)
  await user.click(form.getByRole('checkbox', { name: '以前的记录也一并发送' }))
  await user.click(form.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('记录会转发到 lrs.example。')).toBeTruthy()
  const sent = { address: forward.address, userName: 'lantern', password: 'sesame', sendsEarlier: true, before: null }
  expect(calls.at(-1)?.body).toEqual(sent)
})

test('a store that takes nothing says since when and why, what it refused is named, and it is tried again by hand', async () => {
  const calls = fakeServer({ [`${xapi}/forward/retry`]: () => ({ success: true }) })
  const at = '2026-03-01T04:00:00.000Z'
  const failure = { since: at, nextAt: at, problem: 'status' as const, status: 503, answer: 'maintenance' }
  const refusals = [{ statementId: 'statement-1', status: 400, answer: 'no such verb', at }]
  open([key], { recordSettings: { ...settings, forward: { ...forward, failure, refused: 1, refusals } } })
  const user = userEvent.setup()
  expect(screen.getByText('发送失败')).toBeTruthy()
  expect(screen.getByText(/lrs\.example 自.*起拒收：状态 503/)).toBeTruthy()
  expect(screen.getByText('maintenance')).toBeTruthy()
  expect(screen.getByText('statement-1')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '操作' }))
  await user.click(screen.getByRole('menuitem', { name: '立即重试' }))
  expect(await screen.findByText('正在重试。')).toBeTruthy()
  expect(calls).toHaveLength(1)
})
