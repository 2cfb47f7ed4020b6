// @vitest-environment jsdom
import type { Discussion } from '@lantern/contract/community/discussion.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hearOfTopic, linkTopics } from '#kit/topics.ts'
import { samplePerson } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { DiscussionPage } from './discussion-page.tsx'
// a part that comes later
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

const bob = { id: 'u_bob', fullName: '沈若川', avatar: null, isMaker: false }
const reply = (id: string) => sampleMessage(id, { parentId: 'ms_1', authorId: bob.id })

/** The question with so many replies of another person. */
function answered(...ids: string[]): Discussion {
  return sampleDiscussion({
    messages: { total: 1 + ids.length, likeCount: 0, items: [sampleMessage('ms_1', { replyCount: ids.length })] },
    replyMap: { ms_1: ids.map(reply) },
    userMap: { ...sampleDiscussion().userMap, u_bob: bob },
  })
}

const open = (discussion: Discussion) =>
  show(<DiscussionPage discussion={discussion} focus={null} reply={null} problem={null} typed="" />, {
    user: { ...samplePerson(), id: 'u_me' },
  })

const read = { '/api/learn/comment/read': () => ({ readUntil: '2026-11-22T05:00:00.000Z' }) }

const nameOf = (control: Element) => control.getAttribute('aria-label') || control.textContent || control.id

test('everything of a channel is reached by the Tab key, in the order of the page', async () => {
  fakeServer(read)
  open(answered('ms_2'))
  // the tools of the field and the menus come later
  await screen.findByRole('button', { name: '加粗' })
  await screen.findByRole('button', { name: '沈若川这条消息的更多操作' })
  const names: string[] = []
  for (;;) {
    await userEvent.tab()
    const { activeElement } = document
    if (!activeElement || activeElement === document.body) break
    names.push(nameOf(activeElement))
  }
  const reached = screen
    .getByRole('main')
    .querySelectorAll<HTMLElement>(
      'a[href], button:not([disabled], [tabindex="-1"]), textarea, input:not([type="hidden"]), select',
    )
  const wanted = [...reached].map(nameOf)
  expect(names.filter((name) => wanted.includes(name))).toEqual(wanted)
  expect(wanted).toContain('Ada这条消息的更多操作')
  expect(wanted).toContain('沈若川这条消息的更多操作')
})

test('what others write while the page is open is announced politely, replies too, each by itself', async () => {
  let answer = answered()
  fakeServer({ ...read, '/api/learn/comment/list': () => answer })
  linkTopics(() => undefined)
  open(answer)
  const topic = 'discussion/ltu_1'
  await act(async () => hearOfTopic({ type: 'TOPIC_FOLLOWING', topic, id: 'me' }))
  const announced = () => screen.getAllByRole('status').find(({ textContent }) => textContent === '沈若川发了新消息')
  expect(announced()).toBeUndefined()
  const hear = (messageId: string) =>
    act(async () => hearOfTopic({ ...{ type: 'CHANGED', channelId: 'cn_1', messageId, parentId: 'ms_1' }, topic }))
  answer = answered('ms_2')
  await hear('ms_2')
  await waitFor(() => expect(announced()).toBeTruthy())
  const first = announced()?.firstElementChild
  answer = answered('ms_2', 'ms_3')
  await hear('ms_3')
  await waitFor(() => expect(announced()?.firstElementChild).not.toBe(first))
})

test('likes of others show while the page is open, and move the questions of a live session', async () => {
  const items = ['ms_1', 'ms_2'].map((id) => sampleMessage(id))
  const messages = { total: 2, likeCount: 0, items }
  const session = { ...sampleDiscussion().content, type: 'liveSession' as const }
  const shown = () => screen.getAllByRole('article').map(({ id }) => id)
  const hear = (topic: string, likeCount: number) =>
    act(async () => hearOfTopic({ ...{ type: 'LIKED', channelId: 'cn_1', messageId: 'ms_2', likeCount }, topic }))
  for (const [content, after] of [
    [sampleDiscussion().content, ['m-ms_1', 'm-ms_2']],
    [session, ['m-ms_2', 'm-ms_1']],
  ] as const) {
    const discussion = sampleDiscussion({ messages, content, sort: 'helpful' })
    const calls = fakeServer({ ...read, '/api/learn/comment/list': () => discussion })
    linkTopics(() => undefined)
    open(discussion)
    const topic = 'discussion/ltu_1'
    await act(async () => hearOfTopic({ type: 'TOPIC_FOLLOWING', topic, id: 'me' }))
    await hear(topic, 2)
    await screen.findByRole('button', { name: '赞Ada的消息，2', pressed: false })
    expect(shown()).toEqual(after)
    // the count came with it: the list was read when following began, and not again
    expect(calls.filter(({ path }) => path === '/api/learn/comment/list')).toHaveLength(1)
    cleanup()
  }
})
