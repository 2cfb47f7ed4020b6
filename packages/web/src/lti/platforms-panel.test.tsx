// @vitest-environment jsdom
import type { LtiPlatform } from '@lantern/contract/lti/platforms.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { PlatformsPanel } from './platforms-panel.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const api = '/api/campus/organisation/og_1/lti/platform'
const waiting: LtiPlatform = {
  id: 'lp_1',
  name: '教学平台',
  issuer: '',
  clientId: '',
  authUrl: '',
  tokenUrl: '',
  jwksUrl: '',
  deploymentIds: [],
  loginUrl: 'https://site.test/lti/login/lp_1',
  launchUrl: 'https://site.test/lti/launch/lp_1',
  keysUrl: 'https://site.test/lti/jwks',
  ready: false,
  lastLaunchAt: null,
  refused: null,
}
const ready = { ...waiting, id: 'lp_2', name: '慕课', ready: true, lastLaunchAt: '2026-03-01T04:00:00.000Z' }

function open(platforms: LtiPlatform[]) {
  const page = <PlatformsPanel organisationId="og_1" platforms={platforms} />
  return show(page, learnerSession(), { at: '/campus/organisation/og_1/connections' })
}

test('a platform is added by its name; then both sides’ addresses stand there, and a refusal keeps what was typed', async () => {
  const details = [{ field: 'issuer', message: '请填写以https://开头的地址。' }]
  const calls = fakeServer({
    [api]: ({ body }) =>
      body.issuer === 'moodle'
        ? Response.json({ code: 'bad_request', message: '', details }, { status: 400 })
        : waiting,
  })
  open([])
  const user = userEvent.setup()
  expect(screen.getByRole('heading', { name: '还没有平台' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '添加平台' }))
  const first = within(await screen.findByRole('dialog', { name: '添加平台' }))
  await user.type(first.getByRole('textbox', { name: '名称' }), '教学平台{Enter}')
  const second = within(await screen.findByRole('dialog', { name: '平台：教学平台' }))
  expect(second.getByRole<HTMLInputElement>('textbox', { name: '登录发起地址' }).value).toBe(waiting.loginUrl)
  await user.click(second.getByRole('button', { name: '复制登录发起地址' }))
  expect(await navigator.clipboard.readText()).toBe(waiting.loginUrl)
  const issuer = second.getByRole<HTMLInputElement>('textbox', { name: '平台标识（Issuer）' })
  await user.type(issuer, 'moodle')
  await user.type(second.getByRole('textbox', { name: '部署ID' }), '1{Enter}{Enter}2')
  await user.click(second.getByRole('button', { name: '保存' }))
  expect(await second.findByText('请填写以https://开头的地址。')).toBeTruthy()
  expect(issuer.value).toBe('moodle')
  expect(calls.at(-1)?.body).toMatchObject({ platformId: 'lp_1', deploymentIds: ['1', '2'] })
})

test('a platform says when a launch of it was refused last, and what has to be looked at', () => {
  open([{ ...ready, refused: { at: '2026-03-01T04:00:00.000Z', reason: 'deployment' } }])
  expect(screen.getByRole('listitem').textContent).toContain('2026-03-01 12:00被拒绝：部署ID不在这里填写的之中。')
  expect(screen.getByText('最近被拒绝')).toBeTruthy()
  expect(screen.queryByText('就绪')).toBeNull()
})

test('a platform that waits for its data is gone on with; one that is ready is disconnected after a question', async () => {
  const calls = fakeServer({ [`${api}/remove`]: () => ({ success: true }) })
  open([waiting, ready])
  const user = userEvent.setup()
  const [one, two] = screen.getAllByRole('listitem')
  expect(one && within(one).getByText('差一步')).toBeTruthy()
  expect(two?.textContent).toContain('最近打开：2026-03-01')
  await user.click(screen.getByRole('button', { name: '继续：教学平台' }))
  const form = within(await screen.findByRole('dialog', { name: '平台：教学平台' }))
  await user.click(form.getByRole('button', { name: '以后再填' }))
  await user.click(screen.getByRole('button', { name: '慕课的更多操作' }))
  await user.click(within(screen.getByRole('menu', { name: '慕课的更多操作' })).getByRole('menuitem', { name: '断开' }))
  const question = within(await screen.findByRole('alertdialog', { name: '断开“慕课”？' }))
  await user.click(question.getByRole('button', { name: '断开' }))
  expect(await screen.findByText('“慕课”已断开。')).toBeTruthy()
  expect(calls.at(-1)?.body).toEqual({ platformId: 'lp_2' })
})

test('nothing is left for later of a platform that is complete', async () => {
  open([ready])
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '慕课的更多操作' }))
  await user.click(screen.getByRole('menuitem', { name: '更改资料' }))
  const form = within(await screen.findByRole('dialog', { name: '平台：慕课' }))
  expect(form.queryByRole('button', { name: '以后再填' })).toBeNull()
  expect(form.getByRole('button', { name: '取消' })).toBeTruthy()
})
