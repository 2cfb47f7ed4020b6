import { like } from '@lantern/contract/community/likes.ts'
import { collectItem, uncollectItem } from '@lantern/contract/learning/collections.ts'
import { rateItem } from '@lantern/contract/learning/feedback.ts'
import { deleteRecord } from '@lantern/contract/learning/records.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { buildTutorial } from '#testing/builders.ts'
import { foldFigures, start } from '#testing/learner-acts.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()

function folded(id: string) {
  return site.db.selectFrom('item_stats').selectAll().where('item_id', '=', id).executeTakeFirstOrThrow()
}

async function aClass(size: number): Promise<Person[]> {
  const people = await Promise.all(Array.from({ length: size }, () => site.learner()))
  await Promise.all(people.map((person) => person.inject({ method: 'GET', url: '/api/session' })))
  return people
}

test('a class that begins one item at once waits for no row of it, and each is counted once', async () => {
  const lesson = await buildTutorial(site.db)
  const people = await aClass(60)
  const body = { id: lesson.id, type: 'tutorial' as const }
  await inTransaction(site.db, async (trx) => {
    // held until everybody has acted: an act that wanted one of these rows would not come back
    await sql`select from item_stats where item_id = ${lesson.id} for update`.execute(trx)
    await sql`select from items where id = ${lesson.id} for no key update`.execute(trx)
    // twice each, as by an impatient press
    const begun = await Promise.all([...people, ...people].map((person) => start(person, lesson.id)))
    const collected = await Promise.all(people.map((person) => person.call(collectItem, { body })))
    const liked = await Promise.all(people.map((person) => person.call(like, { body })))
    expect([...begun, ...collected, ...liked].filter(({ status }) => status !== 200)).toEqual([])
  })
  expect(await folded(lesson.id)).toMatchObject({ record_count: 0, collect_count: 0, like_count: 0 })
  await foldFigures(site)
  expect(await folded(lesson.id)).toMatchObject({ record_count: 60, collect_count: 60, like_count: 60 })
})

test('figures are exact while they are folded, and nothing is folded twice', async () => {
  const lesson = await buildTutorial(site.db)
  const people = await aClass(24)
  const body = { id: lesson.id, type: 'tutorial' as const }
  await Promise.all(people.map((person) => start(person, lesson.id)))
  await Promise.all([
    foldFigures(site),
    ...people.map((person) => person.call(collectItem, { body })),
    ...people.map((person, n) => person.call(rateItem, { body: { ...body, rating: n < 6 ? 4 : 10 } })),
  ])
  await Promise.all([
    foldFigures(site),
    ...people.slice(0, 10).map((person) => person.call(uncollectItem, { body })),
    ...people.slice(0, 4).map((person) => person.call(deleteRecord, { body: { id: lesson.id } })),
    ...people.slice(4, 10).map((person) => person.call(rateItem, { body: { ...body, rating: 8 } })),
  ])
  await foldFigures(site)
  await foldFigures(site)
  expect(await folded(lesson.id)).toMatchObject({
    record_count: 20,
    collect_count: 14,
    rating_count: 24,
    // four of two stars, the six that changed their mind, and the rest
    rating_sum: 4 * 4 + 6 * 8 + 14 * 10,
    rating_spread: [0, 4, 0, 6, 14],
  })
  const waiting = await site.db.selectFrom('item_stat_changes').select('id').where('item_id', '=', lesson.id).execute()
  expect(waiting).toEqual([])
})
