import { getCardMarks, getTutorialMap, listCatalog } from '@lantern/contract/catalog/lists.ts'
import { collectItem } from '@lantern/contract/learning/collections.ts'
import { startRecord } from '@lantern/contract/learning/records.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  buildCourse,
  buildGrant,
  buildItem,
  buildProject,
  buildQuiz,
  buildTag,
  buildTutorial,
  recordOf,
} from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
const guest = site.guest()

async function titles(query: NonNullable<Parameters<typeof listOf>[0]>): Promise<string[]> {
  const { results, itemMap } = await listOf(query)
  return results.map(({ id }) => itemMap[id]?.title ?? '')
}

async function listOf(query: object) {
  const { status, result } = await guest.call(listCatalog, { query })
  expect(status).toBe(200)
  return result
}

test('every type has its list for visitors who are not signed in [CAT-001] [CAT-002]', async () => {
  await buildTutorial(site.db, { language: 'fr', title: 'T' })
  await buildProject(site.db, { language: 'fr', title: 'P' })
  await buildCourse(site.db, { language: 'fr', title: 'C' })
  await buildQuiz(site.db, { language: 'fr', title: 'Q' })
  for (const [type, title] of [
    ['tutorial', 'T'],
    ['project', 'P'],
    ['course', 'C'],
    ['quiz', 'Q'],
  ]) {
    expect(await titles({ type, language: 'fr' })).toEqual([title])
  }
})

test('the database knows exactly the seven content types [CAT-002]', async () => {
  for (const type of ['tutorial', 'project', 'course', 'quiz', 'liveSession', 'faq', 'submission'] as const) {
    expect((await buildItem(site.db, type, { language: 'ru' })).type).toBe(type)
  }
  const owner = (await buildTutorial(site.db, { language: 'ru' })).ownerId
  const podcast = sql`insert into items (id, type, slug, language, translation_group, title, owner_id, author_id)
    values ('lpo_1', 'podcast', 'p', 'ru', 'lpo_1', 'p', ${owner}, ${owner})`
  await expect(podcast.execute(site.db)).rejects.toThrow(/items_type_check/)
})

test('a list shows the content language of the visitor unless another is asked for', async () => {
  await buildTutorial(site.db, { language: 'zh', title: '中文课', topicIds: ['lang'] })
  await buildTutorial(site.db, { language: 'en', title: 'English lesson', topicIds: ['lang'] })
  const inChinese = await site.guest().inject({
    method: 'GET',
    url: '/api/learn/catalog/list?topic=lang',
    headers: { 'accept-language': 'zh-CN' },
  })
  const inEnglish = await site.guest().inject({
    method: 'GET',
    url: '/api/learn/catalog/list?topic=lang',
    headers: { 'accept-language': 'en-US' },
  })
  expect(inChinese.json().results).toHaveLength(1)
  expect(inChinese.body).toContain('中文课')
  expect(inEnglish.body).toContain('English lesson')
  expect(await titles({ topic: ['lang'], language: 'en' })).toEqual(['English lesson'])
})

test('drafts, hidden and campus items are in no list', async () => {
  await buildTutorial(site.db, { language: 'de', title: 'da' })
  await buildTutorial(site.db, { language: 'de', status: 'draft' })
  await buildTutorial(site.db, { language: 'de', hidden: true })
  await buildTutorial(site.db, { language: 'de', organisation: true })
  expect(await titles({ language: 'de' })).toEqual(['da'])
})

test('free means neither premium nor paid [CAT-003]', async () => {
  const base = { language: 'es', topicIds: ['free'] }
  await buildTutorial(site.db, { ...base, title: 'gratis' })
  await buildTutorial(site.db, { ...base, premium: true })
  await buildTutorial(site.db, { ...base, priceFen: 100 })
  expect(await titles({ language: 'es', topic: ['free'], free: true })).toEqual(['gratis'])
  expect(await titles({ language: 'es', topic: ['free'] })).toHaveLength(3)
})

test('discounted lists what is reduced now, not before and not after', async () => {
  const discount = { fen: 100, start: '2026-05-01T00:00:00Z', end: '2026-05-02T00:00:00Z' }
  await buildTutorial(site.db, { language: 'pt', priceFen: 900, discount })
  const countAt = async (iso: string) => {
    site.clock.set(iso)
    return (await listOf({ language: 'pt', discounted: true })).total
  }
  expect(await countAt('2026-04-30T23:59:59Z')).toBe(0)
  expect(await countAt('2026-05-01T00:00:00Z')).toBe(1)
  expect(await countAt('2026-05-02T00:00:00Z')).toBe(0)
})

