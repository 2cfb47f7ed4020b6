import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Connection } from '../packages/server/src/kit/sql.ts'
import type { RunningSite } from '../tools/run-site.ts'
import { databaseOf } from './learners.ts'
import { type Load, load } from './load.ts'
import { table } from './report.ts'
import { searchWords } from './search-words.ts'
import { residentMiB } from './start.ts'

const warmUp = 6_000
const measured = 26_000

/**
 * Search over more and more lessons: the real ones first, then copies of them under other ids until there are enough.
 *
 * No query is asked twice, so that what is measured is the finding, and no answer that was kept: one to three words out
 * of titles, in seven languages, one in 25 with a slip of typing. What the process holds of the index was warmed by other
 * queries before, as in a site that runs. Throughput with 32 at once, latencies with 4; the time that the processors spent
 * on a query is told for the site and for PostgreSQL apart, because it does not depend on what else the machine does.
 */
export async function benchSearch(site: RunningSite, sizes: number[]): Promise<void> {
  const database = await databaseOf(site)
  const rows = []
  try {
    await site.lantern('reindex')
    const words = await searchWords(database.db, warmUp + measured)
    for (const size of sizes) {
      await growTo(database.db, size)
      const requests = words.map(searchFor)
      await load(site.url, requests.slice(0, warmUp), { amount: warmUp })
      const [first, second] = [requests.slice(warmUp, warmUp + 20_000), requests.slice(warmUp + 20_000)]
      const before = await cpuMs(site, database.db)
      const many = await load(site.url, first, { seconds: 6 })
      const spent = await cpuMs(site, database.db)
      const few = await load(site.url, second, { seconds: 3, connections: 4 })
      rows.push({
        lessons: await count(database.db),
        'queries/s': many.perSecond,
        'site ms': (spent.site - before.site) / answers(many, 6),
        'PostgreSQL ms': (spent.postgres - before.postgres) / answers(many, 6),
        'p50 ms': few.p50,
        'p97.5 ms': few.p97,
        'KiB an answer': many.bytes / 1024,
        'site MiB': residentMiB(site),
        failures: many.failures + few.failures,
      })
    }
  } finally {
    await database.leave()
  }
  table('Search (guests, each query asked once, client on the same two cores)', rows)
}

function searchFor(words: string) {
  return { path: `/api/learn/search?k=${encodeURIComponent(JSON.stringify([`query:${words}`]))}` }
}

function answers({ perSecond }: Load, seconds: number): number {
  return Math.max(1, perSecond * seconds)
}

/** What the processors spent so far on the site's process, and on its PostgreSQL with all its connections. */
async function cpuMs(site: RunningSite, db: Connection['db']): Promise<{ site: number; postgres: number }> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const main = statOf(rows[0]?.pid ?? 0)?.parent ?? 0
  const connections = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statOf(name)?.parent === main)
  const ended = statOf(main)
  const postgres = connections.reduce(
    (sum, name) => sum + (statOf(name)?.own ?? 0),
    (ended?.own ?? 0) + (ended?.ended ?? 0),
  )
  return { site: statOf(site.pid)?.own ?? 0, postgres }
}

/** A process as Linux counts it, in milliseconds; null when it has just ended. */
function statOf(pid: number | string): { parent: number; own: number; ended: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = (n: number) => Number(fields[n]) * 10
    return { parent: Number(fields[1]), own: ticks(11) + ticks(12), ended: ticks(13) + ticks(14) }
  } catch {
    return null
  }
}

async function count(db: Connection['db']): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from items where status = 'published' and type = 'tutorial'`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Copies lessons with their steps, and what the index has of them, until there are enough. What a reindex would write is
 * the same but for the ids; it would take as long as an import.
 */
async function growTo(db: Connection['db'], size: number): Promise<void> {
  for (let round = 1; (await count(db)) < size; round++) {
    const missing = size - (await count(db))
    await db.transaction().execute(async (trx) => {
      const tag = `copy${size}r${round}n`
      await sql`create temporary table copied on commit drop as
        select i.id, d.doc, 'ltu_' || ${tag}::text || row_number() over (order by i.id) as copy, ${tag}::text as tag
        from items i join search_documents d on d.item_id = i.id
        where i.type = 'tutorial' and i.status = 'published' and i.id not like 'ltu\\_copy%' order by i.id limit ${missing}`.execute(
        trx,
      )
      await sql`insert into items (id, type, slug, language, translation_group, status, title, summary, thumbnail_url,
          skill_level, duration, topic_ids, tag_ids, owner_id, author_id, published_at)
        select copy, type, copy, language, tag || translation_group, status, title, summary, thumbnail_url,
          skill_level, duration, topic_ids, tag_ids, owner_id, author_id, published_at from items join copied using (id)`.execute(
        trx,
      )
      await sql`insert into item_details (item_id, description_html)
        select copy, description_html from item_details join copied on copied.id = item_id`.execute(trx)
      await sql`insert into tutorial_details (item_id) select copy from copied`.execute(trx)
      await sql`insert into sections (id, item_id, position, type, option_type, title, body_html, anchor)
        select 'se_' || copy || '_' || position, copy, position, sections.type, option_type, title, body_html, anchor
        from sections join copied on copied.id = sections.item_id`.execute(trx)
      await sql`insert into item_stats (item_id, record_count) select copy, 1 from copied`.execute(trx)
      await copyIndex(trx)
    })
  }
  await sql`analyze`.execute(db)
}

async function copyIndex(trx: Connection['db']): Promise<void> {
  await sql`insert into search_documents (item_id, type, language, translation_group, listed, status, hidden, skill_level, duration,
      premium, with_pay, price_fen, label_ids, industry_ids, min_version, max_version, with_video, single, owner_ids,
      sort_title, published_at, popularity, digest)
    select copy, type, language, tag || translation_group, listed, status, hidden, skill_level, duration,
      premium, with_pay, price_fen, label_ids, industry_ids, min_version, max_version, with_video, single, owner_ids,
      sort_title, published_at, popularity, digest
    from search_documents join copied using (doc)`.execute(trx)
  await sql`create temporary table numbers on commit drop as
    select c.doc as was, d.doc as now from copied c join search_documents d on d.item_id = c.copy`.execute(trx)
  await sql`insert into search_postings (term_id, impact, doc)
    select x.term_id, x.impact, n.now from search_forward f join numbers n on n.was = f.doc
      cross join unnest(f.term_ids, f.impacts) x (term_id, impact)
    order by 1, 2 desc`.execute(trx)
  await sql`insert into search_forward (doc, term_ids, impacts, places)
    select n.now, term_ids, impacts, places from search_forward f join numbers n on n.was = f.doc`.execute(trx)
  await sql`insert into search_passages (doc, place, part_id, part_type, number, anchor, title, body)
    select n.now, place, part_id, part_type, number, anchor, title, body
    from search_passages p join numbers n on n.was = p.doc`.execute(trx)
  await sql`update search_terms t set df = t.df + c.n
    from (select x.term_id, count(*)::int n from search_forward f join numbers n on n.now = f.doc, unnest(f.term_ids) x (term_id)
      group by 1) c where c.term_id = t.id`.execute(trx)
  await sql`update search_version set version = version + 1`.execute(trx)
  await sql`select pg_notify('lantern_events', '{"name":"index_changed","payload":{"items":0}}')`.execute(trx)
}
