import { givePeerFeedback, readPeerState, takePeerTask } from '@lantern/contract/community/peer-feedback.ts'
import { peerShare } from '@lantern/contract/community/peer-rules.ts'
import { banReported, listReports, readCase, reportThing } from '@lantern/contract/community/reports.ts'
import { listSubmissions, readSubmission } from '@lantern/contract/community/submissions.ts'
import { newId } from '@lantern/contract/ids.ts'
import { getStudyYear } from '@lantern/contract/learning/my-learning.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { buildOrganisation } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'
import { type Assignment, buildAssignment, submit } from '#testing/submissions.ts'
import { submissionPersonalData } from '../submission-data.ts'

const site = await testSite()
const peerQuestions = ['哪一处做得最好？', '哪一处还可以改？']

const assignment = (options: Parameters<typeof buildAssignment>[1] = {}) =>
  buildAssignment(site, { peerQuestions, ...options })

async function author(place: Assignment, more: Parameters<typeof submit>[3] = {}) {
  const person = await site.learner()
  const { id } = (await submit(site, person, place, more)).result.submission
  return { person, id }
}

const take = (person: Person, place: Assignment) => person.call(takePeerTask, { body: place })
const state = async (person: Person, place: Assignment) => (await person.call(readPeerState, { query: place })).result
const give = (person: Person, id: string, answers = ['接缝很干净', '过渡带再宽一点']) =>
  person.call(givePeerFeedback, { body: { id, answers } })
const received = async (person: Person, id: string) =>
  (await person.call(readSubmission, { params: { id }, query: {} })).result.peerFeedback
const told = async (person: Person, kind: string) =>
  (await person.call(listNotifications, { query: {} })).result.results.filter((one) => one.kind === kind)

/** Hands out one and gives it; what it was given on, by the title. */
async function giveOne(person: Person, place: Assignment): Promise<string | null> {
  const { task } = (await take(person, place)).result
  if (!task) return null
  expect((await give(person, task.id)).status).toBe(200)
  return task.title
}

test('who handed in gets the work of another without a name, answers the questions, and its author reads the answers', async () => {
  const place = await assignment()
  const [ada, bob] = [await author(place, { title: '塔楼' }), await author(place, { title: '港口' })]
  const { task } = (await take(ada.person, place)).result
  expect(task).toMatchObject({ title: '港口', files: [{ kind: 'image' }] })
  expect(JSON.stringify(task)).not.toContain(bob.person.id)
  expect((await take(ada.person, place)).result.task?.id).toBe(task?.id)
  expect(await state(ada.person, place)).toMatchObject({ questions: peerQuestions, given: 0, share: 2, hasMore: false })
  for (const answers of [['接缝很干净'], ['接缝很干净', ' ']]) {
    const { status, result } = await give(ada.person, task?.id ?? '', answers)
    expect([status, result.details?.[0]?.field]).toEqual([400, 'answers.1'])
  }
  expect((await give(ada.person, task?.id ?? '')).result).toEqual({ given: 1, share: 2 })
  // sent again, with other words: it stands as it was given
  expect((await give(ada.person, task?.id ?? '', ['另外', '两句'])).result.given).toBe(1)
  const [feedback] = await received(bob.person, bob.id)
  expect(feedback).toMatchObject({
    ...{ version: 1, reviewer: null, isReported: false },
    answers: peerQuestions.map((question) => ({ question, html: expect.stringMatching(/接缝|过渡带/) })),
  })
  expect(await received(ada.person, bob.id)).toEqual([])
  await site.settle()
  expect(await told(bob.person, 'peer_feedback')).toMatchObject([{ path: `/submission/${bob.id}` }])
})

test('educators of the item learn who gave feedback', async () => {
  const educator = await site.user({ groups: ['learn_creator'] })
  const place = await assignment({ authorId: educator.id, ownerId: educator.id })
  const [ada, bob] = [await author(place), await author(place)]
  await giveOne(ada.person, place)
  expect((await received(educator, bob.id))[0]?.reviewer?.id).toBe(ada.person.id)
})

test('private work is given to nobody; a step without questions, and who has not handed in, gets nothing', async () => {
  const [place, plain] = [await assignment(), await assignment({ peerQuestions: [] })]
  const hidden = await author(place, { permission: 'private' })
  const ada = await author(place)
  expect((await take(ada.person, place)).result).toMatchObject({ task: null, hasMore: false })
  expect((await take(hidden.person, place)).result.task).not.toBeNull()
  const visitor = await site.learner()
  expect(await state(visitor, place)).toMatchObject({ hasHandedIn: false, task: null, hasMore: false })
  expect((await take(visitor, place)).status).toBe(404)
  expect((await take((await author(plain)).person, plain)).status).toBe(404)
  expect((await take(site.guest(), place)).status).toBe(401)
  const { result } = await visitor.call(listSubmissions, { query: { itemId: place.itemId } })
  expect(result.peer).toEqual({ [place.sectionId]: { given: 0, share: peerShare } })
})

