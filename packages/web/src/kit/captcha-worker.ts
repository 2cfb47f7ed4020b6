import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

type Order =
  | { type: 'abort' }
  | ({ type: 'work' } & Omit<Parameters<typeof solveChallenge>[0], 'deriveKey' | 'controller'>)

// The other side of solveChallengeWorkers of altcha-lib, whose own workers are written for Node.
let controller: AbortController | undefined

self.onmessage = async ({ data }: MessageEvent<Order>) => {
  if (data.type === 'abort') return controller?.abort()
  const { type: _, ...work } = data
  controller = new AbortController()
  try {
    self.postMessage(await solveChallenge({ ...work, controller, deriveKey }))
  } catch (error) {
    self.postMessage({ error: String(error) })
  }
}
