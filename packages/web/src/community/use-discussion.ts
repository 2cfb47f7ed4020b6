import type { Discussion, listComments, Message, Speaker } from '@lantern/contract/community/discussion.ts'
import { repliesPerThread } from '@lantern/contract/community/discussion-rules.ts'
import type { ReportedReason } from '@lantern/contract/community/reports.ts'
import type { discussionTopic } from '@lantern/contract/community/topics.ts'
import { useRef, useState } from 'react'
import { call } from '#kit/call.ts'
import { useSessionInActs } from '#kit/session.tsx'
import { useTopic } from '#kit/use-topic.ts'

export interface Shown extends Discussion {
  /** Messages that came while the page was open. */
  fresh: ReadonlySet<string>
}

interface ReadQuery {
  messageId?: string
  after?: string | undefined
  under?: string
  pageSize?: number
}

interface Written {
  message: Message
  userMap: Record<string, Speaker>
}

const route = 'GET /api/learn/comment/list'

/** What the page shows of a channel: as it was loaded, with what came since. */
export function useDiscussion(loaded: Discussion) {
  const { user } = useSessionInActs()
  const [shown, setShown] = useState<Shown>({ ...loaded, fresh: new Set() })
  const [from, setFrom] = useState(loaded)
  // the loader has read it anew
  if (from !== loaded) {
    setFrom(loaded)
    setShown({ ...loaded, fresh: new Set() })
  }
  const channelId = loaded.id
  const { sort } = loaded
  const read = (query: ReadQuery) => call<typeof listComments>(route, { query: { channelId, sort, ...query } })

  // a reading takes its time: what is told or done meanwhile is newer than its answer
  const order = useRef({ now: 0, changed: new Map<string, number>() })
  function touch(id: string): void {
    order.current.changed.set(id, ++order.current.now)
  }
  async function readInto(query: ReadQuery, show: (before: Shown, answer: Discussion) => Shown): Promise<Discussion> {
    const { current: state } = order
    const begun = ++state.now
    const answer = await read(query)
    const ids = [...answer.messages.items, ...Object.values(answer.replyMap).flat()].map(({ id }) => id)
    const older = new Set(ids.filter((id) => (state.changed.get(id) ?? 0) > begun))
    for (const id of ids) if (!older.has(id)) state.changed.set(id, begun)
    setShown((before) => show(before, withoutOlder(before, answer, older)))
    return answer
  }

  const answered = useRef(new Set<string>())
  const readOne = (messageId: string, thread: string) =>
    readInto({ messageId, pageSize: 1 }, (before, answer) => {
      const isHeld = answered.current.has(messageId)
      return withThread(before, answer, { messageId, thread, isHeld, userId: user?.id ?? null })
    })

  const side = useRef({ isRead: false, isOld: false })
  /** Reads the counts of all channels. Messages that come meanwhile are counted by one more reading. */
  async function readSide() {
    const state = side.current
    state.isOld = true
    if (state.isRead) return
    state.isRead = true
    while (state.isOld) {
      state.isOld = false
      const answer = await read({ pageSize: 1 }).catch(() => null)
      if (answer) setShown((before) => ({ ...before, channels: withCounts(before, answer) }))
    }
    state.isRead = false
  }

  useTopic<typeof discussionTopic>(
    'discussion/:subjectId',
    user ? { subjectId: (loaded.submission ?? loaded.content).id } : null,
    {
      onMessage: ({ type, channelId: place, messageId, parentId, likeCount }) => {
        if (loaded.step && place !== channelId) {
          if (type === 'CHANGED') void readSide()
          return
        }
        if (type === 'LIKED') {
          touch(messageId)
          return setShown((before) => withVotes(before, messageId, likeCount ?? 0))
        }
        void readOne(messageId, parentId ?? messageId).catch(() => undefined)
      },
      // what is there stays, with what is new before it
      onGap: () => void readInto({}, merged).catch(() => undefined),
    },
  )

  return {
    shown,
    take(written: Written) {
      touch(written.message.id)
      setShown((before) => withWritten(before, written))
    },
    change(id: string, change: Partial<Message>) {
      touch(id)
      setShown((before) => withChange(before, id, change))
    },
    /** A question that is being answered stays, without its text, when its author deletes it: the answer stands under it. */
    hold(questionId: string): () => void {
      answered.current.add(questionId)
      return () => void answered.current.delete(questionId)
    },
    remove(message: Message) {
      touch(message.id)
      setShown((before) => without(before, message))
    },
    setLike(id: string, on: boolean, likeCount: number) {
      touch(id)
      setShown((before) => withLike(before, id, on, likeCount))
    },
    setReport: (id: string, reasons: ReportedReason[]) =>
      setShown((before) => ({ ...before, reportMap: { ...before.reportMap, [id]: reasons } })),
    async more() {
      if (shown.next === null) return
      await readInto({ after: shown.next }, (before, answer) => ({
        ...merged(before, answer, 'end'),
        next: answer.next,
      }))
    },
    /** `loaded`: how many replies of the thread came before, in their order. */
    async moreReplies(thread: string, count: number) {
      const after = shown.replyMap[thread]?.[count - 1]?.id
      const { messages } = await readInto({ under: thread, after, pageSize: 50 }, (before, answer) => ({
        ...withMarks(before, answer),
        replyMap: {
          ...before.replyMap,
          [thread]: inOrder([...(before.replyMap[thread] ?? []), ...answer.messages.items]),
        },
      }))
      return messages.items.length
    },
  }
}

