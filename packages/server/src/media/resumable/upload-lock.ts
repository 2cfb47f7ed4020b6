import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Lock, type Locker, MemoryLocker, type RequestRelease } from '@tus/server'
import { ERRORS } from '@tus/utils'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'

/** A process that died is believed to write for this long. */
const leaseMs = 15_000
const renewMs = 5_000
const askAgainMs = 100

/** Longer than a piece takes on a usual line; who waits in vain is told to come again. */
const patienceMs = 5_000

/**
 * One writer for each upload. In this process a second tab takes over from the first; another process waits until the
 * one that writes has finished its piece.
 */
export function uploadLocker(services: Pick<Services, 'db' | 'clock'>, idOf: (name: string) => string): Locker {
  const local = new MemoryLocker()
  return {
    newLock(name) {
      return sharedLock(services, idOf(name), local.newLock(name))
    },
  }
}

function sharedLock({ db, clock }: Pick<Services, 'db' | 'clock'>, id: string, local: Lock): Lock {
  const receiver = randomUUID()
  let renewal: NodeJS.Timeout | undefined

  /** Takes the upload, or keeps it; false while another process has it. */
  async function take(): Promise<boolean> {
    const now = clock.now()
    const { numAffectedRows } = await sql`
      update attachments set receiver = ${receiver}, receiver_until = ${new Date(now.getTime() + leaseMs)}
      where id = ${id} and (receiver is null or receiver = ${receiver} or receiver_until < ${now})`.execute(db)
    return (numAffectedRows ?? 0n) > 0n
  }

  async function waitForTurn(signal: AbortSignal): Promise<void> {
    const givenUpAt = performance.now() + patienceMs
    while (!(await take())) {
      if (signal.aborted || performance.now() > givenUpAt) throw { ...ERRORS.ERR_LOCK_TIMEOUT, status_code: 423 }
      await wait(askAgainMs)
    }
  }

  return {
    async lock(signal: AbortSignal, requestRelease: RequestRelease) {
      await local.lock(signal, requestRelease)
      try {
        await waitForTurn(signal)
      } catch (error) {
        await local.unlock()
        throw error
      }
      renewal = setInterval(() => {
        take().then(
          (isOurs) => isOurs || void requestRelease(),
          () => void requestRelease(),
        )
      }, renewMs)
    },
    async unlock() {
      clearInterval(renewal)
      await local.unlock()
      await sql`update attachments set receiver = null, receiver_until = null
        where id = ${id} and receiver = ${receiver}`.execute(db)
    },
  }
}
