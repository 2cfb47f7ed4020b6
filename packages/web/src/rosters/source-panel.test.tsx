// @vitest-environment jsdom
import type { RosterRun, RosterSource } from '@lantern/contract/rosters/oneroster-source.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession, samplePerson } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { RosterClientsPanel } from './roster-clients-panel.tsx'
import { SourcePanel } from './source-panel.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const api = '/api/campus/organisation/og_1/oneroster'
const at = '2026-03-01T04:00:00.000Z'
const set: NonNullable<RosterSource['source']> = {
  address: 'https://sis.example/ims/oneroster/rostering/v1p2',
  tokenAddress: 'https://sis.example/token',
  clientId: 'lantern',
  isNightly: true,
  testedAt: at,
  mayDelta: true,
}
const run: RosterRun = {
  id: 'or_1',
  kind: 'whole',
  cause: 'hand',
  state: 'done',
  beganAt: at,
  endedAt: at,
  problem: null,
  status: null,
  detail: '',
  listId: null,
  counts: null,
}
const plan = {
  id: 'nl_1',
  fileName: 'sis.example',
  format: 'oneroster',
  state: 'planned',
  readAt: at,
  lines: 3,
  added: 3,
  changed: 0,
  ended: 0,
  same: 0,
  problems: 0,
  gone: { count: 0, names: [], mayEnd: true },
  classesAdded: 1,
  classesEnded: 0,
  seatsAdded: 3,
  seatsEnded: 0,
  written: 0,
  toWrite: 7,
  firstProblems: [],
}

function proved() {
  const tfaEndTime = new Date(Date.now() + 86_400_000).toISOString()
  return { ...learnerSession(), user: samplePerson({ tfaEndTime }) }
}

const open = (source: RosterSource) =>
  show(<SourcePanel organisation={{ id: 'og_1' }} source={source} />, proved(), {
    at: '/campus/organisation/og_1/connections/rosters',
  })

test('a system is entered and tested; what is wrong stands at its field, and what was typed stays', async () => {
  let isRight = false
  const calls = fakeServer({
    [`${api}/source`]: () => {
      if (isRight) return { success: true }
      const details = [{ field: 'clientSecret', message: '对方不认这个客户端ID或密钥。' }]
      return new Response(JSON.stringify({ code: 'bad_request', message: 'x', details }), { status: 400 })
    },
  })
  open({ source: null, runs: [] })
  const user = userEvent.setup()
  expect(screen.getByRole('heading', { name: '还没有连接系统' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '连接系统' }))
  const dialog = within(await screen.findByRole('dialog', { name: '连接系统' }))
  await user.type(dialog.getByRole('textbox', { name: /服务地址/ }), set.address)
  await user.type(dialog.getByRole('textbox', { name: /令牌地址/ }), set.tokenAddress)
  await user.type(dialog.getByRole('textbox', { name: /客户端ID/ }), 'lantern')
  await user.type(dialog.getByLabelText(/客户端密钥/), 'secret')
  await user.click(dialog.getByRole('button', { name: '测试并保存' }))
  expect(await dialog.findByText('对方不认这个客户端ID或密钥。')).toBeTruthy()
  expect((dialog.getByRole('textbox', { name: /服务地址/ }) as HTMLInputElement).value).toBe(set.address)
  isRight = true
  await user.click(dialog.getByRole('button', { name: '测试并保存' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const [, saved] = calls.filter(({ path }) => path === `${api}/source`)
  expect(saved?.body).toEqual({
    address: set.address,
    tokenAddress: set.tokenAddress,
    clientId: 'lantern',
    clientSecret: 'secret',
    isNightly: true,
    before: null,
  })
})

test('what was read is looked at and then imported', async () => {
  const list = '/api/campus/organisation/og_1/nameList/nl_1'
  const calls = fakeServer({
    [list]: () => plan,
    [`${list}/import`]: () => ({ ...plan, state: 'done', written: 7 }),
  })
  open({ source: set, runs: [{ ...run, state: 'planned', listId: 'nl_1' }] })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /^看结果：/ }))
  const dialog = within(await screen.findByRole('dialog', { name: '读取结果' }))
  await user.click(await dialog.findByRole('button', { name: /导入/ }))
  await expect.poll(() => calls.filter(({ path }) => path === `${list}/import`)).toHaveLength(1)
  expect(await dialog.findByText(/写入了7处更改/)).toBeTruthy()
})

test('a failed reading says why and when, one that waits says so, and the history says how each went', () => {
  const failed: RosterRun = { ...run, id: 'or_2', state: 'failed', problem: 'status', status: 500, detail: 'users' }
  const night: RosterRun = {
    ...run,
    id: 'or_3',
    cause: 'night',
    kind: 'delta',
    counts: { added: 3, changed: 11, ended: 2 },
  }
  const { unmount } = open({ source: set, runs: [failed, night] })
  expect(screen.getByText(/没有读成：对方回应了500。 \(users\)/)).toBeTruthy()
  const [, first, second] = screen.getAllByRole('listitem')
  expect(within(first as HTMLElement).getByText('失败')).toBeTruthy()
  expect(within(second as HTMLElement).getByText('新增3，更新11，停用2 · 变化 · 夜里')).toBeTruthy()
  unmount()
  open({ source: set, runs: [{ ...run, state: 'waiting', listId: 'nl_1' }] })
  expect(screen.getByText(/所以没有导入/)).toBeTruthy()
})

test('reading is asked for once, as changes where something was imported, and everything from the menu', async () => {
  const calls = fakeServer({ [`${api}/source/read`]: () => ({ runId: 'or_9' }) })
  open({ source: set, runs: [run] })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '现在同步' }))
  await user.click(screen.getByRole('button', { name: 'sis.example的更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '全部重新读取' }))
  await expect
    .poll(() => calls.filter(({ path }) => path === `${api}/source/read`).map(({ body }) => body))
    .toEqual([{ kind: 'delta' }, { kind: 'whole' }])
})

test('a key for a program is made with a name, shown once with its addresses beside it, and ended after a question', async () => {
  const calls = fakeServer({
    [`${api}/client`]: () => ({ id: 'ok_1', secret: 'very secret' }),
    [`${api}/client/revoke`]: () => ({ success: true }),
  })
  const key = { id: 'ok_0', name: '课表', createdAt: at, lastUsedAt: null, revoked: false }
  const keys = {
    address: set.address,
    tokenAddress: set.tokenAddress,
    clients: [key, { ...key, id: 'ok_2', revoked: true }],
  }
  show(<RosterClientsPanel organisation={{ id: 'og_1' }} keys={keys} />, proved(), { at: '/campus' })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '新建密钥' }))
  const form = within(await screen.findByRole('dialog', { name: '新建密钥' }))
  await user.type(form.getByRole('textbox', { name: /程序名称/ }), '看板')
  await user.click(form.getByRole('button', { name: '新建密钥' }))
  const done = within(await screen.findByRole('dialog', { name: '密钥建好了' }))
  expect((done.getByRole('textbox', { name: '客户端密钥' }) as HTMLInputElement).value).toBe('very secret')
  await user.click(done.getByRole('button', { name: '已保存' }))
  expect(screen.getAllByText('已停用')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: '停用“课表”的密钥' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '停用' }))
  await expect.poll(() => calls.find(({ path }) => path === `${api}/client/revoke`)?.body).toEqual({ clientId: 'ok_0' })
})
