import type { SaveFault } from './draft-sync-state.ts'

export const autosaveMs = 5_000
const longestPauseMs = 60_000
/** A network that is back is used within two seconds. */
const networkPauseMs = 1_500

export interface SaveRhythm {
  /** One request at a time: two saves of one text would overtake each other. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** To be sent after a while, unless that is planned already. */
  plan(delay?: number): void
  /** Cancels the planned save: it is done otherwise. */
  unplan(): void
  /** It could not be saved now: a network is looked for often, and a server that is busy is asked less each time. */
  planAgain(fault: SaveFault): void
  reached(): void
  close(): void
}

/** When typed text is sent by itself. */
export function createSaveRhythm(flush: () => Promise<unknown>): SaveRhythm {
  let turn: Promise<unknown> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let closed = false

  function plan(delay = autosaveMs): void {
    if (closed || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      void flush()
    }, delay)
  }

  function unplan(): void {
    clearTimeout(timer)
    timer = undefined
  }

  return {
    inTurn(work) {
      const mine = turn.then(work, work)
      turn = mine
      return mine
    },
    plan,
    unplan,
    planAgain(fault) {
      // text typed meanwhile planned a longer pause
      unplan()
      if (fault.kind === 'away' && !fault.busy) return plan(networkPauseMs)
      plan(Math.min(longestPauseMs, autosaveMs * 2 ** failures))
      failures += 1
    },
    reached() {
      failures = 0
    },
    close() {
      closed = true
      unplan()
    },
  }
}
