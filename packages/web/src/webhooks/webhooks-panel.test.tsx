// @vitest-environment jsdom
import type { Webhook, WebhookDelivery } from '@lantern/contract/webhooks/webhooks.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession, samplePerson } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { DeliveriesPanel, WebhooksPanel } from './index.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

const api = '/api/campus/organisation/og_1/webhook'
const webhook: Webhook = {
  id: 'wh_1',
  url: 'https://school.example/hook',
  types: ['member.joined', 'marks.released'],
  state: 'on',
  offReason: null,
  failingSince: null,
  createdAt: '2026-03-01T04:00:00.000Z',
  taken: 41,
  failed: 3,
  oldSecretUntil: null,
}
const delivery: WebhookDelivery = {
  webhookId: 'wh_1',
  messageId: 'msg_1',
  type: 'member.joined',
  at: '2026-03-01T04:00:00.000Z',
  state: 'waiting',
  nextAt: '2026-03-01T05:00:00.000Z',
  body: '{"type":"member.joined"}',
  tries: [{ at: '2026-03-01T04:00:01.000Z', status: 503, durationMs: 640, problem: 'status', answer: 'busy' }],
}

const proved = () => ({
  ...learnerSession(),
  user: samplePerson({ tfaEndTime: new Date(Date.now() + 3_600_000).toISOString() }),
})

function open(webhooks: Webhook[]) {
  return show(<WebhooksPanel organisationId="og_1" webhooks={webhooks} />, proved(), {
    at: '/campus/organisation/og_1/connections/webhooks',
  })
}

async function choose(user: ReturnType<typeof userEvent.setup>, item: string) {
  await user.click(screen.getByRole('button', { name: 'school.example/hook的更多操作' }))
  await user.click(within(screen.getByRole('menu')).getByRole('menuitem', { name: item }))
}

test('an address is added with what it is told, and its secret is shown once; a refusal keeps what was typed', async () => {
  const details = [{ field: 'url', message: '请填写以https://开头、不带密码的地址。' }]
  const calls = fakeServer({
    [api]: ({ body }) =>
      body.url === 'school'
        ? Response.json({ code: 'bad_request', message: '', details }, { status: 400 })
        : { id: 'wh_1', secret: 'whsec_abc' },
  })
  open([])
  const user = userEvent.setup()
  expect(screen.getByRole('heading', { name: '还没有地址' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '添加地址' }))
  const form = within(await screen.findByRole('dialog', { name: '添加地址' }))
  const address = form.getByRole<HTMLInputElement>('textbox', { name: '地址' })
  await user.type(address, 'school{Enter}')
  expect(await form.findByText('请填写以https://开头、不带密码的地址。')).toBeTruthy()
  expect(address.value).toBe('school')
  await user.clear(address)
  await user.type(address, 'https://school.example/hook')
  await user.click(form.getByRole('checkbox', { name: /成员离开/ }))
  await user.click(form.getByRole('button', { name: '保存' }))
  const done = within(await screen.findByRole('dialog', { name: '“school.example/hook”添加好了' }))
  expect(done.getByRole<HTMLInputElement>('textbox', { name: '签名密钥' }).value).toBe('whsec_abc')
  expect(calls.at(-1)?.body).toEqual({
    url: 'https://school.example/hook',
    types: ['member.joined', 'assignment.done', 'marks.released'],
  })
  await user.click(done.getByRole('button', { name: '已保存' }))
  expect(screen.queryByDisplayValue('whsec_abc')).toBeNull()
})

test('a form that chooses nothing says so and sends nothing', async () => {
  const calls = fakeServer({})
  open([webhook])
  const user = userEvent.setup()
  await choose(user, '更改')
  const form = within(await screen.findByRole('dialog', { name: '地址：school.example/hook' }))
  for (const box of form.getAllByRole('checkbox', { checked: true })) await user.click(box)
  await user.click(form.getByRole('button', { name: '保存' }))
  expect(await form.findByText('请至少选一项。')).toBeTruthy()
  expect(calls.filter(({ path }) => path === api)).toEqual([])
})