test('lists filter by level and topic and by plans for educators', async () => {
  const base = { language: 'ko' }
  await buildTag(site.db, { id: 'audio', zh: '音频' })
  await buildTutorial(site.db, { ...base, title: 'a', skillLevel: 'beginner', topicIds: ['audio'] })
  await buildTutorial(site.db, { ...base, title: 'b', skillLevel: 'advanced', educatorPlan: { description: 'x' } })
  expect(await titles({ language: 'ko', sl: ['advanced'] })).toEqual(['b'])
  expect(await titles({ language: 'ko', topic: ['audio'] })).toEqual(['a'])
  expect(await titles({ language: 'ko', educators: true })).toEqual(['b'])
  expect((await listOf({ language: 'ko' })).topicMap.audio?.name).toBe('音频')
})

test('lists are ordered by learners, by date, by title and by price', async () => {
  const base = { language: 'ja' }
  await buildTutorial(site.db, {
    ...base,
    title: 'b',
    priceFen: 300,
    publishedAt: '2026-01-03T00:00:00Z',
    stats: { recordCount: 5 },
  })
  await buildTutorial(site.db, {
    ...base,
    title: 'a',
    priceFen: 200,
    publishedAt: '2026-01-01T00:00:00Z',
    stats: { recordCount: 9 },
  })
  await buildTutorial(site.db, { ...base, title: 'c', publishedAt: '2026-01-02T00:00:00Z' })
  const order = async (ob: string) => (await titles({ language: 'ja', ob })).join('')
  expect(await order('none')).toBe('bca')
  expect(await order('recency')).toBe('bca')
  expect(await order('starts')).toBe('abc')
  expect(await order('titleasc')).toBe('abc')
  expect(await order('titledes')).toBe('cba')
  expect(await order('priceasc')).toBe('cab')
  expect(await order('pricedes')).toBe('bac')
})

test('pages count from 0, do not overlap and name the total; beyond the end is empty [CAT-050]', async () => {
  for (let i = 0; i < 5; i++) await buildTutorial(site.db, { language: 'it', title: `${i}` })
  const pages = await Promise.all([0, 1, 2, 3].map((page) => listOf({ language: 'it', page, pageSize: 2 })))
  const ids = pages.flatMap(({ results }) => results.map(({ id }) => id))
  expect(pages.map(({ results }) => results.length)).toEqual([2, 2, 1, 0])
  expect(new Set(ids).size).toBe(5)
  expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5])
})

test('wrong filters are refused, not ignored', async () => {
  for (const query of ['type=podcast', 'page=-1', 'pageSize=101', 'ob=random', 'sl=expert', 'what=ever', 'page=x']) {
    const { statusCode } = await site.inject({ method: 'GET', url: `/api/learn/catalog/list?${query}` })
    expect([query, statusCode]).toEqual([query, 400])
  }
})

test('a learner sees in a list what they collected, bought and how far they are [CAT-035] [CAT-038]', async () => {
  const ada = await site.learner()
  const one = await buildTutorial(site.db, { language: 'pl', steps: 3 })
  const two = await buildTutorial(site.db, { language: 'pl', priceFen: 100 })
  const project = await buildProject(site.db, { language: 'pl', contents: [one.id, two.id] })
  const now = site.clock.now()
  const step = { completed: true, updatedTime: now.getTime() }
  const record = { user_id: ada.id, started_at: now, updated_time: now, last_viewed_time: now }
  await site.db.insertInto('collections').values({ user_id: ada.id, item_id: one.id, collected_at: now }).execute()
  await buildGrant(site.db, { userId: ada.id, itemId: two.id })
  await site.db
    .insertInto('records')
    .values([
      { ...record, ...recordOf(one.id), type: 'tutorial', steps: JSON.stringify({ [one.steps[0]?.id ?? '']: step }) },
      { ...record, ...recordOf(two.id), type: 'tutorial', completed: true, last_completed_time: now },
      { ...record, ...recordOf(project.id), type: 'project' },
    ])
    .execute()
  const { result } = await ada.call(listCatalog, { query: { language: 'pl' } })
  expect(result.learner).toEqual({
    collectMap: { [one.id]: true },
    boughtMap: { [two.id]: true },
    recordMap: {
      [one.id]: { itemId: one.id, completed: false, lastCompletedTime: null, percent: 33 },
      [two.id]: { itemId: two.id, completed: true, lastCompletedTime: now.toISOString(), percent: 0 },
      [project.id]: { itemId: project.id, completed: false, lastCompletedTime: null, percent: 50 },
    },
  })
  // a page that has the list already asks for the same
  const marks = await ada.call(getCardMarks, { query: { ids: JSON.stringify([one.id, two.id, project.id]) } })
  expect(marks.result).toEqual(result.learner)
})

