import type { DirectoryRequest } from '@lantern/contract/rosters/directory.ts'
import { sql } from 'kysely'
import { deleteInBatches } from '#kit/delete-in-batches.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'

const keptDays = 7
const mostShown = 50

export async function rememberRequest(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  organisationId: string,
  { method, path, status, problem }: Omit<DirectoryRequest, 'id' | 'at'>,
): Promise<void> {
  await db
    .insertInto('scim_requests')
    .values({ organisation_id: organisationId, at: clock.now(), method, path: path.slice(0, 300), status, problem })
    .execute()
}

export async function readRequests(db: Db, organisationId: string): Promise<DirectoryRequest[]> {
  const rows = await db
    .selectFrom('scim_requests')
    .select(['id', 'at', 'method', 'path', 'status', 'problem'])
    .where('organisation_id', '=', organisationId)
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map((row) => ({ ...row, id: String(row.id), at: row.at.toISOString() }))
}

/** Requests are forgotten after a week, and keys a week after their end. */
export function sweepDirectories({ db, clock, jobs }: Services): void {
  jobs.daily('rosters.sweep_directories', async () => {
    const before = new Date(clock.now().getTime() - keptDays * 86_400_000)
    await deleteInBatches(db, 'scim_requests', sql`at < ${before}`)
    await deleteInBatches(db, 'scim_keys', sql`ends_at < ${before}`)
  })
}
