import { like } from '@lantern/contract/community/likes.ts'
import { listOrganisations } from '@lantern/contract/identity/organisations.ts'
import { collectItem } from '@lantern/contract/learning/collections.ts'
import { rateItem } from '@lantern/contract/learning/feedback.ts'
import { startRecord, toggleStep } from '@lantern/contract/learning/records.ts'
import { saveQuiz } from '@lantern/contract/quiz/quizzes.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { buildCourse, buildGrant, buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buildQuizWithQuestions } from '#testing/quiz-builder.ts'
import { type Person, testSite } from '#testing/site.ts'
import { mergeAccounts } from './merge-accounts.ts'

const site = await testSite()

function merge(from: Person, into: Person) {
  return inTransaction(site.db, (trx) =>
    mergeAccounts(site.services, trx, { from: from.id, into: into.id }, site.clock.now()),
  )
}

async function tick(person: Person, id: string, stepId: string | undefined) {
  await person.call(startRecord, { body: { id, type: 'tutorial' } })
  await person.call(toggleStep, { body: { id, type: 'tutorial', stepId: stepId ?? '', completed: true } })
}

function stats(id: string) {
  return site.db.selectFrom('item_figures').selectAll().where('item_id', '=', id).executeTakeFirstOrThrow()
}

function record(person: Person, id: string) {
  return site.db
    .selectFrom('records')
    .selectAll()
    .where('user_id', '=', person.id)
    .where('item_id', '=', id)
    .executeTakeFirst()
}

test('what either has learned is learned afterwards, and two halves make a whole [IDENT-038]', async () => {
  const [old, kept] = [await site.learner(), await site.learner()]
  const shared = await buildTutorial(site.db, { steps: 2 })
  const onlyOld = await buildTutorial(site.db, { steps: 2 })
  const course = await buildCourse(site.db, { contents: [shared.id] })
  await kept.call(startRecord, { body: { id: course.id, type: 'course' } })
  const [first, second] = shared.steps.map(({ id }) => id)
  await tick(kept, shared.id, first)
  await tick(old, shared.id, second)
  await tick(old, onlyOld.id, onlyOld.steps[0]?.id)
  expect((await stats(shared.id)).record_count).toBe(2)

  expect(await merge(old, kept)).toBe(true)
  expect(await record(kept, shared.id)).toMatchObject({ completed: true })
  expect(await record(kept, course.id)).toMatchObject({ completed: true })
  expect(await record(kept, onlyOld.id)).toMatchObject({ completed: false })
  expect(await record(old, shared.id)).toBeUndefined()
  expect((await stats(shared.id)).record_count).toBe(1)
  expect((await stats(onlyOld.id)).record_count).toBe(1)
  const history = await site.db.selectFrom('record_events').select('kind').where('user_id', '=', old.id).execute()
  expect(history).toEqual([])
})

test('collects, likes, ratings, feedback, tags and purchases of both are there once, and counted once', async () => {
  const [old, kept] = [await site.learner(), await site.learner()]
  const both = await buildTutorial(site.db)
  const mine = await buildTutorial(site.db)
  for (const [person, id] of [
    [kept, both.id],
    [old, both.id],
    [old, mine.id],
  ] as const) {
    await person.call(startRecord, { body: { id, type: 'tutorial' } })
    await person.call(collectItem, { body: { id, type: 'tutorial' } })
    await person.call(like, { body: { id, type: 'tutorial' } })
  }
  await kept.call(rateItem, { body: { id: both.id, type: 'tutorial', rating: 4 } })
  site.clock.advance({ minutes: 1 })
  await old.call(rateItem, { body: { id: both.id, type: 'tutorial', rating: 10 } })
  await buildGrant(site.db, { userId: old.id, itemId: mine.id })

  await merge(old, kept)
  expect(await stats(both.id)).toMatchObject({
    record_count: 1,
    collect_count: 1,
    like_count: 1,
    rating_count: 1,
    rating_sum: 10,
    rating_spread: [0, 0, 0, 0, 1],
  })
  expect(await stats(mine.id)).toMatchObject({ record_count: 1, collect_count: 1, like_count: 1 })
  for (const table of ['collections', 'ratings', 'grants'] as const) {
    const rows = await site.db.selectFrom(table).select('item_id').where('user_id', '=', kept.id).execute()
    const expected = { collections: 2, ratings: 1, grants: 1 }
    expect(rows).toHaveLength(expected[table])
    expect(await site.db.selectFrom(table).select('item_id').where('user_id', '=', old.id).execute()).toEqual([])
  }
})