test('a test says what the server answered', async () => {
  fakeServer({ [`${api}/test`]: () => ({ ...delivery, type: 'webhook.test', state: 'failed' }) })
  open([webhook])
  const user = userEvent.setup()
  await choose(user, '发送测试')
  expect(await screen.findByText('测试没有送到“school.example/hook”：回应503。')).toBeTruthy()
})

test('an address that was switched off says why, and is switched on', async () => {
  const calls = fakeServer({ [`${api}/switch`]: () => ({ success: true }) })
  open([{ ...webhook, state: 'off', offReason: 'failing' }])
  expect(screen.getByRole('listitem').textContent).toContain('好几天都没有送到')
  await choose(userEvent.setup(), '打开')
  await expect
    .poll(() => calls.find(({ path }) => path === `${api}/switch`)?.body)
    .toEqual({ webhookId: 'wh_1', on: true })
})

test('an address is removed after a question', async () => {
  const calls = fakeServer({ [`${api}/remove`]: () => ({ success: true }) })
  open([webhook])
  const user = userEvent.setup()
  await choose(user, '删除')
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }))
  await expect.poll(() => calls.find(({ path }) => path === `${api}/remove`)?.body).toEqual({ webhookId: 'wh_1' })
})

test('a new secret is made after a question, and shown once', async () => {
  fakeServer({ [`${api}/secret`]: () => ({ secret: 'whsec_new' }) })
  open([webhook])
  const user = userEvent.setup()
  await choose(user, '换密钥')
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '换密钥' }))
  expect(await screen.findByDisplayValue('whsec_new')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '已保存' }))
  expect(screen.queryByDisplayValue('whsec_new')).toBeNull()
})

test('what an address missed is sent again since a time', async () => {
  const calls = fakeServer({ [`${api}/replay`]: () => ({ count: 2 }) })
  open([webhook])
  const user = userEvent.setup()
  await choose(user, '重发一段时间的')
  const form = within(await screen.findByRole('dialog', { name: '重发到“school.example/hook”' }))
  await user.selectOptions(form.getByRole('combobox', { name: '时间范围' }), '最近7天')
  await user.click(form.getByRole('checkbox', { name: '已经送到的也重发' }))
  await user.click(form.getByRole('button', { name: '重发' }))
  await expect
    .poll(() => calls.find(({ path }) => path === `${api}/replay`)?.body)
    .toEqual({ webhookId: 'wh_1', since: expect.any(String), also: 'taken' })
})

test('the log says how each try went and sends one message again', async () => {
  const calls = fakeServer({ [`${api}/replay`]: () => ({ count: 1 }) })
  const list = { deliveries: [delivery], next: 7 }
  show(<DeliveriesPanel organisationId="og_1" webhooks={[webhook]} list={list} state="waiting" />, proved(), {
    at: '/campus/organisation/og_1/connections/webhooks',
  })
  const user = userEvent.setup()
  await user.click(screen.getByText('member.joined'))
  expect(within(screen.getByRole('list', { name: '每次的结果' })).getByRole('listitem').textContent).toBe(
    '2026-03-01 12:00 · 回应503 · 0.6秒 · 回应：busy',
  )
  expect(screen.getByText('2026-03-01 13:00再试')).toBeTruthy()
  expect(screen.getByRole('link', { name: '等待中' }).getAttribute('aria-current')).toBe('true')
  expect(screen.getByRole('link', { name: '更早的' }).getAttribute('href')).toContain('?state=waiting&before=7')
  await user.click(screen.getByRole('button', { name: '现在重发' }))
  await expect.poll(() => calls.at(-1)?.body).toEqual({ webhookId: 'wh_1', messageId: 'msg_1' })
})
