import { getCourse, getTutorial } from '@lantern/contract/catalog/details.ts'
import { itemPublished } from '@lantern/contract/catalog/events.ts'
import { listCatalog } from '@lantern/contract/catalog/lists.ts'
import { searchItems } from '@lantern/contract/search/searching.ts'
import { expect, test } from 'vitest'
import { withLists } from '#catalog/index.ts'
import { inTransaction } from '#kit/sql.ts'
import { buildCourse, buildTutorial } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'

// An event that touches one item leaves cached data of the others alone: counted by the statements that the same calls
// send before and after it.

const site = await testSite()
const guest = site.guest()
const touched = await buildTutorial(site.db, { title: '水面' })
const inside = await buildTutorial(site.db, { title: '天空' })
const course = await buildCourse(site.db, { title: '合集', contents: [inside.id] })
const english = await buildTutorial(site.db, { title: 'Water', language: 'en' })
await buildTutorial(site.db, { title: 'Sky', language: 'en' })

const publish = (id: string) =>
  inTransaction(site.db, async (trx) =>
    site.services.events.emit(trx, itemPublished, { ...(await withLists(trx, id)), near: [] }),
  )
for (const { id } of [touched, inside, course, english]) await publish(id)
await site.settle()

const calls = {
  'its page': () => guest.call(getTutorial, { params: { id: touched.id } }),
  'the page of another': () => guest.call(getTutorial, { params: { id: inside.id } }),
  'the page of a course': () => guest.call(getCourse, { params: { id: course.id } }),
  'its list': () => guest.call(listCatalog, { query: { type: ['tutorial'], language: 'zh' } }),
  'a list of another type': () => guest.call(listCatalog, { query: { type: ['course'], language: 'zh' } }),
  'a list of another language': () => guest.call(listCatalog, { query: { type: ['tutorial'], language: 'en' } }),
  'a search in its language': () => guest.call(searchItems, { query: { k: '["lang:zh"]' } }),
  'a search in another language': () => guest.call(searchItems, { query: { k: '["lang:en"]' } }),
}

async function statements(): Promise<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const [name, ask] of Object.entries(calls)) {
    counted[name] = await site.countQueries(async () => expect((await ask()).status).toBe(200))
  }
  return counted
}

test('after an event about one item, only what it is on is read again', async () => {
  await statements()
  // what everybody reads anew belongs to no item
  const kept = await statements()
  expect(await statements()).toEqual(kept)
  await publish(touched.id)
  await site.settle()
  await guest.call(listCatalog, { query: { type: ['quiz'], language: 'de' } })
  const after = await statements()
  const readAgain = Object.keys(calls).filter((name) => (after[name] ?? 0) > (kept[name] ?? 0))
  expect(readAgain).toEqual(['its page', 'its list', 'a search in its language'])
  expect(await statements()).toEqual(kept)
})
