import { assignItem } from '@lantern/contract/campus/assignments.ts'
import { getAnswerToMark, listToMark, markAnswer } from '@lantern/contract/campus/marking.ts'
import { revokeCertificate } from '@lantern/contract/certificates/certificates.ts'
import { certificateEvent } from '@lantern/contract/certificates/events.ts'
import type { QuestionDraft } from '@lantern/contract/quiz/faults.ts'
import { saveQuiz } from '@lantern/contract/quiz/quizzes.ts'
import { changeRecordSettings, getRecordSettings } from '@lantern/contract/xapi/record-settings.ts'
import { expect, test } from 'vitest'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { completePath } from '#testing/complete-path.ts'
import { start, tick } from '#testing/learner-acts.ts'
import { type BuiltQuiz, buildQuizWithQuestions, plainQuestion } from '#testing/quiz-builder.ts'
import { type Person, testSite } from '#testing/site.ts'
import { storeClient } from '../xapi/testing/record-store.ts'

const site = await testSite()
const { publicUrl } = site.services.config
let schools = 0

interface Said {
  id: string
  actor: { name?: string; account: { homePage: string; name: string } }
  verb: { id: string }
  object: { id: string; definition: { type: string; name: Record<string, string> } }
  result?: { success?: boolean; completion?: boolean; score?: object; duration?: string }
  context: { contextActivities: { category: { id: string }[]; grouping?: { id: string }[] } }
  authority: { account: { name: string } }
}

/** A school of its own with a class, in whose records the site writes what is learned. */
async function school({ writesOwn = true } = {}) {
  const organisation = await buildOrganisation(site.db, `og_say${++schools}`)
  const built = await buildClass(site, { id: `kl_say${schools}`, organisation })
  const params = { id: organisation }
  await built.admin.call(changeRecordSettings, { params, body: { writesOwn } })
  await site.settle()
  const client = await storeClient(site, built.admin, organisation)
  const said = async () => {
    await site.settle()
    return (await client.send('GET', '/statements', { query: { ascending: 'true' } })).json<{ statements: Said[] }>()
      .statements
  }
  const assign = async (item: string) => {
    const body = { item, opensAt: '2020-01-01T08:00', dueAt: '2099-01-01T08:00' }
    const { status } = await built.teacher.call(assignItem, { params: { classId: built.classId }, body })
    expect(status).toBe(200)
  }
  return { ...built, organisation, params, client, said, assign }
}

async function learn(person: Person, lesson: { id: string; steps: { id: string }[] }) {
  await start(person, lesson.id)
  await tick(person, lesson.id, lesson.steps[0]?.id)
}

const wordOf = ({ verb }: Said) => verb.id.split('/').at(-1)

function answer(
  person: Person,
  quiz: BuiltQuiz,
  optionIds: string[],
  more: { questionId: string; given: string[] }[] = [],
) {
  const answers = [{ questionId: quiz.questions[0]?.id ?? '', optionIds }, ...more]
  return person.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed: true, answers } })
}

test('what a learner completes for their class is a statement of the profile, without a name', async () => {
  const { classId, learners, said, assign, organisation } = await school()
  const lesson = await buildTutorial(site.db, { organisation, steps: 1, title: '影子' })
  await assign(lesson.id)
  const [ada] = learners
  await learn(ada, lesson)
  const [statement, ...more] = await said()
  expect(more).toEqual([])
  expect(statement).toMatchObject({
    actor: { objectType: 'Agent', account: { homePage: publicUrl, name: ada.id } },
    verb: { id: 'http://adlnet.gov/expapi/verbs/completed' },
    object: {
      id: `${publicUrl}/campus/tutorial/${lesson.id}`,
      definition: { type: 'http://adlnet.gov/expapi/activities/lesson' },
    },
    result: { completion: true },
    context: {
      contextActivities: {
        category: [{ id: `${publicUrl}/xapi/profile/v1` }],
        grouping: [{ id: `${publicUrl}/campus/class/${classId}` }],
      },
    },
    authority: { account: { name: 'learning' } },
  })
  expect(Object.values(statement?.object.definition.name ?? {})).toEqual(['影子'])
  expect(JSON.stringify(statement)).not.toContain('Ada')
})

test('what somebody learns besides, and what is nobody’s in this school, is in no records', async () => {
  const one = await school()
  const other = await school()
  const off = await school({ writesOwn: false })
  const lesson = await buildTutorial(site.db, { steps: 1 })
  await one.assign(lesson.id)
  await off.assign(lesson.id)
  await learn(one.outside, lesson)
  await learn(one.teacher, lesson)
  await learn(other.learners[0], lesson)
  await learn(off.learners[0], lesson)
  for (const { said } of [one, other, off]) expect(await said()).toEqual([])
  const body = { writesOwn: true }
  await off.admin.call(changeRecordSettings, { params: off.params, body })
  await learn(off.learners[1], lesson)
  expect((await off.said()).map(({ actor }) => actor.account.name)).toEqual([off.learners[1].id])
  expect((await off.admin.call(getRecordSettings, { params: off.params })).result.writesOwn).toBe(true)
})