export const firstReplyCount = repliesPerThread

/** An answer with messages that have changed since as they are shown now; one that is not shown any more was deleted. */
function withoutOlder(before: Shown, answer: Discussion, older: ReadonlySet<string>): Discussion {
  if (older.size === 0) return answer
  const known = new Map(
    [...before.messages.items, ...Object.values(before.replyMap).flat()].map((message) => [message.id, message]),
  )
  const newest = (messages: readonly Message[]) =>
    messages.flatMap((message) => (older.has(message.id) ? (known.get(message.id) ?? []) : message))
  const likes = Object.entries(answer.likeMap).filter(([id]) => !older.has(id))
  const replies = Object.entries(answer.replyMap).map(([thread, messages]) => [thread, newest(messages)])
  return {
    ...answer,
    messages: { ...answer.messages, items: newest(answer.messages.items) },
    replyMap: Object.fromEntries(replies),
    likeMap: Object.fromEntries(likes),
  }
}

function withMarks(before: Shown, { userMap, likeMap, reportMap }: Discussion): Shown {
  return {
    ...before,
    userMap: { ...before.userMap, ...userMap },
    likeMap: { ...before.likeMap, ...likeMap },
    reportMap: { ...before.reportMap, ...reportMap },
  }
}

/** The same discussion as it is told anew: known threads as they are now, unknown ones where they belong. */
function merged(before: Shown, answer: Discussion, place: 'start' | 'end' = 'start'): Shown {
  const news = new Map(answer.messages.items.map((message) => [message.id, message]))
  const known = before.messages.items.map((message) => news.get(message.id) ?? message)
  const ids = new Set(known.map(({ id }) => id))
  const unknown = answer.messages.items.filter(({ id }) => !ids.has(id))
  const replies = Object.entries(answer.replyMap).map(
    ([thread, messages]) => [thread, inOrder([...(before.replyMap[thread] ?? []), ...messages])] as const,
  )
  const { total, likeCount } = answer.messages
  return {
    ...withMarks(before, answer),
    channels: withCounts(before, answer),
    writing: answer.writing,
    messages: { total, likeCount, items: place === 'start' ? [...unknown, ...known] : [...known, ...unknown] },
    replyMap: { ...before.replyMap, ...Object.fromEntries(replies) },
  }
}

/** The channels with their counts of now. What is on the screen keeps its marks until another visit, and gets no new ones. */
function withCounts({ id, step, channels: before }: Shown, { channels }: Discussion): Discussion['channels'] {
  const marks = new Map(before.map(({ channelId, unread }) => [channelId, unread]))
  const came = (channels.find(({ channelId }) => channelId === id)?.unread ?? 0) - (marks.get(id) ?? 0)
  return channels.map((entry) => {
    const { channelId, title, unread } = entry
    if (step === null || channelId === id) return { ...entry, unread: marks.get(channelId) ?? 0 }
    // the whole item counts the open step along with the others
    return title === null ? { ...entry, unread: Math.max(0, unread - came) } : entry
  })
}

