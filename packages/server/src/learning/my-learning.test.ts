import { collectItem } from '@lantern/contract/learning/collections.ts'
import {
  getPersonRecords,
  getStudyYear,
  listCollections,
  listCreated,
  listEnterprise,
  listPurchased,
  listRecords,
  listRefed,
} from '@lantern/contract/learning/my-learning.ts'
import { showOnHome, startRecord, toggleStep, toggleTutorial, viewRecord } from '@lantern/contract/learning/records.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { completeItem, reopenItem } from '#learning/index.ts'
import { buildCourse, buildGrant, buildQuiz, buildTutorial } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()

function start(person: Person, id: string) {
  return person.call(startRecord, { body: { id, type: 'tutorial' } })
}

async function learnedAt(person: Person, iso: string, steps = 2) {
  site.clock.set(iso)
  const lesson = await buildTutorial(site.db, { steps, chapters: ['第一章', '第二章'] })
  await start(person, lesson.id)
  return lesson
}

test('the records of a person: in progress by last view, completed by completion [LEARN-024 LEARN-065]', async () => {
  const ada = await site.learner()
  const first = await learnedAt(ada, '2026-03-01T00:00:00Z')
  const second = await learnedAt(ada, '2026-03-02T00:00:00Z')
  const done = await learnedAt(ada, '2026-03-03T00:00:00Z')
  await ada.call(toggleTutorial, { body: { id: done.id, type: 'tutorial', completed: true } })
  site.clock.set('2026-03-04T00:00:00Z')
  await ada.call(viewRecord, { body: { id: first.id } })

  await ada.call(collectItem, { body: { id: second.id, type: 'tutorial' } })

  const open = await ada.call(listRecords, { query: { completed: false, userId: ada.id } })
  expect(open.result.results).toEqual([first.id, second.id])
  expect(open.result.collectMap).toEqual({ [second.id]: true })
  expect(open.result).toMatchObject({
    recordMap: { [first.id]: { completed: false }, [second.id]: { completed: false } },
    quizMap: {},
    privacyLimitation: false,
    recent: [first.id, second.id],
    totals: { inProgress: 2, completed: 1 },
  })
  expect(open.result.dynamic[0]).toMatchObject({ itemId: done.id, kind: 'completed' })
  // although it is none of the results
  expect(open.result.itemMap[done.id]).toMatchObject({ id: done.id })
  const completed = await ada.call(listRecords, { query: { completed: true } })
  expect(completed.result.results).toEqual([done.id])
})

test('a quiz appears with its state, and completes what waited for it', async () => {
  const ada = await site.learner()
  const quiz = await buildQuiz(site.db)
  const course = await buildCourse(site.db, { contents: [quiz.id] })
  await ada.call(startRecord, { body: { id: course.id, type: 'course' } })
  await ada.call(startRecord, { body: { id: quiz.id, type: 'quiz' } })
  const now = site.clock.now()
  const frozenUntil = new Date(now.getTime() + 90_500)
  await inTransaction(site.db, (trx) =>
    completeItem(trx, { userId: ada.id, itemId: quiz.id, now, answers: { qq_1: ['qo_1'] }, frozenUntil }),
  )
  const submitted = await ada.call(listRecords, { query: { completed: true } })
  expect(submitted.result.quizMap).toEqual({
    [quiz.id]: { quizStatus: 'submitted', leftFreezingSeconds: 91, answered: true },
  })
  expect(submitted.result.recordMap[course.id]).toMatchObject({
    completed: true,
    subItems: [{ itemId: quiz.id, completed: true, questionAnswers: { qq_1: ['qo_1'] } }],
  })
  await inTransaction(site.db, (trx) => reopenItem(trx, { userId: ada.id, itemId: quiz.id, now }))
  const retaken = await ada.call(listRecords, {})
  expect(retaken.result.quizMap[quiz.id]).toEqual({ quizStatus: 'draft', leftFreezingSeconds: 0, answered: false })
  expect(retaken.result.recordMap[course.id]?.completed).toBe(true)
  const seen = await (await site.learner()).call(listRecords, { query: { userId: ada.id } })
  expect(JSON.stringify(seen.result)).not.toContain('qo_1')
})