test('an attempt at a quiz has passed or failed with its score', async () => {
  const { learners, said, assign, organisation } = await school()
  const quiz = await buildQuizWithQuestions(site.db, { organisation, questions: 2, passNumber: 1 })
  await assign(quiz.id)
  const [ada, ben] = learners
  for (const person of learners) await person.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed: false } })
  site.clock.advance({ minutes: 3 })
  await answer(ada, quiz, quiz.right(0))
  await answer(ben, quiz, quiz.wrong(0))
  const statements = await said()
  const of = (person: Person) => statements.filter(({ actor }) => actor.account.name === person.id)
  // whoever hands in has done what was asked, and did not pass
  expect(of(ben).map(wordOf).toSorted()).toEqual(['completed', 'failed'])
  expect(
    of(ben)
      .filter((one) => wordOf(one) === 'failed')
      .map((one) => [wordOf(one), one.result]),
  ).toEqual([
    ['failed', { success: false, completion: true, score: { scaled: 0, raw: 0, min: 0, max: 2 }, duration: 'PT180S' }],
  ])
  const passed = of(ada).find((one) => wordOf(one) === 'passed')
  expect(passed?.object.definition.type).toBe('http://adlnet.gov/expapi/activities/assessment')
  expect(passed?.result).toMatchObject({ success: true, score: { scaled: 0.5, raw: 1, min: 0, max: 2 } })
})

test('an attempt that waits for a mark is told with the last of them', async () => {
  const { learners, teacher, said, assign } = await school()
  const essay: QuestionDraft = {
    body: '<p>Why?</p>',
    options: [],
    points: 1,
    ask: { kind: 'essay', least: 0, most: 100, guidance: '' },
  }
  const quiz = await buildQuizWithQuestions(site.db, {
    questions: [plainQuestion(0), essay],
    passNumber: 2,
    ownerId: teacher.id,
  })
  await assign(quiz.id)
  const [ada] = learners
  await answer(ada, quiz, quiz.right(0), [{ questionId: quiz.questions[1]?.id ?? '', given: ['Because.'] }])
  expect(await said()).toEqual([])
  const [first] = (await teacher.call(listToMark, { query: {} })).result.results
  if (!first) throw new Error('Nothing waits')
  const key = { userId: ada.id, quizId: quiz.id, number: 1, questionId: quiz.questions[1]?.id ?? '' }
  const seen = await teacher.call(getAnswerToMark, { query: key })
  const body = { ...key, given: 1, comment: '', markedAt: seen.result.markedAt ?? null }
  expect((await teacher.call(markAnswer, { body })).status).toBe(200)
  const statements = await said()
  expect(statements.map(wordOf).toSorted()).toEqual(['completed', 'passed'])
})

test('a path and its certificate are told once, and what is revoked is voided until it holds again', async () => {
  const { admin, learners, organisation, said, client } = await school()
  const [ada] = learners
  const number = await completePath(site, ada, { organisationId: organisation })
  const before = await said()
  expect(before.map(wordOf)).toEqual(['completed', 'earned'])
  expect(before[1]?.object.id).toBe(`${publicUrl}/certificate/${number}`)
  await admin.call(revokeCertificate, { params: { number }, body: { reason: '重复' } })
  expect((await said()).map(wordOf)).toEqual(['completed', 'voided'])
  const gone = await client.send('GET', '/statements', { query: { voidedStatementId: before[1]?.id ?? '' } })
  expect(gone.statusCode).toBe(200)
  const told = {
    userId: ada.id,
    number,
    kind: 'path' as const,
    subjectId: `pa_${ada.id}`,
    organisationId: organisation,
  }
  await site.services.events.emit(site.db, certificateEvent, { ...told, change: 'restored' })
  const after = await said()
  expect(after.map(wordOf)).toEqual(['completed', 'voided', 'earned'])
  expect(after.at(-1)?.id).not.toBe(before[1]?.id)
})

test('the profile describes each kind of statement and is there for everybody', async () => {
  const answered = await site.inject({ url: '/xapi/profile/v1' })
  expect(answered.statusCode).toBe(200)
  expect(answered.headers['content-type']).toContain('application/ld+json')
  const profile = answered.json()
  expect(profile.versions[0].id).toBe(`${publicUrl}/xapi/profile/v1`)
  const { learners, said, assign, organisation } = await school()
  const quiz = await buildQuizWithQuestions(site.db, { organisation, questions: 1 })
  await assign(quiz.id)
  await answer(learners[0], quiz, quiz.right(0))
  await answer(learners[1], quiz, quiz.wrong(0))
  await completePath(site, learners[0], { organisationId: organisation })
  const statements = await said()
  expect(statements.map(wordOf).toSorted()).toEqual([
    'completed',
    'completed',
    'completed',
    'earned',
    'failed',
    'passed',
  ])
  for (const { verb, object } of statements) {
    const described = profile.templates.filter(
      (one: { verb: string; objectActivityType: string }) =>
        one.verb === verb.id && one.objectActivityType === object.definition.type,
    )
    expect(described).toHaveLength(1)
  }
})
