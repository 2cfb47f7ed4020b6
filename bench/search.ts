import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import type { Connection } from '../packages/server/src/kit/sql.ts'
import type { RunningSite } from '../tools/run-site.ts'
import { databaseOf } from './learners.ts'
import { load } from './load.ts'
import { table } from './report.ts'

const judged = resolve(import.meta.dirname, '../packages/server/src/search/judged-queries')

/** Words that people would type: the judged queries, comments and columns of judgement left out. */
function queries(): string[] {
  const lines = readdirSync(judged)
    .filter((name) => name.endsWith('.tsv'))
    .flatMap((name) => readFileSync(join(judged, name), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return [...new Set(lines.map((line) => line.split('\t')[1] ?? ''))].filter(Boolean)
}

/**
 * Search over more and more lessons: real ones first, then copies of them under other ids until there are enough. Each
 * size is measured with answers kept for guests and, with a word nobody asked before in every query, without.
 */
export async function benchSearch(site: RunningSite, sizes: number[]): Promise<void> {
  const database = await databaseOf(site)
  const rows = []
  try {
    for (const size of sizes) {
      await growTo(database.db, size)
      await site.lantern('reindex')
      const total = await count(database.db)
      const words = queries()
      const requests = words.map((word) => searchFor(word))
      await load(site.url, requests, { seconds: 3 })
      const kept = await load(site.url, requests, { seconds: 6 })
      // a page number as high as the results go makes every request a new one for what is kept
      let fresh = 0
      const unkept = Array.from({ length: 4_000 }, () => {
        const word = words[fresh % words.length] ?? ''
        return searchFor(`${word} ${(fresh++).toString(36)}`)
      })
      const cold = await load(site.url, unkept, { seconds: 6 })
      rows.push({
        lessons: total,
        'same queries/s': kept.perSecond,
        'p97.5 ms': kept.p97,
        'new queries/s': cold.perSecond,
        'new p50 ms': cold.p50,
        'new p97.5 ms': cold.p97,
        failures: kept.failures + cold.failures,
      })
    }
  } finally {
    await database.leave()
  }
  table('Search (guests, 32 connections, client on the same two cores)', rows)
}

function searchFor(word: string) {
  return { path: `/api/learn/search?k=${encodeURIComponent(JSON.stringify([`query:${word}`]))}` }
}

async function count(db: Connection['db']): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from items where status = 'published' and type = 'tutorial'`.execute(db)
  return rows[0]?.n ?? 0
}

/** Copies tutorials with their steps until there are enough; copies of one round differ from their originals by a number. */
async function growTo(db: Connection['db'], size: number): Promise<void> {
  for (let round = 1; (await count(db)) < size; round++) {
    const missing = size - (await count(db))
    await db.transaction().execute(async (trx) => {
      const tag = `${Date.now().toString(36)}${round}`
      await sql`create temporary table copied on commit drop as
        select id, 'ltu_' || ${tag}::text || row_number() over (order by id) as copy from items
        where type = 'tutorial' and status = 'published' and id not like 'ltu\\_m%' order by id limit ${missing}`.execute(
        trx,
      )
      await sql`insert into items (id, type, slug, language, translation_group, status, title, summary, description_html, thumbnail_url,
          skill_level, duration, topic_ids, tag_ids, owner_id, author_id, published_at)
        select copy, type, copy, language, copy, status, title || ' ' || ${tag}::text, summary, description_html, thumbnail_url,
          skill_level, duration, topic_ids, tag_ids, owner_id, author_id, published_at from items join copied using (id)`.execute(
        trx,
      )
      await sql`insert into sections (id, item_id, position, type, option_type, title, body_html, anchor)
        select 'se_' || copy || position, copy, position, sections.type, option_type, title, body_html, anchor
        from sections join copied on copied.id = sections.item_id`.execute(trx)
      await sql`insert into item_stats (item_id, record_count) select copy, 1 from copied`.execute(trx)
    })
  }
}
