import { eventLimits } from '@lantern/contract/analytics/engagement-rules.ts'
import type { EngagementEvent } from '@lantern/contract/analytics/events.ts'

export type { EngagementEvent }

export interface EventBatch {
  type: 'batch'
  eventType: 'batch'
  data: EngagementEvent[]
}

export interface EventQueueOptions {
  /** Sends while the page is there; fails when the network is away. */
  send(batch: EventBatch): Promise<void>
  /** Hands over to the browser when the page goes; false when it does not take it. */
  sendOnLeave(batch: EventBatch): boolean
  /** Asked at each event: the visitor may choose while the page is open. */
  mayCount(): boolean
}

const everyMs = 5_000
/** Without a network for long, the oldest give way. */
const mostWaiting = 3 * eventLimits.batch

export interface EventQueue {
  add(event: EngagementEvent): void
  flush(): Promise<void>
  leave(): void
}

/** Events wait a few seconds and go together; nobody waits for them, and nothing is said when they are lost. */
export function createEventQueue({ send, sendOnLeave, mayCount }: EventQueueOptions): EventQueue {
  let waiting: EngagementEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function plan(): void {
    if (timer !== undefined || waiting.length === 0) return
    timer = setTimeout(flush, everyMs)
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const leaving = waiting.splice(0, eventLimits.batch)
    if (leaving.length === 0) return
    try {
      await send(batchOf(leaving))
    } catch {
      waiting = [...leaving, ...waiting].slice(-mostWaiting)
    }
    plan()
  }

  return {
    add(event) {
      if (!mayCount()) return
      waiting = [...waiting, event].slice(-mostWaiting)
      plan()
    },
    flush,
    leave() {
      while (waiting.length > 0) {
        const leaving = waiting.slice(0, eventLimits.batch)
        if (!sendOnLeave(batchOf(leaving))) return
        waiting = waiting.slice(leaving.length)
      }
      clearTimeout(timer)
      timer = undefined
    },
  }
}

function batchOf(data: EngagementEvent[]): EventBatch {
  return { type: 'batch', eventType: 'batch', data }
}