test('what somebody keeps private nobody else sees, neither records nor collections nor hours', async () => {
  const [ada, bob] = [await site.learner(), await site.learner()]
  const lesson = await learnedAt(ada, '2026-03-05T00:00:00Z')
  const own = await bob.call(listRecords, { query: { userId: ada.id } })
  expect(own.result).toMatchObject({ privacyLimitation: false, results: [lesson.id], dynamic: [] })
  await site.db.updateTable('users').set({ records_private: true }).where('id', '=', ada.id).execute()
  for (const person of [bob, site.guest()]) {
    for (const list of [listRecords, listCollections] as const) {
      const { result } = await person.call(list, { query: { userId: ada.id } })
      expect(result).toMatchObject({ privacyLimitation: true, results: [], recordMap: {}, collectMap: {}, total: 0 })
    }
    const year = await person.call(getStudyYear, { query: { userId: ada.id } })
    expect(year.result).toMatchObject({ privacyLimitation: true, days: [], counts: { inProgress: 0 } })
  }
  expect((await ada.call(listRecords, {})).result.results).toEqual([lesson.id])
})

test('the lists of a person: created, bought, from the enterprise, referred to [LEARN-066 LEARN-067 LEARN-068 LEARN-069]', async () => {
  const [ada, bob] = [await site.learner(), await site.learner()]
  const lesson = await buildTutorial(site.db, { ownerId: ada.id })
  const draft = await buildTutorial(site.db, { ownerId: ada.id, status: 'draft' })
  const course = await buildCourse(site.db, { contents: [lesson.id] })
  const [bought, given] = [
    await buildTutorial(site.db, { priceFen: 100 }),
    await buildTutorial(site.db, { priceFen: 100 }),
  ]
  await buildGrant(site.db, { userId: ada.id, itemId: bought.id })
  await buildGrant(site.db, { userId: ada.id, itemId: given.id, source: 'enterprise' })
  const lists = [listCreated, listPurchased, listEnterprise, listRefed] as const
  const seenBy = async (person: Person) =>
    Promise.all(lists.map(async (list) => (await person.call(list, { query: { userId: ada.id } })).result.results))
  // what is not published yet is in one's own list alone
  expect(await seenBy(ada)).toEqual([[draft.id, lesson.id], [bought.id], [given.id], [course.id]])
  expect(await seenBy(bob)).toEqual([[lesson.id], [], [], [course.id]])
})

test('a guest must say whose learning is meant, and an unknown person is not found', async () => {
  const guest = site.guest()
  expect((await guest.call(listRecords, {})).result.code).toBe('login_required')
  expect((await guest.call(listRecords, { query: { userId: 'u_nobody' } })).result.code).toBe('not_found')
})

test('home lists up to three tutorials in progress, last viewed first, with the place to continue [LEARN-005 LEARN-006 LEARN-025]', async () => {
  const ada = await site.learner()
  const lessons = []
  for (const day of ['01', '02', '03', '04']) lessons.push(await learnedAt(ada, `2026-04-${day}T00:00:00Z`))
  const [, second, third, fourth] = lessons
  await ada.call(toggleStep, {
    body: { id: second?.id ?? '', type: 'tutorial', stepId: second?.steps[1]?.id ?? '', completed: true },
  })
  const { result } = await ada.call(getPersonRecords, {})
  expect(result.tutorialList.inProgressIds).toEqual([second?.id, fourth?.id, third?.id].map((id) => id ?? ''))
  expect(result.tutorialList.tutorialMap[second?.id ?? '']).toMatchObject({
    item: { title: second?.title },
    chapterTitle: '第二章',
    sectionId: second?.steps[1]?.id,
    sectionTitle: '第2步',
  })
  expect(result.recordMap[second?.id ?? '']).toMatchObject({
    itemId: second?.id,
    percent: 50,
    lastViewedTime: '2026-04-04T00:00:00.000Z',
    steps: { [second?.steps[1]?.id ?? '']: { completed: true } },
  })
})

