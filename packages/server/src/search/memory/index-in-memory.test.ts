import { searchItems } from '@lantern/contract/search/searching.ts'
import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { indexDocuments } from '../index-writing.ts'
import { readDocuments } from '../item-documents.ts'
import { indexItems } from '../keeping.ts'
import { Entries } from './entries.ts'
import { TermLists } from './term-lists.ts'
import { Vocabulary } from './vocabulary.ts'

const site = await testSite()
const guest = site.guest()

async function found(query: string): Promise<string[]> {
  const { status, result } = await guest.call(searchItems, { query: { k: JSON.stringify([`query:${query}`]) } })
  expect(status).toBe(200)
  return result.results.map(({ id }) => id).sort()
}

async function publish(title: string, language = 'zh'): Promise<string> {
  const { id } = await buildTutorial(site.db, { title, language, steps: [{ title, html: `<p>${title}</p>` }] })
  await indexItems(site.services, [id])
  await site.services.events.caughtUp()
  return id
}

test('words and lessons that were searched before are found without a statement', async () => {
  const both = await publish('鲸鱼与海豚')
  expect(await found('鲸鱼')).toEqual([both])
  expect(await found('海豚')).toEqual([both])
  expect(await site.countQueries(async () => expect(await found('海豚 鲸鱼')).toEqual([both]))).toBe(0)
})

test('what another process wrote is never mixed with what was held before, even before its event arrives', async () => {
  const whale = await publish('抹香鲸')
  const dolphin = await publish('中华白海豚')
  expect(await found('抹香鲸')).toEqual([whale])
  // written, and no word of it
  const { id } = await buildTutorial(site.db, { title: '抹香鲸遇见中华白海豚', steps: 0 })
  await indexDocuments(site.db, await readDocuments(site.db, [id]))
  expect(await found('中华白海豚')).toEqual([dolphin, id].sort())
  expect(await found('抹香鲸')).toEqual([whale, id].sort())
})

test('searches during many writes are all answered', async () => {
  await publish('珊瑚礁')
  const writing = Promise.all(Array.from({ length: 6 }, (_, i) => publish(`珊瑚礁 ${i}`)))
  const counts = await Promise.all(Array.from({ length: 12 }, async () => (await found('珊瑚礁')).length))
  expect(Math.min(...counts)).toBeGreaterThan(0)
  await writing
  expect(await found('珊瑚礁')).toHaveLength(7)
})

test('lists are left when there is no room, and those in use stay whole', () => {
  const lists = new TermLists({ mostPostings: 4, mostTerms: 100 })
  const first = lists.put('一', 1, 2, [10, 5, 11, 4])
  lists.put('二', 2, 2, [12, 5, 13, 4])
  expect(lists.get('一')).toBe(first)
  lists.put('三', 3, 1, [14, 1])
  expect(lists.get('一')).toBeUndefined()
  expect([...first.pairs.subarray(first.from, first.to)]).toEqual([10, 5, 11, 4])
  const few = new TermLists({ mostPostings: 100, mostTerms: 2 })
  for (const term of ['甲', '乙', '丙']) few.putMissing(term)
  expect([few.get('甲'), few.get('丙')]).toEqual([undefined, null])
})

test('texts take no more room than they are given; what was used last stays', () => {
  const entries = new Entries(250)
  const entry = () => ({
    termIds: new Int32Array(0),
    starts: new Uint32Array(0),
    places: new Uint8Array(0),
    passages: new Map(),
    parts: new Map(),
    bytes: 100,
  })
  entries.put(1, entry())
  entries.put(2, entry())
  entries.get(1)
  entries.put(3, entry())
  expect([1, 2, 3].map((doc) => entries.get(doc) !== undefined)).toEqual([true, false, true])
})

test('the vocabulary knows every term of the index, and tells most others apart', async () => {
  await publish('Kelp forest 巨藻森林')
  const { version } = await site.db.selectFrom('search_version').select('version').executeTakeFirstOrThrow()
  const vocabulary = new Vocabulary()
  expect(vocabulary.mayHold('nosuchterm', version)).toBe(true)
  await vocabulary.catchUp(site.db, version)
  const terms = await site.db.selectFrom('search_terms').select('term').execute()
  expect(terms.filter(({ term }) => !vocabulary.mayHold(term, version))).toEqual([])
  expect(vocabulary.mayHold('nosuchterm', version)).toBe(false)
})
