import { sql } from 'kysely'
import type { Services } from '../services.ts'
import { siteTimeZone } from '../site-time.ts'
import { inTransaction, type Trx } from '../sql.ts'
import { type DocumentAt, type DocumentTable, isOf, keyNames } from './document-table.ts'
import { type Kept, mayReplace } from './keep-version.ts'
import { contentAt } from './revisions.ts'

const daysInFull = 30
const draftsAtOnce = 500

/**
 * Deletes automatic revisions older than a month where a later one of the same day still has every word of them.
 * Revisions that a person saved, published, restored or imported are kept for ever, and so are the public one, the newest,
 * and the last that had a text. Each day is read once: its remaining revisions stay.
 */
export async function thinRevisions<Content extends object>(
  services: Pick<Services, 'db' | 'clock'>,
  table: DocumentTable<Content>,
): Promise<void> {
  // seen drafts are marked: the next batch takes others
  while ((await thinSome(services, table)) === draftsAtOnce);
}

/** How many drafts had revisions to look at. */
async function thinSome<Content extends object>(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  table: DocumentTable<Content>,
): Promise<number> {
  const long = new Date(clock.now().getTime() - daysInFull * 86_400_000)
  // whole days alone: what comes of a day later would be compared with nothing
  const before = sql`date_trunc('day', ${long}::timestamptz, ${sql.lit(siteTimeZone)})`
  const draftOfRevision = sql.join(
    table.key.map((column) => sql`${sql.ref(`d.${column}`)} = ${sql.ref(`r.${column}`)}`),
    sql` and `,
  )
  const key = sql.join(table.key.map((column) => sql.ref(`r.${column}`)))
  const { rows } = await sql<{ days: number[][] } & Record<string, string>>`
    select ${keyNames(table)}, json_agg(versions) as days from (
      select ${key}, json_agg(r.version order by r.version desc) as versions
      from ${sql.table(table.revisions)} r join ${sql.table(table.drafts)} d on ${draftOfRevision}
      where r.kind = 'autosave' and not r.thinned and r.saved_at < ${before}
        and r.version <> d.version and r.version is distinct from d.published_version
      group by ${key}, (r.saved_at at time zone ${sql.lit(siteTimeZone)})::date) old
    group by ${keyNames(table)} order by ${keyNames(table)} limit ${draftsAtOnce}`.execute(db)
  // one draft at a time: nobody waits for more than one of them
  for (const { days, ...key } of rows) {
    const document = { table, key: key as Record<string, string> }
    await inTransaction(db, async (trx) => {
      for (const versions of days) await thinDay(trx, document, versions)
    })
  }
  return rows.length
}

/** Versions from new to old: two of them are in memory at a time. */
async function thinDay<Content extends object>(
  trx: Trx,
  document: DocumentAt<Content>,
  versions: readonly number[],
): Promise<void> {
  let later: Kept | undefined
  // one alone has nothing to make way for
  for (const version of versions.length > 1 ? versions : []) {
    const earlier = await oldRevision(trx, document, version)
    if (later && earlier && mayReplace(later, earlier)) await drop(trx, document, version)
    else later = earlier
  }
  await sql`
    update ${sql.table(document.table.revisions)} set thinned = true
    where ${isOf(document)} and version = any(${versions})`.execute(trx)
}

async function oldRevision(trx: Trx, document: DocumentAt<object>, version: number): Promise<Kept | undefined> {
  const { table } = document
  const { rows } = await sql<Kept>`
    select kind, saved_by as "by", origin, ${sql.ref(table.content)} as content
    from ${sql.table(table.revisions)} where ${isOf(document)} and version = ${version}`.execute(trx)
  return rows[0]
}

/** What follows on a dropped one now tells its changes too. */
async function drop<Content extends object>(trx: Trx, document: DocumentAt<Content>, dropped: number): Promise<void> {
  const { table } = document
  const revisions = sql.table(table.revisions)
  await sql`delete from ${revisions} where ${isOf(document)} and version = ${dropped}`.execute(trx)
  const { rows } = await sql<{ version: number; content: Content }>`
    select version, ${sql.ref(table.content)} as content from ${revisions}
    where ${isOf(document)} and version > ${dropped} order by version limit 1`.execute(trx)
  const next = rows[0]
  if (!next) return
  const before = await contentAt(trx, document, dropped)
  const changes = before ? table.changesBetween(before, next.content).length : 0
  await sql`
    update ${revisions} set change_count = ${changes} where ${isOf(document)} and version = ${next.version}`.execute(
    trx,
  )
}