test('quiz attempts of both stay, numbered by time, with their answers', async () => {
  const [old, kept] = [await site.learner(), await site.learner()]
  const quiz = await buildQuizWithQuestions(site.db)
  const questionId = quiz.questions[0]?.id ?? ''
  const answer = (person: Person, optionIds: string[], completed: boolean) =>
    person.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed, answers: [{ questionId, optionIds }] } })
  await answer(old, quiz.wrong(0), true)
  site.clock.advance({ hours: 1 })
  await answer(kept, quiz.right(0), true)
  await merge(old, kept)
  const attempts = await site.db
    .selectFrom('quiz_attempts')
    .select(['number', 'answers'])
    .where('user_id', '=', kept.id)
    .orderBy('number')
    .execute()
  expect(attempts).toEqual([
    { number: 1, answers: { [questionId]: [expect.any(Number), expect.any(Number), quiz.wrong(0)] } },
    { number: 2, answers: { [questionId]: [expect.any(Number), expect.any(Number), quiz.right(0)] } },
  ])
})

test('the kept account takes what it lacks and keeps what it has; authors keep their works', async () => {
  const old = await site.user({ groups: ['learn_creator_zh'], premium: true, isRealName: true })
  const kept = await site.user({ groups: ['learn_moderator'] })
  const work = await buildTutorial(site.db, { ownerId: old.id, authorId: old.id })
  await site.db
    .updateTable('users')
    .set({ email: 'old@example.com', email_confirmed_at: site.clock.now(), full_name: 'Old', title: 'Artist' })
    .where('id', '=', old.id)
    .execute()
  await site.db.updateTable('users').set({ full_name: 'Kept' }).where('id', '=', kept.id).execute()
  await merge(old, kept)
  const user = await site.db.selectFrom('users').selectAll().where('id', '=', kept.id).executeTakeFirstOrThrow()
  expect(user).toMatchObject({ email: 'old@example.com', full_name: 'Kept', title: 'Artist', is_real_name: true })
  expect(user.groups).toEqual(['learn_creator_zh', 'learn_moderator'])
  expect(user.premium_until).not.toBeNull()
  const item = await site.db.selectFrom('items').select('owner_id').where('id', '=', work.id).executeTakeFirst()
  expect(item).toEqual({ owner_id: kept.id })
})

test('merging twice is the same as once, and what came too late is fetched', async () => {
  const [old, kept] = [await site.learner(), await site.learner()]
  const item = await buildTutorial(site.db)
  const late = await buildTutorial(site.db)
  await old.call(collectItem, { body: { id: item.id, type: 'tutorial' } })
  expect(await merge(old, kept)).toBe(true)
  expect(await merge(old, kept)).toBe(false)
  // as an act lands that was on its way while the accounts were merged
  await site.db
    .insertInto('collections')
    .values({ user_id: old.id, item_id: late.id, collected_at: site.clock.now() })
    .execute()
  await site.settle()
  const rows = await site.db.selectFrom('collections').select('item_id').where('user_id', '=', kept.id).execute()
  expect(rows.map((row) => row.item_id).sort()).toEqual([item.id, late.id].sort())
  expect((await stats(item.id)).collect_count).toBe(1)
})

test('a merge that fails half way changes nothing', async () => {
  const [old, kept] = [await site.learner(), await site.learner()]
  const item = await buildTutorial(site.db)
  await old.call(collectItem, { body: { id: item.id, type: 'tutorial' } })
  const broken = { ...site.services, jobs: { ...site.services.jobs, send: () => Promise.reject(new Error('away')) } }
  const attempt = inTransaction(site.db, (trx) =>
    mergeAccounts(broken, trx, { from: old.id, into: kept.id }, site.clock.now()),
  )
  await expect(attempt).rejects.toThrow('away')
  const rows = await site.db.selectFrom('collections').select('item_id').where('user_id', '=', old.id).execute()
  expect(rows).toEqual([{ item_id: item.id }])
  expect((await old.call(collectItem, { body: { id: item.id, type: 'tutorial' } })).status).toBe(200)
})

test('an admin of an organisation stays one, also where the account that is kept only learned there', async () => {
  const [old, kept] = [await site.learner(), await site.learner()]
  const organisation = await buildOrganisation(site.db, 'og_merged')
  const roles = [[old, 'admin'] as const, [kept, 'learner'] as const]
  const began_at = site.clock.now()
  await site.db
    .insertInto('memberships')
    .values(roles.map(([{ id }, role]) => ({ organisation_id: organisation, user_id: id, role, began_at })))
    .execute()
  await merge(old, kept)
  const { result } = await kept.call(listOrganisations)
  expect(result.organisations).toMatchObject([{ id: organisation, role: 'admin' }])
})
