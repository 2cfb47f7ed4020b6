import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'

/** The most people that one batch tells. */
export const peopleAtOnce = 500

/**
 * Defines a job that tells any number of people of what an id names. `tellBatch` tells at most `peopleAtOnce` of them,
 * in the order of their ids from behind `after`, and answers the ids that it read. Each batch is one transaction, which also
 * asks for the next one. Answers how the job is begun.
 */
export function tellInBatches(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  jobName: string,
  tellBatch: (trx: Trx, id: string, after: string) => Promise<readonly string[]>,
): (trx: Trx, id: string) => Promise<void> {
  const send = (trx: Trx, id: string, after: string) =>
    jobs.send(trx, jobName, { id, after }, { key: `${id} ${after}` })
  jobs.define(
    jobName,
    async (batch) => {
      for (const { id, after } of batch) {
        await inTransaction(db, async (trx) => {
          const read = await tellBatch(trx, String(id), String(after))
          const last = read.at(-1)
          if (last !== undefined && read.length === peopleAtOnce) await send(trx, String(id), last)
        })
      }
    },
    { isKeyed: true },
  )
  return (trx, id) => send(trx, id, '')
}
