import type { BodyOf } from '@lantern/contract/endpoint.ts'
import type * as acts from '@lantern/contract/learning/collections.ts'
import { flipped } from '@lantern/contract/learning/progress.ts'
import { useRef, useState } from 'react'
import { call, sendOnLeave } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { createPressQueue } from '#kit/press-queue.ts'
import { useSignedInAct } from '#kit/require-login.tsx'
import { useSessionInActs } from '#kit/session.tsx'

type ItemType = 'tutorial' | 'project' | 'course' | 'quiz' | 'liveSession' | 'faq' | 'submission'

export interface CollectableItem {
  id: string
  type: ItemType
}

export interface CollectContext {
  projectId?: string
  courseId?: string
}

interface Collected {
  on: boolean
  count: number
}

/**
 * The collected flag and its counter. Both change before the answer; a refused change is put back. Presses are sent one
 * after the other, so that the last one holds however fast they came.
 */
export function useCollected(item: CollectableItem, initial: Collected, context: CollectContext = {}) {
  const t = useMessages()
  const { features, premium, user } = useSessionInActs()
  const [shown, setShown] = useState(initial)
  const latest = useRef({ wanted: initial, confirmed: initial })
  const [put] = useState(() => createPressQueue<Collected>())

  function show(next: Collected) {
    latest.current.wanted = next
    setShown(next)
  }

  function toggle() {
    const next = flipped(latest.current.wanted)
    show(next)
    const { route, body } = collectAct(item, next.on, { context, edition: features.edition, premium })
    put({
      isWanted: () => latest.current.wanted === next,
      async send() {
        const { collectMap, statsMap } = await call<CollectAct>(route, { body }, { keepalive: true })
        return { on: collectMap[item.id] ?? next.on, count: statsMap[item.id]?.collectCount ?? 0 }
      },
      leave: () => sendOnLeave<CollectAct>(route, body),
      take(answer) {
        latest.current.confirmed = answer
      },
      fail: (error) => toastFailure(error, t, t('learning.collect_failed')),
      done: (isLast) => isLast && show(latest.current.confirmed),
    })
  }

  const collect = useSignedInAct(`collect ${item.id}`, () => {
    // a guest may find, signed in, that it was collected long ago
    if (!latest.current.wanted.on) toggle()
  })
  return { ...shown, toggle: () => (user === null ? collect() : toggle()) }
}

type CollectAct =
  | typeof acts.collectItem
  | typeof acts.uncollectItem
  | typeof acts.collectPlainItem
  | typeof acts.uncollectPlainItem

/** The China edition and the contexts of a project or course have their own family of calls on the same data. */
function collectAct(
  item: CollectableItem,
  on: boolean,
  { context, edition, premium }: { context: CollectContext; edition: 'cn' | 'global'; premium: boolean },
): { route: CollectAct['route']; body: BodyOf<CollectAct> } {
  const body = { id: item.id, type: item.type, userPremium: premium }
  // pages pass their whole context; the call takes these two fields of it alone
  const { projectId, courseId } = context
  const inContext = edition === 'cn' || projectId !== undefined || courseId !== undefined
  if (!inContext) return { route: on ? 'POST /api/learn/collect' : 'POST /api/learn/collect/delete', body }
  return {
    route: on ? 'POST /api/learn/cn/collect' : 'POST /api/learn/cn/collect/delete',
    body: { ...body, projectId, courseId },
  }
}
