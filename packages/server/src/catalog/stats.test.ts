import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { addToStats } from './stats.ts'

const site = await testSite()

function statsOf(itemId: string) {
  return site.db.selectFrom('item_stats').selectAll().where('item_id', '=', itemId).executeTakeFirstOrThrow()
}

test('fifty people who start at once are all counted [CAT-043]', async () => {
  const { id } = await buildTutorial(site.db)
  await Promise.all(Array.from({ length: 50 }, () => addToStats(site.db, id, { recordCount: 1, collectCount: 2 })))
  expect(await statsOf(id)).toMatchObject({ record_count: 50, collect_count: 100, like_count: 0 })
})

test('a counter does not fall below zero', async () => {
  const { id } = await buildTutorial(site.db, { stats: { likeCount: 1 } })
  await Promise.all([1, 2, 3].map(() => addToStats(site.db, id, { likeCount: -1 })))
  expect(await statsOf(id)).toMatchObject({ like_count: 0 })
})

test('what fails takes its count back with it', async () => {
  const { id } = await buildTutorial(site.db)
  const failing = site.db.transaction().execute(async (trx) => {
    await addToStats(trx, id, { recordCount: 1 })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await statsOf(id)).toMatchObject({ record_count: 0 })
})
