import { isNetworkAway, networkBack } from '#kit/network-back.ts'
import { unanswered } from '#kit/unanswered.ts'

/** A press that is to be kept. */
export interface Press<Answer> {
  send(): Promise<Answer>
  /** Hands it to the browser when the page is left before its turn has come. */
  leave(): void
  /** Whether it still counts: a newer press may have made it void. */
  isWanted(): boolean
  take(answer: Answer): void
  /** The network is away; it is sent again when that is back. */
  waits?(): void
  /** It was refused. */
  fail(error: unknown): void
  /** After each of them; `isLast` when all that was pressed has been answered. */
  done(isLast: boolean): void
}

/**
 * Presses are sent one after the other, so that the last one holds however fast they came. They go on to be sent when
 * the pressed state is not shown any more, and wait for a network that is away.
 */
export function createPressQueue<Answer>(): (press: Press<Answer>) => void {
  let turn = Promise.resolve()
  let waiting = 0
  return (press) => {
    const onLeave = () => {
      if (press.isWanted()) press.leave()
    }
    window.addEventListener('pagehide', onLeave)
    waiting++
    turn = turn.then(async () => {
      window.removeEventListener('pagehide', onLeave)
      await deliver(press)
      press.done(--waiting === 0)
    })
    unanswered(turn)
  }
}

async function deliver<Answer>(press: Press<Answer>): Promise<void> {
  for (let failures = 0; press.isWanted(); failures++) {
    try {
      press.take(await press.send())
      return
    } catch (error) {
      if (!press.isWanted()) return
      if (!isNetworkAway(error)) {
        press.fail(error)
        return
      }
    }
    press.waits?.()
    await networkBack(failures)
  }
}