test('home knows nothing of a guest [LEARN-014]', async () => {
  expect((await site.guest().call(getPersonRecords, {})).status).toBe(401)
})

test('cancelling tracking takes a tutorial off the home list, and it can be taken back [LEARN-051 LEARN-064]', async () => {
  const ada = await site.learner()
  const lesson = await learnedAt(ada, '2026-04-05T00:00:00Z')
  const hidden = await ada.call(showOnHome, { query: { tutorialId: lesson.id } })
  expect(hidden.result.inProgressIds).toEqual([])
  expect((await ada.call(getPersonRecords, {})).result.tutorialList.inProgressIds).toEqual([])
  expect((await ada.call(listRecords, {})).result.results).toEqual([lesson.id])
  const back = await ada.call(showOnHome, { query: { tutorialId: lesson.id, show: true } })
  expect(back.result.inProgressIds).toEqual([lesson.id])
  await ada.call(showOnHome, { query: { tutorialId: lesson.id } })
  await start(ada, lesson.id)
  expect((await ada.call(getPersonRecords, {})).result.tutorialList.inProgressIds).toEqual([lesson.id])
})

test('study time counts pauses up to half an hour, and days begin at midnight in Shanghai', async () => {
  const ada = await site.learner()
  const lesson = await learnedAt(ada, '2026-05-01T15:00:00Z', 9)
  const tickAt = async (iso: string, n: number) => {
    site.clock.set(iso)
    const stepId = lesson.steps[n]?.id ?? ''
    await ada.call(toggleStep, { body: { id: lesson.id, type: 'tutorial', stepId, completed: true } })
  }
  await tickAt('2026-05-01T15:20:00Z', 0)
  await tickAt('2026-05-01T15:50:00Z', 1)
  await tickAt('2026-05-01T16:10:00Z', 2)
  await tickAt('2026-05-01T17:00:00Z', 3)
  const { result } = await ada.call(getStudyYear, {})
  expect(result.today).toBe('2026-05-02')
  expect(result.days).toEqual([
    { day: '2026-05-01', seconds: 60 + 50 * 60, steps: 2 },
    { day: '2026-05-02', seconds: 60 + 60, steps: 2 },
  ])
  expect(result.person.id).toBe(ada.id)
})

test('a learner with ten thousand records pages through them quickly and without gaps', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db)
  await sql`
    insert into items (id, type, slug, language, translation_group, status, title, owner_id, author_id, published_at)
    select 'ltu_many' || n, 'tutorial', 'many' || n, 'zh', 'ltu_many' || n, 'published', '第' || n || '课',
      ${lesson.ownerId}, ${lesson.ownerId}, now() from generate_series(1, 10000) n`.execute(site.db)
  await sql`insert into item_stats (item_id) select id from items where id like 'ltu\_many%'`.execute(site.db)
  await sql`
    insert into records (user_id, work_id, item_id, last_item_id, type, started_at, updated_time, last_viewed_time)
    select ${ada.id}, id, id, id, 'tutorial', now(), now(), now() - make_interval(secs => n)
    from generate_series(1, 10000) n cross join lateral (select 'ltu_many' || n as id) item`.execute(site.db)
  await sql`analyze records, items`.execute(site.db)
  const page = (at: number) =>
    ada.call(listRecords, { query: { completed: false, page: at, pageSize: 100 } }).then(({ result }) => result)
  expect((await page(0)).results[0]).toBe('ltu_many1')
  expect(await page(99)).toMatchObject({ total: 10000 })
  expect((await page(99)).results.at(-1)).toBe('ltu_many10000')
  expect((await page(100)).results).toEqual([])
})