test('marks are asked for by a list of ids, and a guest has none', async () => {
  expect((await guest.call(getCardMarks, { query: { ids: '[]' } })).status).toBe(401)
  const ada = await site.learner()
  const refused = await ada.call(getCardMarks, { query: { ids: 'ltu_1' } })
  expect(refused.status).toBe(400)
  expect(refused.result).toMatchObject({ code: 'bad_request', details: [{ field: 'ids' }] })
})

test('a list of ten thousand items costs the same few statements, and is quick at any page and in any order', async () => {
  const { ownerId } = await buildTutorial(site.db, { language: 'nl' })
  await sql`
    with made as (
      insert into items (id, type, slug, language, translation_group, title, status, skill_level, topic_ids, owner_id,
        author_id, published_at)
      select 'ltu_many' || n, 'tutorial', 'many' || n, 'nl', 'many' || n, 'Les ' || md5(n::text), 'published', 'beginner',
        array['t' || n % 7], ${ownerId}, ${ownerId}, timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, 10000) n returning id)
    insert into item_stats (item_id, record_count) select id, abs(hashtext(id)) % 5000 from made`.execute(site.db)
  await sql`analyze items, item_stats`.execute(site.db)

  const ada = await site.learner()
  const query = { language: 'nl', page: 300, pageSize: 20 }
  await ada.call(listCatalog, { query })
  expect(await site.countQueries(() => guest.call(listCatalog, { query }))).toBe(1)
  const session = await site.countQueries(() => ada.inject({ method: 'GET', url: '/healthz' }))
  expect((await site.countQueries(() => ada.call(listCatalog, { query }))) - session).toBeLessThanOrEqual(3)

  for (const ob of ['recency', 'starts', 'titleasc', 'priceasc'] as const) {
    expect(await site.countQueries(() => guest.call(listCatalog, { query: { ...query, ob } }))).toBe(1)
  }
})

test('tutorialMap tells a learner what is collected and how far they are, and a guest nothing', async () => {
  const [kept, begun] = [await buildTutorial(site.db), await buildTutorial(site.db, { steps: 2 })]
  const learner = await site.learner()
  await learner.call(collectItem, { body: { id: kept.id, type: 'tutorial' } })
  await learner.call(startRecord, { body: { id: begun.id, type: 'tutorial' } })
  const query = { ids: JSON.stringify([kept.id, begun.id]) }
  const { collectMap, recordMap } = (await learner.call(getTutorialMap, { query })).result.learner
  expect(collectMap).toEqual({ [kept.id]: true })
  expect(Object.values(recordMap)).toMatchObject([{ itemId: begun.id, completed: false, percent: 0 }])
  expect((await guest.call(getTutorialMap, { query })).result.learner).toEqual({
    collectMap: {},
    boughtMap: {},
    recordMap: {},
  })
})

test('tutorialMap answers cards by id: 20 on the first page, then the next ones without overlap [CMS-088]', async () => {
  const ids: string[] = []
  for (let i = 0; i < 25; i++) ids.push((await buildTutorial(site.db, { language: 'sv' })).id)
  const page = async (pageNumber: number, pageSize: number) => {
    const { result } = await guest.call(getTutorialMap, { query: { ids: JSON.stringify(ids), pageNumber, pageSize } })
    expect([result.pageNumber, result.pageSize]).toEqual([pageNumber, pageSize])
    expect(Object.keys(result.tutorialStats).sort()).toEqual(Object.keys(result.tutorialMap).sort())
    return Object.keys(result.tutorialMap).sort()
  }
  expect(await page(1, 20)).toEqual(ids.slice(0, 20).sort())
  expect(await page(2, 10)).toEqual(ids.slice(20).sort())
  const bad = await guest.call(getTutorialMap, { query: { ids: '{"a":1}' } })
  expect([bad.status, bad.result.code]).toEqual([400, 'bad_request'])
})

test('tutorialMap in pages of another size leaves none out and shows none twice', async () => {
  const ids: string[] = []
  for (let i = 0; i < 24; i++) ids.push((await buildTutorial(site.db, { language: 'sv' })).id)
  for (const pageSize of [1, 5, 7, 19, 20, 24, 100, undefined]) {
    const shown: string[] = []
    for (let pageNumber = 1; pageNumber <= Math.ceil(24 / (pageSize ?? 20)); pageNumber++) {
      const query = { ids: JSON.stringify(ids), pageNumber, ...(pageSize && { pageSize }) }
      shown.push(...Object.keys((await guest.call(getTutorialMap, { query })).result.tutorialMap))
    }
    expect([pageSize, shown.sort()]).toEqual([pageSize, ids.toSorted()])
  }
})
