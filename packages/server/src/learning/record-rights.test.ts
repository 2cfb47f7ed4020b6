import {
  buyRecord,
  deleteRecord,
  getRecord,
  restartRecord,
  showOnHome,
  startRecord,
  toggleTutorial,
} from '@lantern/contract/learning/records.ts'
import { expect, test } from 'vitest'
import { buildCourse, buildGrant, buildTutorial, buildVersions } from '#testing/builders.ts'
import { recordCount, start, tick } from '#testing/learner-acts.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()

test('record acts are refused to guests and change nothing [LEARN-050]', async () => {
  const guest = site.guest()
  const lesson = await buildTutorial(site.db)
  const stepId = lesson.steps[0]?.id ?? ''
  const answers = [
    await start(guest, lesson.id),
    await tick(guest, lesson.id, stepId),
    await guest.call(toggleTutorial, { body: { id: lesson.id, type: 'tutorial', completed: true } }),
    await guest.call(restartRecord, { body: { id: lesson.id, type: 'tutorial' } }),
    await guest.call(deleteRecord, { body: { id: lesson.id } }),
    await guest.call(showOnHome, { query: { tutorialId: lesson.id } }),
  ]
  expect(answers.map(({ status, result }) => [status, result.code])).toEqual(answers.map(() => [401, 'login_required']))
  expect(await recordCount(site.db, lesson.id)).toBe(0)
})

test('an address that names a course of an organisation keeps nobody else from learning its lesson', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db)
  const course = await buildCourse(site.db, { contents: [lesson.id], organisation: true })
  const body = { id: lesson.id, type: 'tutorial', courseId: course.id } as const
  const started = await ada.call(startRecord, { body })
  expect([started.status, Object.keys(started.result.recordMap ?? {})]).toEqual([200, [lesson.id]])
  const done = await ada.call(toggleTutorial, { body: { ...body, completed: true } })
  expect([done.status, done.result.recordMap?.[lesson.id]?.completed]).toEqual([200, true])
})

test('buying a record needs a grant unless the item is free [LEARN-075]', async () => {
  const ada = await site.learner()
  const paid = await buildTutorial(site.db, { priceFen: 9900 })
  const free = await buildTutorial(site.db)
  const buy = (id: string) => ada.call(buyRecord, { body: { id, type: 'tutorial' } })
  expect((await buy(paid.id)).result.code).toBe('purchase_required')
  expect(await recordCount(site.db, paid.id)).toBe(0)
  await buildGrant(site.db, { userId: ada.id, itemId: paid.id })
  expect((await buy(paid.id)).result.recordMap[paid.id]?.completed).toBe(false)
  expect((await buy(free.id)).status).toBe(200)
})

test('a record is bought for an engine version; one that the item does not hold for is refused [LEARN-075]', async () => {
  await buildVersions(site.db, '2021.3', '2022.3', '6000.0')
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db, { priceFen: 9900, versions: { min: '2021.3', max: '2022.3' } })
  await buildGrant(site.db, { userId: ada.id, itemId: lesson.id })
  const buy = (versionId: string) => ada.call(buyRecord, { body: { id: lesson.id, type: 'tutorial', versionId } })
  expect((await buy('6000.0')).result.code).toBe('version_not_found')
  expect(await recordCount(site.db, lesson.id)).toBe(0)
  expect((await buy('2021.3')).result.recordMap[lesson.id]).toMatchObject({ type: 'tutorial', versionId: '2021.3' })
})

test('premium content starts for members only', async () => {
  const lesson = await buildTutorial(site.db, { premium: true })
  const [member, ordinary] = [await site.learner({ premium: true }), await site.learner()]
  expect((await start(member, lesson.id)).status).toBe(200)
  expect((await start(ordinary, lesson.id)).result.code).toBe('premium_required')
  const ticked = await tick(ordinary, lesson.id, lesson.steps[0]?.id)
  expect(ticked.result.code).toBe('premium_required')
})

test('what does not exist, is hidden, or is a step of another tutorial is not found', async () => {
  const ada = await site.learner()
  const draft = await buildTutorial(site.db, { status: 'draft' })
  const lesson = await buildTutorial(site.db)
  const other = await buildTutorial(site.db)
  const answers = [
    await start(ada, 'ltu_nothing'),
    await start(ada, draft.id),
    await start(ada, lesson.id, 'course'),
    await tick(ada, lesson.id, other.steps[0]?.id),
    await tick(ada, 'ltu_nothing', lesson.steps[0]?.id),
    await ada.call(toggleTutorial, { body: { id: 'ltu_nothing', type: 'tutorial', completed: true } }),
  ]
  expect(answers.map(({ result }) => result.code)).toEqual(answers.map(() => 'not_found'))
})

test('a wrong type or an unknown field is refused and nothing is written', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db)
  for (const body of [
    { id: lesson.id, type: 'faq' },
    { id: lesson.id, type: 'tutorial', extra: 1 },
    { id: 7, type: 'tutorial' },
    { id: 'x'.repeat(5000), type: 'tutorial' },
  ]) {
    const { csrfToken } = (await ada.inject({ method: 'GET', url: '/api/session' })).json<{ csrfToken: string }>()
    const url = `/api/learn/cn/record?_csrf=${csrfToken}`
    const response = await ada.inject({ method: 'POST', url, payload: body })
    expect([response.statusCode, response.json().code]).toEqual([400, 'bad_request'])
  }
  expect(await recordCount(site.db, lesson.id)).toBe(0)
})

test('another learner sees nothing of a record and cannot change it', async () => {
  const [ada, bob] = [await site.learner(), await site.learner()]
  const lesson = await buildTutorial(site.db, { steps: 2 })
  await start(ada, lesson.id)
  await tick(ada, lesson.id, lesson.steps[0]?.id)
  await bob.call(deleteRecord, { body: { id: lesson.id } })
  expect((await bob.call(getRecord, { query: { id: lesson.id } })).result.recordMap).toEqual({})
  const { result } = await ada.call(getRecord, { query: { id: lesson.id } })
  expect(result.recordMap[lesson.id]?.percent).toBe(50)
})
