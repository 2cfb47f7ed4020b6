import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrationsDir } from '#kit/migration-steps.ts'
import { runSql } from '#kit/sql.ts'
import { buildCourse, buildTutorial } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { removeDocuments } from './index-writing.ts'
import { indexItems, reindex } from './keeping.ts'

const site = await testSite()

/** Everything that the index says, without the numbers that it gives. */
async function contents() {
  const { rows } = await sql`
    select d.item_id, t.term, t.df, p.impact, f.places from search_postings p
    join search_terms t on t.id = p.term_id join search_documents d on d.doc = p.doc join search_forward f on f.doc = p.doc
    order by d.item_id, t.term`.execute(site.db)
  return rows
}

test('a second reindex writes nothing and changes nothing', async () => {
  for (let i = 0; i < 5; i++) await buildTutorial(site.db, { title: `教程 ${i}`, steps: 2 })
  expect((await reindex(site.services)).written).toBe(5)
  const before = await contents()
  expect(await reindex(site.services)).toMatchObject({ done: 5, total: 5, written: 0 })
  expect(await contents()).toEqual(before)
})

test('an item that is written anew leaves nothing of what it was, and counts stay right', async () => {
  const item = await buildTutorial(site.db, { title: '独角兽', steps: [{ title: '麒麟', html: '<p>貔貅貔貅</p>' }] })
  await indexItems(site.services, [item.id])
  await site.db.updateTable('items').set({ title: '飞马' }).where('id', '=', item.id).execute()
  await site.db.deleteFrom('sections').where('item_id', '=', item.id).execute()
  await indexItems(site.services, [item.id])
  const { rows } = await sql<{ term: string; df: number; n: number }>`
    select t.term, t.df, (select count(*) from search_postings p where p.term_id = t.id) as n from search_terms t
    where t.term in ('独角兽', '麒麟', '貔貅', '飞马')`.execute(site.db)
  expect(Object.fromEntries(rows.map(({ term, df }) => [term, df]))).toMatchObject({ 独角兽: 0, 飞马: 1 })
  expect(rows.filter(({ df, n }) => df !== n)).toEqual([])
})

test('many writers at once end in the same index as one after the other', async () => {
  const items = await Promise.all(
    Array.from({ length: 6 }, (_, i) => buildTutorial(site.db, { title: `并行 ${i} 共同词`, steps: 2 })),
  )
  await Promise.all(items.flatMap(({ id }) => [indexItems(site.services, [id]), indexItems(site.services, [id])]))
  const { rows } = await sql<{ wrong: number }>`
    select count(*) as wrong from search_terms t
    where df <> (select count(*) from search_postings p where p.term_id = t.id)`.execute(site.db)
  expect(rows[0]?.wrong).toBe(0)
})

test('a course is found by what it holds, and no longer when that is hidden', async () => {
  const part = await buildTutorial(site.db, { title: '榫卯结构' })
  const course = await buildCourse(site.db, { title: '木工课', contents: [part.id] })
  await indexItems(site.services, [course.id])
  const hasPart = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from search_passages p join search_documents d using (doc)
      where d.item_id = ${course.id} and p.part_id = ${part.id}`.execute(site.db)
    return rows[0]?.n === 1
  }
  expect(await hasPart()).toBe(true)
  await site.db.updateTable('items').set({ hidden: true }).where('id', '=', part.id).execute()
  await indexItems(site.services, [part.id])
  expect(await hasPart()).toBe(false)
})

test('an item deleted with no word of it is swept out by the next reindex', async () => {
  const item = await buildTutorial(site.db, { title: '昙花一现' })
  await indexItems(site.services, [item.id])
  await site.db.deleteFrom('items').where('id', '=', item.id).execute()
  await reindex(site.services)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from search_postings p where not exists (select from search_documents d where d.doc = p.doc)`.execute(
    site.db,
  )
  expect(rows[0]?.n).toBe(0)
  await removeDocuments(site.db, ['ltu_never'])
})

test('what changes nothing in the index leaves every process what it holds', async () => {
  const item = await buildTutorial(site.db, { title: '滴水穿石' })
  await indexItems(site.services, [item.id])
  const version = async () =>
    (await site.db.selectFrom('search_version').select('version').executeTakeFirstOrThrow()).version
  const before = await version()
  await indexItems(site.services, [item.id, 'ltu_gone'])
  await reindex(site.services)
  expect(await version()).toBe(before)
  await site.db.updateTable('items').set({ title: '绳锯木断' }).where('id', '=', item.id).execute()
  await indexItems(site.services, [item.id])
  expect(await version()).toBe(before + 1)
})

test('an old index loses the suggestions that only drafts had, and keeps those of what everybody finds', async () => {
  const item = await buildTutorial(site.db, { title: 'Tessellation' })
  await indexItems(site.services, [item.id])
  await site.db.insertInto('search_spellings').values({ rest: 'unannounced', word: 'unannounced' }).execute()
  const step = '20261122T1530_suggestions-of-what-all-find.sql'
  await runSql(site.db, readFileSync(join(migrationsDir, step), 'utf8'))
  await site.settle()
  const words = ['unannounced', 'tessellation']
  const known = await site.db
    .selectFrom('search_spellings')
    .select('word')
    .distinct()
    .where('word', 'in', words)
    .execute()
  expect(known).toEqual([{ word: 'tessellation' }])
})