test('what is late is handed out again, and is taken all the same when it comes', async () => {
  const place = await assignment()
  const work = await author(place, { title: '等着的' })
  const [ada, bob, cem] = [await site.learner(), await site.learner(), await site.learner()]
  for (const person of [ada, bob, cem]) await submit(site, person, place, { permission: 'private' })
  const late = (await take(ada, place)).result.task
  expect(late?.title).toBe('等着的')
  expect((await take(bob, place)).result.task?.title).toBe('等着的')
  site.clock.advance({ days: 4 })
  expect((await take(cem, place)).result.task?.title).toBe('等着的')
  expect((await give(ada, late?.id ?? '')).status).toBe(200)
  expect(await received(work.person, work.id)).toHaveLength(1)
})

test('of work with as much feedback, that of learners who have done their share comes first', async () => {
  const place = await assignment()
  const [idle, busy] = [await author(place, { title: '没评过' }), await author(place, { title: '评过两件' })]
  await author(place, { title: '第三件' })
  for (let count = 0; count < peerShare; count++) await giveOne(busy.person, place)
  await giveOne(idle.person, place)
  for (const { person, id } of [idle, busy]) expect(await received(person, id)).toHaveLength(1)
  const late = await author(place, { permission: 'private' })
  expect((await take(late.person, place)).result.task?.title).toBe('评过两件')
})

test('whatever order learners come in: nobody gets their own or the same twice, nobody waits, and work is spread', async () => {
  for (const seed of [1, 2, 3]) {
    const random = randomOf(seed)
    const place = await assignment()
    const learners: Awaited<ReturnType<typeof author>>[] = []
    for (let at = 0; at < 7; at++) learners.push(await author(place, { title: `作品${at}` }))
    const seen = new Map(learners.map(({ id }) => [id, new Set<string>()]))
    for (let turn = 0; turn < 60; turn++) {
      const [learner] = learners.splice(Math.floor(random() * learners.length), 1)
      if (!learner) throw new Error('Nobody is left')
      learners.push(learner)
      const { task, given } = (await take(learner.person, place)).result
      // who has not done their share is never sent away
      if (given < peerShare) expect(task).not.toBeNull()
      if (!task) continue
      if (random() < 0.3) {
        site.clock.advance({ days: Math.floor(random() * 5) })
        continue
      }
      await give(learner.person, task.id)
      const titles = seen.get(learner.id)
      expect(titles?.has(task.title)).toBe(false)
      titles?.add(task.title)
    }
    for (const { person } of learners) {
      const isDone = ({ given, task }: Awaited<ReturnType<typeof state>>) => given >= peerShare && task === null
      while (!isDone(await state(person, place))) await giveOne(person, place)
    }
    for (const { person, id } of learners) {
      const own = (await person.call(readSubmission, { params: { id }, query: {} })).result
      expect(seen.get(id)?.has(own.submission.title)).toBe(false)
      expect(own.peerFeedback.length).toBeGreaterThanOrEqual(1)
    }
  }
})

test('two who ask at the same time do not get the same while something else waits', async () => {
  const place = await assignment()
  const works = [await author(place), await author(place)]
  const [ada, bob] = [await site.learner(), await site.learner()]
  for (const person of [ada, bob]) await submit(site, person, place, { permission: 'private' })
  await Promise.all([take(ada, place), take(bob, place)])
  for (const { id } of works) {
    const rows = await site.db.selectFrom('peer_feedback').select('id').where('submission_id', '=', id).execute()
    expect(rows).toHaveLength(1)
  }
})

test('who had nothing to look at is told when something is handed in', async () => {
  const place = await assignment()
  const first = await author(place)
  expect((await take(first.person, place)).result.task).toBeNull()
  await author(place)
  await author(place)
  await site.settle()
  expect(await told(first.person, 'peer_work')).toHaveLength(1)
})

test('after three days without feedback the makers are told once, and not of what has some', async () => {
  const educator = await site.user({ groups: ['learn_creator'] })
  const place = await assignment({ authorId: educator.id, ownerId: educator.id })
  const [ada, bob] = [await author(place), await author(place)]
  await giveOne(ada.person, place)
  const daily = async () => {
    await site.services.jobs.send(site.db, 'community.peer_educators', {})
    await site.settle()
  }
  await daily()
  expect(await told(educator, 'peer_educators')).toEqual([])
  site.clock.advance({ days: 3 })
  await daily()
  await daily()
  expect(await told(educator, 'peer_educators')).toMatchObject([{ path: `/creator/submissions/${place.itemId}` }])
  expect(await received(bob.person, bob.id)).toHaveLength(1)
})

