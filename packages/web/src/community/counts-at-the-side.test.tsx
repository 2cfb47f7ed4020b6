// @vitest-environment jsdom
import type { Discussion } from '@lantern/contract/community/discussion.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hearOfTopic, linkTopics } from '#kit/topics.ts'
import { samplePerson } from '#testing/samples.ts'
import { fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
import { DiscussionPage } from './discussion-page.tsx'
// a part that comes later
import './message-menu.tsx'
import { sampleDiscussion } from './testing/sample-discussion.ts'

beforeEach(async () => {
  localStorage.clear()
  await prepareBrowser()
})
afterEach(() => {
  linkTopics(null)
  cleanup()
})

/** A lesson of two steps, with what the lesson and each step have: messages, and those that are unread. */
function lesson(at: 'whole' | 'first', messages: readonly number[], unread: readonly number[]): Discussion {
  const channels = [null, '准备', '投影'].map((title, place) => {
    const channelId = place === 0 ? 'cn_1' : `se_${place}`
    return { channelId, title, messages: messages[place] ?? 0, unread: unread[place] ?? 0 }
  })
  if (at === 'whole') return sampleDiscussion({ channels })
  return sampleDiscussion({ id: 'se_1', step: { id: 'se_1', title: '准备', anchor: 'prepare' }, channels })
}

const topic = 'discussion/ltu_1'
const list = '/api/learn/comment/list'
const read = { '/api/learn/comment/read': () => ({ readUntil: '2026-11-22T05:00:00.000Z' }) }

async function open(discussion: Discussion) {
  linkTopics(() => undefined)
  show(<DiscussionPage discussion={discussion} focus={null} reply={null} problem={null} typed="" />, {
    user: { ...samplePerson(), id: 'u_me' },
  })
  await act(async () => hearOfTopic({ type: 'TOPIC_FOLLOWING', topic, id: 'me' }))
}

const hear = (channelId: string, messageId = 'ms_2') =>
  act(async () => hearOfTopic({ ...{ type: 'CHANGED', channelId, messageId }, topic }))

/** The side as it is read, each list of channels alike. */
const side = () =>
  within(screen.getAllByRole('navigation', { name: '频道' })[0] as HTMLElement)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

test('what is written while a step is open counts at the side: there as a message, at other steps as unread', async () => {
  let answer = lesson('first', [5, 3, 2], [0, 0, 0])
  fakeServer({ ...read, [list]: () => answer })
  await open(answer)
  expect(side()).toEqual(['全部讨论5', '准备3', '投影2'])
  answer = lesson('first', [6, 4, 2], [1, 1, 0])
  await hear('se_1')
  await waitFor(() => expect(side()).toEqual(['全部讨论6', '准备4', '投影2']))
  answer = lesson('first', [7, 4, 3], [2, 1, 1])
  await hear('se_2')
  await waitFor(() => expect(side()).toEqual(['全部讨论1条未读1', '准备4', '投影1条未读1']))
})

test('in the channel of the whole lesson everything is on the screen, and its marks stay until another visit', async () => {
  let answer = lesson('whole', [5, 3, 2], [2, 2, 0])
  fakeServer({ ...read, [list]: () => answer })
  await open(answer)
  const marked = ['全部讨论2条未读2', '准备2条未读2']
  expect(side()).toEqual([...marked, '投影2'])
  answer = lesson('whole', [6, 3, 3], [1, 0, 1])
  await hear('se_2')
  await waitFor(() => expect(side()).toEqual([...marked, '投影3']))
})

test('of many messages in other steps the counts are read once at a time', async () => {
  const answer = held<object>()
  const discussion = lesson('first', [5, 3, 2], [0, 0, 0])
  let isHeld = false
  const calls = fakeServer({ ...read, [list]: () => (isHeld ? answer.answer : discussion) })
  await open(discussion)
  const asked = () => calls.filter(({ path }) => path === list).length
  const before = asked()
  isHeld = true
  for (let at = 0; at < 40; at++) await hear('se_2', `ms_${at + 2}`)
  expect(asked()).toBe(before + 1)
  isHeld = false
  answer.give(discussion)
  await waitFor(() => expect(asked()).toBe(before + 2))
})
