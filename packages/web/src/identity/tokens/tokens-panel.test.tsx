// @vitest-environment jsdom
import type { ApiToken } from '@lantern/contract/identity/tokens.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession, samplePerson } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { TokensPanel } from './tokens-panel.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const api = '/api/learn/cn/token'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const token: ApiToken = {
  id: 'tk_1',
  name: '教务对接',
  scopes: ['members.read'],
  state: 'active',
  ending: '91qx',
  createdAt: '2026-03-01T04:00:00.000Z',
  expiresAt: inDays(60),
  lastUsedAt: null,
  uses: [],
}

function open(tokens: ApiToken[], organisationId: string | undefined = 'og_1') {
  const page = <TokensPanel {...(organisationId !== '' && { organisationId })} tokens={tokens} />
  const proved = { ...learnerSession(), user: samplePerson({ tfaEndTime: inDays(1) }) }
  return show(page, proved, { at: '/campus/organisation/og_1/connections/tokens' })
}

test('a token is made with what it may read and for how long, and shown once', async () => {
  const calls = fakeServer({ [api]: () => ({ id: 'tk_2', token: 'lt_secret' }) })
  open([])
  const user = userEvent.setup()
  expect(screen.getByRole('heading', { name: '还没有令牌' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '新建令牌' }))
  const form = within(await screen.findByRole('dialog', { name: '新建令牌' }))
  await user.click(form.getByRole('checkbox', { name: '只读名单' }))
  await user.type(form.getByRole('textbox', { name: '名称' }), '数据看板')
  await user.click(form.getByRole('button', { name: '新建令牌' }))
  expect(await form.findByText('请至少选一项可以做的事。')).toBeTruthy()
  expect(calls.filter(({ path }) => path === api)).toEqual([])
  await user.click(form.getByRole('checkbox', { name: '只读作业和成绩' }))
  await user.selectOptions(form.getByRole('combobox', { name: '有效期' }), '365')
  await user.click(form.getByRole('button', { name: '新建令牌' }))
  const done = within(await screen.findByRole('dialog', { name: '令牌“数据看板”建好了' }))
  expect((done.getByRole('textbox', { name: '令牌' }) as HTMLInputElement).value).toBe('lt_secret')
  expect(calls.find(({ path }) => path === api)?.body).toEqual({
    organisationId: 'og_1',
    name: '数据看板',
    scopes: ['marks.read'],
    days: 365,
  })
  await user.click(done.getByRole('button', { name: '已保存' }))
  expect(screen.queryByDisplayValue('lt_secret')).toBeNull()
})

test('a token is ended after a question; those that open nothing say why, one that ends soon says when', async () => {
  const calls = fakeServer({ [`${api}/revoke`]: () => ({ success: true }) })
  const ended = { ...token, id: 'tk_3', name: '旧的', state: 'unused' as const }
  open([token, { ...token, id: 'tk_2', name: '快到期', expiresAt: inDays(9) }, ended], '')
  expect(within(screen.getByText('旧的').closest('li') as HTMLElement).getByText('久未使用，已停用')).toBeTruthy()
  expect(within(screen.getByText('快到期').closest('li') as HTMLElement).getByText('还有9天到期')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '停用：旧的' })).toBeNull()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '停用：教务对接' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '停用' }))
  await expect.poll(() => calls.find(({ path }) => path === `${api}/revoke`)?.body).toEqual({ tokenId: 'tk_1' })
})

test('a token shows which calls it made last, and one that writes is chosen by its words', async () => {
  const uses = [{ call: 'POST /api/campus/organisation/:id/class', at: '2026-03-02T04:00:00.000Z' }]
  open([{ ...token, scopes: ['members.write', 'marks.write'], uses }])
  const row = screen.getByText('教务对接').closest('li') as HTMLElement
  expect(row.textContent).toContain('建班、改班、邀请学习者 · 打分、写评语、发布成绩')
  const list = within(within(row).getByRole('list', { name: '“教务对接”最近的调用', hidden: true }))
  expect(list.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    'POST /api/campus/organisation/:id/class 2026-03-02 12:00',
  ])
})
