import { sql } from 'kysely'
import type { Services } from '../services.ts'
import { inTransaction, type Trx } from '../sql.ts'
import { contentAt, type DraftKey, mayReplace, ofDraft, type RevisionTable } from './revisions.ts'

const daysInFull = 30

/**
 * Of what was kept automatically and is older than a month, one of a day makes way for the next of that day in which
 * every word of it still stands. What somebody saved, published, restored or brought in stays for ever, and so does what
 * is public, what is newest, and the last that had a text.
 */
export async function thinRevisions<Content extends object>(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  table: RevisionTable<Content>,
): Promise<void> {
  const before = new Date(clock.now().getTime() - daysInFull * 86_400_000)
  const draftOfRevision = sql.join(
    table.key.map((column) => sql`${sql.ref(`d.${column}`)} = ${sql.ref(`r.${column}`)}`),
    sql` and `,
  )
  const names = sql.join(table.key.map((column) => sql.ref(column)))
  const key = sql.join(table.key.map((column) => sql.ref(`r.${column}`)))
  const { rows } = await sql<DraftKey & { days: number[][] }>`
    select ${names}, json_agg(versions) as days from (
      select ${key}, json_agg(r.version order by r.version desc) as versions
      from ${sql.table(table.revisions)} r join ${sql.table(table.drafts)} d on ${draftOfRevision}
      where r.kind = 'autosave' and r.saved_at < ${before}
        and r.version <> d.version and r.version is distinct from d.published_version
      group by ${key}, (r.saved_at at time zone 'Asia/Shanghai')::date having count(*) > 1) old
    group by ${names}`.execute(db)
  // one draft at a time: nobody waits for more than one of them
  for (const { days, ...draft } of rows) {
    await inTransaction(db, async (trx) => {
      for (const versions of days) await thinDay(trx, table, draft as DraftKey, versions)
    })
  }
}

/** Versions from new to old: two of them are in memory at a time. */
async function thinDay<Content extends object>(
  trx: Trx,
  table: RevisionTable<Content>,
  key: DraftKey,
  versions: readonly number[],
): Promise<void> {
  let later: Old<Content> | undefined
  for (const version of versions) {
    const earlier = await oldRevision(trx, table, key, version)
    if (later && earlier && mayReplace(later, earlier)) await drop(trx, table, key, version)
    else later = earlier
  }
}

interface Old<Content> {
  version: number
  kind: string
  by: string | null
  origin: string | null
  content: Content
}

async function oldRevision<Content>(
  trx: Trx,
  table: RevisionTable<Content>,
  key: DraftKey,
  version: number,
): Promise<Old<Content> | undefined> {
  const { rows } = await sql<Old<Content>>`
    select version, kind, saved_by as "by", origin, ${sql.ref(table.content)} as content
    from ${sql.table(table.revisions)} where ${ofDraft(table, key)} and version = ${version}`.execute(trx)
  return rows[0]
}

/** What follows on a dropped one now tells its changes too. */
async function drop<Content extends object>(
  trx: Trx,
  table: RevisionTable<Content>,
  key: DraftKey,
  dropped: number,
): Promise<void> {
  await sql`delete from ${sql.table(table.revisions)} where ${ofDraft(table, key)} and version = ${dropped}`.execute(
    trx,
  )
  const { rows } = await sql<{ version: number; content: Content }>`
    select version, ${sql.ref(table.content)} as content from ${sql.table(table.revisions)}
    where ${ofDraft(table, key)} and version > ${dropped} order by version limit 1`.execute(trx)
  const next = rows[0]
  if (!next) return
  const before = await contentAt(trx, table, key, dropped)
  const changes = before ? table.changesBetween(before, next.content).length : 0
  await sql`
    update ${sql.table(table.revisions)} set change_count = ${changes}
    where ${ofDraft(table, key)} and version = ${next.version}`.execute(trx)
}
