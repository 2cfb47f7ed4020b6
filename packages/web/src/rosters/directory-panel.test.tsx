// @vitest-environment jsdom
import type { Directory } from '@lantern/contract/rosters/directory.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession, samplePerson } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { DirectoryPanel } from './directory-panel.tsx'
import { DirectoryRequests } from './directory-requests.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const api = '/api/campus/organisation/og_1/directory/key'
const key = { id: 'dk_1', ending: '91qx', createdAt: '2026-03-01T04:00:00.000Z', lastUsedAt: null, endsAt: null }
const empty: Directory = {
  address: 'https://lantern.example/scim/v2',
  keys: [],
  people: 0,
  joined: 0,
  classes: 0,
  requests: [],
}

function open(directory: Directory) {
  const page = (
    <>
      <DirectoryPanel organisation={{ id: 'og_1' }} directory={directory} />
      <DirectoryRequests requests={directory.requests} />
    </>
  )
  const tfaEndTime = new Date(Date.now() + 86_400_000).toISOString()
  const proved = { ...learnerSession(), user: samplePerson({ tfaEndTime }) }
  return show(page, proved, { at: '/campus/organisation/og_1/connections/directory' })
}

test('the first key is made at once and shown once, beside the address to copy', async () => {
  const calls = fakeServer({ [api]: () => ({ key: 'ls_secret' }) })
  open(empty)
  const user = userEvent.setup()
  expect((screen.getByRole('textbox', { name: '地址' }) as HTMLInputElement).value).toBe(empty.address)
  expect(screen.getByRole('heading', { name: '还没有密钥' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: '目录还没有来过' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '新建密钥' }))
  const done = within(await screen.findByRole('dialog', { name: '密钥建好了' }))
  expect((done.getByRole('textbox', { name: '密钥' }) as HTMLInputElement).value).toBe('ls_secret')
  await user.click(done.getByRole('button', { name: '已保存' }))
  expect(screen.queryByDisplayValue('ls_secret')).toBeNull()
  expect(calls.filter(({ path }) => path === api)).toHaveLength(1)
})

test('another key and the end of all are asked before', async () => {
  const calls = fakeServer({ [api]: () => ({ key: 'ls_next' }), [`${api}/end`]: () => ({ success: true }) })
  open({ ...empty, keys: [key], people: 12, joined: 10, classes: 2 })
  const user = userEvent.setup()
  expect(screen.getByText(/目录里有12人，其中10人已加入/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '新建密钥' }))
  const question = within(await screen.findByRole('alertdialog', { name: '换一个新密钥？' }))
  expect(calls.filter(({ path }) => path === api)).toEqual([])
  await user.click(question.getByRole('button', { name: '新建密钥' }))
  await user.click(await screen.findByRole('button', { name: '已保存' }))
  await user.click(screen.getByRole('button', { name: '停用密钥' }))
  const last = within(await screen.findByRole('alertdialog', { name: '停用所有密钥？' }))
  await user.click(last.getByRole('button', { name: '停用密钥' }))
  await expect.poll(() => calls.filter(({ path }) => path === `${api}/end`)).toHaveLength(1)
})

test('the last requests say how they ended', () => {
  const at = '2026-03-01T04:00:00.000Z'
  const requests = [
    { id: '2', at, method: 'PATCH', path: '/Users/du_1', status: 200, problem: null },
    {
      id: '1',
      at,
      method: 'POST',
      path: '/Users',
      status: 409,
      problem: 'uniqueness: Another resource has this userName',
    },
  ]
  open({ ...empty, keys: [key], requests })
  const [, done, refused] = screen.getAllByRole('row')
  expect(within(done as HTMLElement).getByText('完成 200')).toBeTruthy()
  expect(within(refused as HTMLElement).getByText('拒绝 409')).toBeTruthy()
  expect(within(refused as HTMLElement).getByText(/Another resource has this userName/)).toBeTruthy()
})