test('in an organisation the teachers of the learner are told of work that waits, private or not, and of no other', async () => {
  const organisation = await buildOrganisation(site.db)
  const [maker, near, far, learner] = [
    await site.user({ groups: ['learn_creator'] }),
    await site.user({ member: 'educator' }),
    await site.user({ member: 'educator' }),
    await site.user({ member: 'learner' }),
  ]
  const classId = newId('class')
  await site.db.insertInto('classes').values({ id: classId, organisation_id: organisation, name: classId }).execute()
  const classOf = [near, learner].map(({ id }) => ({ class_id: classId, organisation_id: organisation, user_id: id }))
  await site.db.insertInto('class_members').values(classOf).execute()
  const own = { ownerId: maker.id, authorId: maker.id, peerQuestions: [] }
  const place = await assignment({ ...own, organisation })
  expect((await submit(site, learner, place, { permission: 'private' })).status).toBe(200)
  expect((await submit(site, learner, await assignment(own))).status).toBe(200)
  const daily = async () => {
    await site.services.jobs.send(site.db, 'community.peer_educators', {})
    await site.settle()
  }
  await daily()
  expect(await told(near, 'peer_educators')).toEqual([])
  site.clock.advance({ days: 3 })
  for (const _ of [1, 2]) await daily()
  expect(await told(near, 'peer_educators')).toMatchObject([{ path: `/creator/submissions/${place.itemId}` }])
  expect(await told(far, 'peer_educators')).toEqual([])

  // without a class every educator is a teacher
  const other = await site.user({ member: 'learner' })
  await submit(site, other, place)
  site.clock.advance({ days: 3 })
  await daily()
  expect(await told(far, 'peer_educators')).toHaveLength(1)
})

test('feedback is reported by the author of the work, hidden by a moderator, and shown to nobody then', async () => {
  const place = await assignment()
  const [ada, bob] = [await author(place), await author(place)]
  const moderator = await site.user({ groups: ['learn_moderator'] })
  await giveOne(ada.person, place)
  const [feedback] = await received(bob.person, bob.id)
  const target = { id: feedback?.id ?? '', type: 'feedback' as const }
  const report = (person: Person) =>
    person.call(reportThing, { body: { ...target, reasons: [{ type: 'disrespectful', content: '' }] } })
  expect((await report(await site.learner())).status).toBe(404)
  expect((await report(bob.person)).status).toBe(200)
  expect((await received(bob.person, bob.id))[0]?.isReported).toBe(true)
  const { results } = (await moderator.call(listReports, { query: { status: 'open' } })).result
  const entry = results.find(({ id }) => id === target.id)
  expect(entry).toMatchObject({ type: 'feedback', excerpt: expect.stringContaining('接缝很干净') })
  const { result: file } = await moderator.call(readCase, { query: { caseId: entry?.caseId ?? '' } })
  expect(file).toMatchObject({ path: `/submission/${bob.id}`, subject: { id: ada.person.id } })
  await moderator.call(banReported, { body: { ...target, reason: 'disrespectful' } })
  expect(await received(bob.person, bob.id)).toEqual([])
})

test('what was given counts in my learning', async () => {
  const place = await assignment()
  const ada = await author(place)
  await author(place)
  await giveOne(ada.person, place)
  expect((await ada.person.call(getStudyYear, { query: {} })).result.counts.feedbackGiven).toBe(1)
})

test('an account that ends leaves its feedback without a name; merged accounts have no feedback on their own work', async () => {
  const place = await assignment()
  const [ada, bob, cem] = [await author(place), await author(place), await author(place)]
  await giveOne(ada.person, place)
  await giveOne(ada.person, place)
  const data = await submissionPersonalData.read(site.db, ada.person.id)
  expect(data.peerFeedback).toHaveLength(2)
  await inTransaction(site.db, (trx) => submissionPersonalData.merge(trx, { from: ada.person.id, into: bob.person.id }))
  expect(await received(bob.person, bob.id)).toEqual([])
  expect(await received(cem.person, cem.id)).toHaveLength(1)
  await inTransaction(site.db, (trx) => submissionPersonalData.erase(trx, bob.person.id))
  expect(await received(cem.person, cem.id)).toHaveLength(1)
})

/** The same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
}
