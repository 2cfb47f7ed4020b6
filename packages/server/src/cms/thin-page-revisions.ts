import type { PageContent } from '@lantern/contract/cms/blocks.ts'
import { changesBetween } from '@lantern/contract/cms/changes.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction } from '#kit/sql.ts'

const daysInFull = 30

/**
 * Of what was kept automatically and is older than a month, the last of each day stays. What somebody saved, published
 * or restored stays for ever, and so does what visitors see and what is newest.
 */
export async function thinPageRevisions({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - daysInFull * 86_400_000)
  const { rows } = await sql<Thinned>`
    select page_id, locale, array_agg(version order by version) as versions from (
      select r.page_id, r.locale, r.version, row_number() over (
        partition by r.page_id, r.locale, (r.saved_at at time zone 'Asia/Shanghai')::date order by r.version desc) as nth
      from cms_revisions r join cms_drafts d on d.page_id = r.page_id and d.locale = r.locale
      where r.kind = 'autosave' and r.saved_at < ${before}
        and r.version <> d.version and r.version is distinct from d.published_version) old
    where nth > 1 group by page_id, locale`.execute(db)
  // one page at a time: nobody waits for more than one of them
  for (const thinned of rows) await drop(db, thinned)
}

interface Thinned {
  page_id: string
  locale: string
  versions: number[]
}

/** What follows on dropped ones now tells their changes too. */
async function drop(db: Db, { page_id: pageId, locale, versions }: Thinned): Promise<void> {
  await inTransaction(db, async (trx) => {
    const revisions = sql`cms_revisions where page_id = ${pageId} and locale = ${locale}`
    await sql`delete from ${revisions} and version = any (${versions})`.execute(trx)
    const { rows: followers } = await sql<{ version: number; content: PageContent; before: PageContent }>`
      select version, content, before from (
        select version, content, lag(version, 1, 0) over (order by version) as last,
          lag(content) over (order by version) as before
        from ${revisions}) kept
      where before is not null
        and exists (select from unnest(${versions}::integer[]) gone (v) where gone.v > last and gone.v < version)`.execute(
      trx,
    )
    for (const { version, content, before } of followers) {
      await trx
        .updateTable('cms_revisions')
        .set({ change_count: changesBetween(before, content).length })
        .where('page_id', '=', pageId)
        .where('locale', '=', locale)
        .where('version', '=', version)
        .execute()
    }
  })
}
