import { ApiError } from '#kit/request.ts'

const longestPauseMs = 30_000

/** Whether an answer says that the site is away for a while: its own word, or that of a proxy which did not reach it. */
export function isAwayStatus(status: number): boolean {
  return status === 502 || status === 503 || status === 504
}

/** Whether a call did not get through, and may when it is sent again. */
export function isNetworkAway(error: unknown): boolean {
  return error instanceof ApiError && isAwayStatus(error.status)
}

/** Waits until the browser says that the network is back, or for a pause that grows: it does not always know. */
export function networkBack(failures: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, Math.min(longestPauseMs, 1000 * 2 ** failures))
    window.addEventListener('online', done)
  })
}
