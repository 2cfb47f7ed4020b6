// @vitest-environment jsdom
import type { Discussion } from '@lantern/contract/community/discussion.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hearOfTopic, linkTopics } from '#kit/topics.ts'
import { samplePerson } from '#testing/samples.ts'
import { fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
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

const topic = 'discussion/ltu_1'
const list = '/api/learn/comment/list'
const read = { '/api/learn/comment/read': () => ({ readUntil: '2026-11-22T05:00:00.000Z' }) }

function open(discussion: Discussion) {
  linkTopics(() => undefined)
  show(<DiscussionPage discussion={discussion} focus={null} reply={null} problem={null} typed="" />, {
    user: { ...samplePerson(), id: 'u_me' },
  })
}

const follow = () => act(async () => hearOfTopic({ type: 'TOPIC_FOLLOWING', topic, id: 'me' }))
const hear = (message: object) => act(async () => hearOfTopic({ channelId: 'cn_1', ...message, topic } as never))
const like = (name: string) => screen.findByRole('button', { name })

test('an answer that was on its way while somebody liked a message does not take the like away', async () => {
  const before = sampleDiscussion()
  const answer = held<object>()
  fakeServer({ ...read, [list]: () => answer.answer })
  open(before)
  // reads what was missed
  await follow()
  await hear({ type: 'LIKED', messageId: 'ms_1', likeCount: 4 })
  await like('赞Ada的消息，4')
  await act(async () => answer.give(before))
  await like('赞Ada的消息，4')
})

test('nor one’s own like, while its call is on its way', async () => {
  const before = sampleDiscussion()
  const [answer, liked] = [held<object>(), held<object>()]
  fakeServer({ ...read, [list]: () => answer.answer, '/api/learn/like': () => liked.answer })
  open(before)
  await follow()
  await userEvent.click(await like('赞Ada的消息，3'))
  await act(async () => answer.give(before))
  expect((await like('赞Ada的消息，4')).getAttribute('aria-pressed')).toBe('true')
  await act(async () => liked.give({ likeMap: { ms_1: true }, statsMap: {}, likeCount: 4 }))
  expect((await like('赞Ada的消息，4')).getAttribute('aria-pressed')).toBe('true')
})

test('of two readings of a message the one that began later counts, whichever ends first', async () => {
  const said = (html: string) =>
    sampleDiscussion({ messages: { total: 1, likeCount: 0, items: [sampleMessage('ms_1', { html })] } })
  const [first, second] = [held<object>(), held<object>()]
  const answers = [said('<p>as loaded</p>'), first.answer, second.answer]
  fakeServer({ ...read, [list]: () => answers.shift() ?? said('<p>as loaded</p>') })
  open(said('<p>as loaded</p>'))
  await follow()
  await hear({ type: 'CHANGED', messageId: 'ms_1' })
  await hear({ type: 'CHANGED', messageId: 'ms_1' })
  await act(async () => second.give(said('<p>edited twice</p>')))
  await screen.findByText('edited twice')
  await act(async () => first.give(said('<p>edited once</p>')))
  expect(screen.queryByText('edited once')).toBeNull()
  expect(screen.getByText('edited twice')).toBeTruthy()
})

test('a message that one deletes does not come back with an answer that was on its way', async () => {
  const own = sampleDiscussion({
    messages: { total: 1, likeCount: 0, items: [sampleMessage('ms_1', { authorId: 'u_me' })] },
  })
  const answer = held<object>()
  fakeServer({ ...read, [list]: () => answer.answer, '/api/learn/comment/delete': () => ({ deleted: true }) })
  open(own)
  await follow()
  await userEvent.click(await screen.findByRole('button', { name: /更多操作$/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: '删除' }))
  await userEvent.click(await screen.findByRole('button', { name: '删除' }))
  await waitFor(() => expect(screen.queryByText('Message ms_1')).toBeNull())
  await act(async () => answer.give(own))
  expect(screen.queryByText('Message ms_1')).toBeNull()
})

test('what is written while a message is on its way stays in the field and on the device', async () => {
  const sent = held<object>()
  fakeServer({ ...read, [list]: () => sampleDiscussion(), '/api/learn/comment': () => sent.answer })
  open(sampleDiscussion())
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '写下你的问题或发现' })
  await userEvent.type(field(), '第一条')
  await userEvent.click(screen.getByRole('button', { name: '发布' }))
  await userEvent.type(field(), '，又想到一点')
  const message = sampleMessage('ms_2', { content: '第一条', html: '<p>第一条</p>', authorId: 'u_me' })
  await act(async () => sent.give({ message, userMap: {} }))
  await screen.findByText('第一条', { selector: 'article p' })
  expect(field().value).toBe('，又想到一点')
  expect(Object.values({ ...localStorage })).toContain('，又想到一点')
})
