import { flipped } from '@lantern/contract/learning/progress.ts'
import { useRef, useState } from 'react'
import { call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { useRequireLogin } from '#kit/require-login.tsx'
import { useSession } from '#kit/session.tsx'
import { toast } from '#ui/toast.ts'

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
  const requireLogin = useRequireLogin()
  const { features, premium } = useSession()
  const [shown, setShown] = useState(initial)
  const wanted = useRef(initial)
  const confirmed = useRef(initial)
  const sent = useRef(Promise.resolve())
  const waiting = useRef(0)

  function show(next: Collected) {
    wanted.current = next
    setShown(next)
  }

  function toggle() {
    const next = flipped(wanted.current)
    show(next)
    waiting.current++
    sent.current = sent.current.then(async () => {
      try {
        confirmed.current = await send(item, next.on, { context, edition: features.edition, premium })
        if (waiting.current === 1) show(confirmed.current)
      } catch {
        if (waiting.current === 1) show(confirmed.current)
        toast({ tone: 'bad', text: t('learning.collect_failed') })
      } finally {
        waiting.current--
      }
    })
  }

  return { ...shown, toggle: () => requireLogin(toggle) }
}

/** The China edition and the contexts of a project or course have their own family of calls on the same data. */
async function send(
  item: CollectableItem,
  on: boolean,
  { context, edition, premium }: { context: CollectContext; edition: 'cn' | 'global'; premium: boolean },
): Promise<Collected> {
  const body = { id: item.id, type: item.type, userPremium: premium }
  const inContext = edition === 'cn' || context.projectId !== undefined || context.courseId !== undefined
  const { collectMap, statsMap } = inContext
    ? on
      ? await call<typeof import('@lantern/contract/learning/collections.ts').collectItem>(
          'POST /api/learn/cn/collect',
          { body: { ...body, ...context } },
        )
      : await call<typeof import('@lantern/contract/learning/collections.ts').uncollectItem>(
          'POST /api/learn/cn/collect/delete',
          { body: { ...body, ...context } },
        )
    : on
      ? await call<typeof import('@lantern/contract/learning/collections.ts').collectPlainItem>(
          'POST /api/learn/collect',
          { body },
        )
      : await call<typeof import('@lantern/contract/learning/collections.ts').uncollectPlainItem>(
          'POST /api/learn/collect/delete',
          { body },
        )
  return { on: collectMap[item.id] ?? on, count: statsMap[item.id]?.collectCount ?? 0 }
}