/** A message that was written, changed or deleted, with its thread. */
function withThread(
  before: Shown,
  answer: Discussion,
  { messageId, thread, isHeld, userId }: { messageId: string; thread: string; isHeld: boolean; userId: string | null },
): Shown {
  const isThere =
    answer.messages.items.some(({ id }) => id === messageId) ||
    (answer.replyMap[thread] ?? []).some(({ id }) => id === messageId)
  if (!isThere) {
    const { total, likeCount } = answer.messages
    const parentId = thread === messageId ? null : thread
    const gone = isHeld ? withoutText(before, messageId) : without(before, { id: messageId, parentId })
    return { ...gone, channels: withCounts(before, answer), messages: { ...gone.messages, total, likeCount } }
  }
  const isKnown =
    before.messages.items.some(({ id }) => id === messageId) ||
    (before.replyMap[thread] ?? []).some(({ id }) => id === messageId)
  const items = answer.messages.items.filter(({ id }) => id === thread)
  const now = merged(before, { ...answer, messages: { ...answer.messages, items } })
  const author = items[0]?.id === messageId ? items[0]?.authorId : undefined
  return isKnown || author === userId ? now : { ...now, fresh: new Set([...before.fresh, messageId]) }
}

function withWritten(before: Shown, { message, userMap }: Written): Shown {
  const shown = { ...before, userMap: { ...before.userMap, ...userMap } }
  const { parentId } = message
  const isKnown = parentId
    ? before.replyMap[parentId]?.some(({ id }) => id === message.id)
    : before.messages.items.some(({ id }) => id === message.id)
  if (isKnown) return withChange(shown, message.id, message)
  const { items, total, likeCount } = before.messages
  if (!parentId) return { ...shown, messages: { total: total + 1, likeCount, items: [message, ...items] } }
  const threads = items.map((one) => (one.id === parentId ? { ...one, replyCount: one.replyCount + 1 } : one))
  return {
    ...shown,
    messages: { total: total + 1, likeCount, items: threads },
    replyMap: { ...before.replyMap, [parentId]: inOrder([...(before.replyMap[parentId] ?? []), message]) },
  }
}

function withChange(before: Shown, id: string, change: Partial<Message>): Shown {
  const changed = (message: Message) => (message.id === id ? { ...message, ...change } : message)
  const replies = Object.entries(before.replyMap).map(([thread, messages]) => [thread, messages.map(changed)])
  return {
    ...before,
    messages: { ...before.messages, items: before.messages.items.map(changed) },
    replyMap: Object.fromEntries(replies),
  }
}

function withoutText(before: Shown, id: string): Shown {
  return withChange(before, id, { deleted: true, content: '', html: '', authorId: null })
}

/** A deleted question with replies stays, without its text. */
function without(before: Shown, { id, parentId }: Pick<Message, 'id' | 'parentId'>): Shown {
  const { items, total, likeCount } = before.messages
  const question = items.find((message) => message.id === id)
  if (question && question.replyCount > 0) return withoutText(before, id)
  const isThere = question !== undefined || before.replyMap[parentId ?? '']?.some((message) => message.id === id)
  if (!isThere) return before
  const threads = items
    .filter((message) => message.id !== id)
    .map((one) => (one.id === parentId ? { ...one, replyCount: Math.max(0, one.replyCount - 1) } : one))
  const replyMap = parentId
    ? { ...before.replyMap, [parentId]: (before.replyMap[parentId] ?? []).filter((message) => message.id !== id) }
    : before.replyMap
  return { ...before, messages: { total: Math.max(0, total - 1), likeCount, items: threads }, replyMap }
}

/** The message's count, and with it the channel's. */
function withLike(before: Shown, id: string, on: boolean, likeCount: number): Shown {
  const all = [...before.messages.items, ...Object.values(before.replyMap).flat()]
  const was = all.find((message) => message.id === id)?.likeCount ?? 0
  const changed = withChange(before, id, { likeCount })
  const total = Math.max(0, before.messages.likeCount + likeCount - was)
  return {
    ...changed,
    likeMap: { ...before.likeMap, [id]: on },
    messages: { ...changed.messages, likeCount: total },
  }
}

/** A like of somebody else. Questions of a live session move with it: its host answers from the top. */
function withVotes(before: Shown, id: string, likeCount: number): Shown {
  const on = before.likeMap[id] ?? false
  const counted = withLike(before, id, on, likeCount)
  if (before.content.type !== 'liveSession' || before.sort !== 'helpful') return counted
  const items = counted.messages.items.toSorted((one, other) => other.likeCount - one.likeCount)
  return { ...counted, messages: { ...counted.messages, items } }
}

function inOrder(messages: readonly Message[]): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}
