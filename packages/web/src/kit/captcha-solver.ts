import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { getCaptchaChallenge } from '@lantern/contract/identity/captcha.ts'
import { solveChallengeWorkers } from 'altcha-lib'

const longestMs = 60_000
// the page has to stay usable meanwhile
const mostWorkers = 4

/** Asks for a challenge of ALTCHA and looks for its solution beside the page, in workers of its own files. */
export async function proveWork(): Promise<string | null> {
  const answer = await fetch('/api/captcha/challenge', { signal: AbortSignal.timeout(longestMs) })
  if (!answer.ok) return null
  const challenge = (await answer.json()) as ResponseOf<typeof getCaptchaChallenge>
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.max(1, Math.min(mostWorkers, navigator.hardwareConcurrency - 1)),
    createWorker: () => new Worker(new URL('./captcha-worker.ts', import.meta.url), { type: 'module' }),
    timeout: longestMs,
  })
  return solution && btoa(JSON.stringify({ challenge, solution }))
}
