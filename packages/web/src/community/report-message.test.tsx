// @vitest-environment jsdom
import type { Discussion, Message } from '@lantern/contract/community/discussion.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Api } from '#kit/api.ts'
import { samplePerson } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { actOnDiscussion } from './discussion-act.ts'
import { DiscussionPage } from './discussion-page.tsx'
// a part that comes later
import './message-menu.tsx'
import { sampleDiscussion, sampleMessage } from './testing/sample-discussion.ts'

beforeEach(async () => {
  localStorage.clear()
  await prepareBrowser()
})
afterEach(cleanup)

function open(message: Partial<Message> = {}, more: Partial<Discussion> = {}) {
  const items = [sampleMessage('ms_1', { content: '专业接外包', html: '<p>专业接外包</p>', ...message })]
  const discussion = sampleDiscussion({ messages: { total: 1, likeCount: 0, items }, ...more })
  show(<DiscussionPage discussion={discussion} focus={null} reply={null} problem={null} typed="" />, {
    user: { ...samplePerson(), id: 'u_me' },
  })
}

const read = { '/api/learn/comment/read': () => ({ readUntil: '2026-11-22T05:00:00.000Z' }) }

async function openMenu() {
  await userEvent.click(await screen.findByRole('button', { name: 'Ada这条消息的更多操作' }))
}

test('a reader reports a message with one of seven reasons and words of their own; refused, these stay [CMTY-007 CMTY-010]', async () => {
  const beacons: Blob[] = []
  Object.assign(navigator, { sendBeacon: (_: string, body: Blob) => beacons.push(body) > 0 })
  let tries = 0
  const calls = fakeServer({
    ...read,
    '/api/learn/report': ({ body }) =>
      tries++ === 0
        ? Response.json({ code: 'rate_limited', message: '太频繁了' }, { status: 429 })
        : { reportMap: { ms_1: body.reasons } },
  })
  open()
  await openMenu()
  await userEvent.click(screen.getByRole('menuitem', { name: '举报' }))
  const dialog = await screen.findByRole('dialog', { name: '举报Ada的消息' })
  expect(
    within(dialog)
      .getAllByRole('radio')
      .map((radio) => radio.parentElement?.textContent),
  ).toEqual(['不尊重他人', '低俗色情', '垃圾信息', '广告推销', '违法内容', '与内容无关', '其他'])
  const send = () => userEvent.click(within(dialog).getByRole('button', { name: '提交举报' }))
  await send()
  expect(within(dialog).getByText('请选一个原因。')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('radio', { name: '广告推销' }))
  await userEvent.type(within(dialog).getByRole('textbox'), '三个频道都有')
  await send()
  expect(await within(dialog).findByText('太频繁了')).toBeTruthy()
  await send()
  expect(await screen.findByText('已收到举报，处理后会通知你。')).toBeTruthy()
  expect(calls.filter(({ path }) => path === '/api/learn/report').at(-1)?.body).toEqual({
    id: 'ms_1',
    type: 'message',
    reasons: [{ type: 'solicitation', content: '三个频道都有' }],
  })
  expect(screen.getByRole('menuitem', { name: '已举报', hidden: true }).getAttribute('aria-disabled')).toBe('true')
  await waitFor(async () => {
    window.dispatchEvent(new Event('pagehide'))
    const told = (await Promise.all(beacons.map((body) => body.text()))).join('\n')
    expect(told).toContain('{"type":"interaction","eventType":"flagged","data":{"target":"message","id":"ms_1"}}')
  })
})

test('a hidden message stands as one line with its reason', async () => {
  fakeServer(read)
  open({ hidden: 'spam', content: '', html: '' })
  expect(await screen.findByText('版主隐藏了这条消息：垃圾信息。回复保留。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /更多操作/ })).toBeNull()
})

test('a held message says that it waits', async () => {
  fakeServer(read)
  open({ hidden: 'held', content: '', html: '' })
  expect(await screen.findByText('这条消息等待版主查看，通过后才会显示。')).toBeTruthy()
})

test('a muted person reads why in place of the field', async () => {
  fakeServer(read)
  open({}, { writing: 'muted' })
  expect((await screen.findByRole('link', { name: '查看原因' })).getAttribute('href')).toBe('/moderation')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a person is blocked from the menu of their message, and that is undone at once', async () => {
  const calls = fakeServer({ ...read, '/api/learn/cn/block': ({ body }) => ({ on: body.on }) })
  open()
  await openMenu()
  await userEvent.click(screen.getByRole('menuitem', { name: '屏蔽这个人' }))
  await screen.findByText(/^已屏蔽Ada/)
  await userEvent.click(screen.getByRole('button', { name: '撤销' }))
  await screen.findByText('已取消屏蔽Ada')
  const sent = calls.filter(({ path }) => path === '/api/learn/cn/block').map(({ body }) => body)
  expect(sent).toEqual([
    { id: 'u_ada', on: true },
    { id: 'u_ada', on: false },
  ])
})

test('without script a form of the message blocks its author', async () => {
  const sent: object[] = []
  const call = async (_: string, { body }: { body: object }) => sent.push(body)
  const form = new FormData()
  for (const [name, value] of Object.entries({ act: 'block', id: 'ms_1', person: 'u_ada' })) form.set(name, value)
  expect(await actOnDiscussion({ call } as unknown as Api, 'se_1', form)).toBe('ms_1')
  expect(sent).toEqual([{ id: 'u_ada', on: true }])
})
