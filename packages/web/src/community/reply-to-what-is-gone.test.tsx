// @vitest-environment jsdom
import type { Discussion, Message } from '@lantern/contract/community/discussion.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hearOfTopic, linkTopics } from '#kit/topics.ts'
import { samplePerson } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { DiscussionPage } from './discussion-page.tsx'
// parts that come later
import './composer-tools.tsx'
import './message-menu.tsx'
import { sampleDiscussion, sampleMessage } from './testing/sample-discussion.ts'

beforeEach(async () => {
  localStorage.clear()
  await prepareBrowser()
})
afterEach(() => {
  linkTopics(null)
  cleanup()
})

const refused = (status: number, code: string, message: string) => () => Response.json({ code, message }, { status })
const hidden = refused(422, 'message_hidden', '版主已隐藏这条消息')
const notFound = refused(404, 'not_found', '没有找到，可能已被移走或尚未公开。')
const gone = '你要回复的消息已被删除或隐藏，无法再回复。写好的内容仍留在这里。'
const holding = (...items: Message[]) => sampleDiscussion({ messages: { total: items.length, likeCount: 0, items } })

/** Opens a discussion as `before`; the next call for its messages answers `now`. */
async function open(before: Discussion, now: Discussion, calls: Parameters<typeof fakeServer>[0]) {
  linkTopics(() => undefined)
  fakeServer({
    '/api/learn/comment/read': () => ({ readUntil: '2026-11-22T05:00:00.000Z' }),
    '/api/learn/comment/list': () => now,
    ...calls,
  })
  show(<DiscussionPage discussion={before} focus={null} reply={null} problem={null} typed="" />, {
    user: { ...samplePerson(), id: 'u_me' },
  })
  await screen.findByText('Message ms_1')
}

const hearOfChange = (messageId: string, parentId: string | null = null) =>
  act(async () =>
    hearOfTopic({ ...{ type: 'CHANGED', channelId: 'cn_1', messageId, parentId }, topic: 'discussion/ltu_1' }),
  )
const replyField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '回复Ada' })

async function reply(text: string, to = 'ms_1') {
  const row = document.getElementById(`m-${to}`) as HTMLElement
  await userEvent.click(within(row).getByRole('link', { name: '回复' }))
  await userEvent.type(replyField(), text)
}

async function sendsAndKeeps(reason: string, text: string) {
  const form = replyField().closest('form') as HTMLElement
  await userEvent.click(within(form).getByRole('button', { name: '回复' }))
  expect(await within(form).findByText(reason)).toBeTruthy()
  expect(replyField().value).toBe(text)
  expect(Object.values({ ...localStorage })).toContain(text)
}

test('a reply to a question that moderators hide meanwhile says so when it is sent, and stays in its field', async () => {
  await open(
    holding(sampleMessage('ms_1')),
    holding(sampleMessage('ms_1', { hidden: 'spam', content: '', html: '' })),
    {
      '/api/learn/comment': hidden,
    },
  )
  await reply('我也遇到过')
  await hearOfChange('ms_1')
  await waitFor(() => expect(screen.queryByText('Message ms_1')).toBeNull())
  await sendsAndKeeps(gone, '我也遇到过')
})

test('so does one to a question whose author deletes it meanwhile, though it has no replies', async () => {
  await open(holding(sampleMessage('ms_1')), holding(), { '/api/learn/comment': notFound })
  await reply('我也遇到过')
  await hearOfChange('ms_1')
  await waitFor(() => expect(screen.queryByText('Message ms_1')).toBeNull())
  await sendsAndKeeps(gone, '我也遇到过')
  await userEvent.click(screen.getByRole('button', { name: '取消' }))
  // nothing holds the deleted question any more
  expect(screen.getByRole('heading', { name: '还没有人说话' })).toBeTruthy()
})

test('what one writes under a question is no reason to show others that were deleted', async () => {
  const [kept, deleted] = [sampleMessage('ms_1'), sampleMessage('ms_2')]
  await open(holding(deleted, kept), holding(kept), {})
  await reply('我也遇到过')
  await hearOfChange('ms_2')
  await waitFor(() => expect(document.getElementById('m-ms_2')).toBeNull())
  expect(replyField().value).toBe('我也遇到过')
})

test('a change of a message that moderators hide meanwhile stays in its field', async () => {
  const own = sampleMessage('ms_1', { authorId: 'u_me' })
  await open(holding(own), holding({ ...own, hidden: 'spam', content: '', html: '' }), {
    '/api/learn/comment/update': hidden,
  })
  await userEvent.click(screen.getByRole('button', { name: /更多操作$/ }))
  await userEvent.click(screen.getByRole('menuitem', { name: '修改' }))
  const row = () => within(document.getElementById('m-ms_1') as HTMLElement)
  await userEvent.type(row().getByRole('textbox'), '，补充一点')
  await hearOfChange('ms_1')
  await row().findByText('版主隐藏了这条消息', { exact: false })
  await userEvent.click(row().getByRole('button', { name: '保存' }))
  expect(await row().findByText('版主已隐藏这条消息')).toBeTruthy()
  expect(row().getByRole<HTMLTextAreaElement>('textbox').value).toBe('Message ms_1，补充一点')
})
