import { type RunningSite, runSite } from '../run-site.ts'
import { backendOf, databaseProcesses, signal } from './processes.ts'
import { makeWorld, missing, Writers } from './writers.ts'

export interface Outcome {
  acknowledged: number
  unanswered: number
  lost: number
  /** Milliseconds from the blow until writes were acknowledged again. */
  backAfterMs?: number
  note?: string
}

export const none: Outcome = { acknowledged: 0, unanswered: 0, lost: 0 }

/** A site under load, with what a drill does to it. */
export interface Stage {
  site: RunningSite
  writers: Writers
  /** Starts today's site on its data, after the one before was killed or stopped. */
  startAgain(): Promise<void>
  /** From now on every second request goes to this site, which has the same database. */
  shareWith(other: RunningSite): void
}

interface Setting {
  port: number
  env?: Record<string, string>
  /** The checkout whose site is started first; absent: this one. */
  root?: string
  /** The data folder stays: whose it is takes it away. */
  keepsData?: boolean
  /** What each person waits after a write. */
  pauseMs?: number
}

/** Does something to a site that people write on, and counts what of their acknowledged writes is gone afterwards. */
export async function underLoad(
  { port, env = {}, root, keepsData = false, pauseMs }: Setting,
  act: (stage: Stage) => Promise<Partial<Outcome>>,
): Promise<Outcome> {
  let site = await runSite({ port, env, ...(root && { root }) })
  let other: RunningSite | undefined
  let requests = 0
  try {
    const writers = new Writers(
      await makeWorld(site),
      () => (other && requests++ % 2 === 1 ? other.url : site.url),
      pauseMs,
    )
    await writers.nextAcknowledged()
    const outcome = await act({
      get site() {
        return site
      },
      writers,
      async startAgain() {
        site = await runSite({ port, env: { ...env, DATA_DIR: site.dataDir } })
      },
      shareWith(added) {
        other = added
      },
    })
    await writers.stop()
    const lost = await missing(site, writers.acknowledged)
    return { acknowledged: writers.acknowledged.length, unanswered: writers.unanswered, lost: lost.length, ...outcome }
  } finally {
    await site.stop({ keepData: keepsData })
  }
}

export type Victim = 'site' | 'database' | 'backend'

/** Kills these, in this order; answers after how many milliseconds writes are acknowledged again. */
export async function kill({ site, writers, startAgain }: Stage, victims: readonly Victim[]): Promise<number> {
  for (const victim of victims) {
    if (victim === 'database') signal(databaseProcesses(site.dataDir).slice(0, 1), 'SIGKILL')
    if (victim === 'backend') signal([backendOf(site.dataDir)], 'SIGKILL')
    if (victim === 'site') await site.kill()
  }
  const back = writers.nextAcknowledged()
  if (victims.includes('site')) await startAgain()
  return back
}
