import { join } from 'node:path'
import { plainLearner, type SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { offset, readDemoClass } from '#authoring/index.ts'
import {
  assign,
  keepGroup,
  markGiven,
  readAnswerToMark,
  readToMark,
  saveStudyTime,
  sendMessage,
} from '#campus/index.ts'
import { giveSeatsTo, giveStaffLicence } from '#commerce/index.ts'
import { demoOrganisation } from '#identity/index.ts'
import { type Services, servicesAt } from '#kit/services.ts'
import { siteTimeZone } from '#kit/site-time.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { clockTimeIn } from '#kit/zoned-time.ts'
import { startRecord, toggleStep, toggleTutorial } from '#learning/index.ts'
import { readQuizQuestions } from '#quiz/index.ts'
import { demoClassId } from './demo-class.ts'
import { spread } from './learn-in-demo.ts'
import { recordQuiz } from './record-quiz.ts'

const hourMs = 3_600_000

type DemoClass = NonNullable<ReturnType<typeof readDemoClass>>

/**
 * The demo's school has a class with assignments that some finished in time, some late and some not yet: by the ordinary
 * rules, each act at its own time; once only.
 */
export async function teachInDemo(services: Services): Promise<void> {
  const demo = readDemoClass(join(services.config.siteRoot, 'content'))
  if (!demo) return
  await inTransaction(services.db, async (trx) => {
    // a first start that is cut off begins again: it need not wait for the disk after every act
    await sql`set local synchronous_commit = off`.execute(trx)
    const people = await makeClass(trx, demo, services.clock.now())
    if (!people) return
    await seatClass({ ...services, db: trx }, people, demo)
    const groupIds = await makeGroups({ ...services, db: trx }, people, demo)
    for (const [n, one] of demo.assignments.entries())
      await learnAssigned({ ...services, db: trx }, people, one, { n, texts: demo.texts, groupIds })
    await markTexts({ ...services, db: trx }, people, demo.texts)
    for (const { title, text, sent } of demo.messages) {
      const at = offset(services.clock.now(), sent).getTime()
      const message = { key: `demo ${sent}`, title, text, audience: 'all' as const }
      await sendMessage({ ...servicesAt(services, at), db: trx }, people.teacher, demoClassId, message)
    }
  })
}

interface People {
  teacher: SignedIn
  learners: SignedIn[]
}

/** Null where the class is there already, or its teacher is not. */
async function makeClass(trx: Trx, demo: DemoClass, now: Date): Promise<People | null> {
  const organisation_id = demoOrganisation.id
  const { rows: known } = await sql<{ id: string; name: string; phone: string }>`
    select id, name, phone from users where phone in (${demo.teacher}, ${demo.learner})`.execute(trx)
  const teacher = known.find(({ phone }) => phone === demo.teacher)
  if (!teacher) return null
  const made = await trx
    .insertInto('classes')
    .values({ id: demoClassId, name: demo.name, organisation_id, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return null
  const classmates = demo.classmates.map((name, n) => ({ id: `u_demo-classmate-${n + 1}`, name }))
  await trx
    .insertInto('users')
    .values(classmates.map(({ id, name }) => ({ id, name, slug: id, created_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx
    .insertInto('memberships')
    .values(
      classmates.map(({ id }, n) => ({
        organisation_id,
        user_id: id,
        role: 'learner',
        began_at: now,
        listed_number: String(2026101 + n),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const learners = [...classmates, ...known.filter(({ phone }) => phone === demo.learner)]
  await trx
    .insertInto('class_members')
    .values([teacher, ...learners].map(({ id }) => ({ class_id: demoClassId, organisation_id, user_id: id })))
    .execute()
  const inClass = (role: 'learner' | 'educator') => (person: { id: string; name: string }) => ({
    ...plainLearner(person),
    memberships: [{ organisationId: organisation_id, role }],
    classes: [demoClassId],
  })
  return { teacher: inClass('educator')(teacher), learners: learners.map(inClass('learner')) }
}

/** The school has seats of a paid lesson, and its class has some of them. */
async function seatClass(services: Services, { teacher }: People, { licence }: DemoClass): Promise<void> {
  const { db } = services
  const [type, slug] = licence?.item.split(':') ?? []
  const item = await db
    .selectFrom('items')
    .select('id')
    .where('source_key', '=', `demo/${type}/${slug}.zh`)
    .executeTakeFirst()
  const staff = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('phone', '=', licence?.staff ?? '')
    .executeTakeFirst()
  if (!licence || !item || !staff) return
  const { seats, reason } = licence
  const given = { organisation: demoOrganisation.id, item: item.id, seats, reason }
  const { id: licenceId } = await giveStaffLicence(services, { ...plainLearner(staff), groups: ['learn_admin'] }, given)
  await giveSeatsTo(services, teacher, { id: demoOrganisation.id, licenceId }, { classId: demoClassId })
}

/** Their ids, by name. Some learners are in none. */
async function makeGroups(
  services: Services,
  { teacher, learners }: People,
  { groups }: DemoClass,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  for (const { name, members } of groups) {
    const userIds = learners.filter((learner) => members.includes(learner.name)).map(({ id }) => id)
    ids.set(name, (await keepGroup(services, teacher, demoClassId, { name, userIds })).id)
  }
  return ids
}

async function learnAssigned(
  services: Services,
  { teacher, learners }: People,
  { item, opens, due, note, for: groups }: DemoClass['assignments'][number],
  { n, texts, groupIds }: { n: number; texts: DemoClass['texts']; groupIds: ReadonlyMap<string, string> },
): Promise<void> {
  const now = services.clock.now()
  const [type, slug] = item.split(':')
  const found = await services.db
    .selectFrom('items')
    .select('id')
    .where('source_key', '=', `demo/${type}/${slug}.zh`)
    .executeTakeFirst()
  if (!found) return
  const at = (text: string, hour: string) => `${clockTimeIn(siteTimeZone, offset(now, text)).slice(0, 10)}T${hour}`
  const opensAt = offset(now, opens).getTime()
  await assign(servicesAt(services, Math.min(opensAt, now.getTime())), teacher, demoClassId, {
    item: found.id,
    opensAt: at(opens, '08:00'),
    dueAt: at(due, '22:00'),
    note: note ?? '',
    ...(groups && { recipients: { groupIds: groups.flatMap((name) => groupIds.get(name) ?? []), userIds: [] } }),
  })
  const daysFor = (offset(now, due).getTime() - opensAt) / (24 * hourMs)
  for (const [place, learner] of learners.entries()) {
    // the more able ones begin earlier; a few are late, and some have not begun
    const ability = spread(place + 40)
    const begins = opensAt + (4 + 24 * daysFor * (1.25 - ability) * (0.45 + 0.8 * spread(place * 7 + n))) * hourMs
    if (begins + 3 * hourMs > now.getTime() || spread(place * 11 + n + 500) < 0.06) continue
    const from = (minutes: number) => servicesAt(services, begins + minutes * 60_000)
    const minutes = Math.round(type === 'quiz' ? 12 : 20 + 60 * spread(place * 13 + n + 300))
    const at = from(minutes).clock.now()
    await saveStudyTime(services.db, learner.id, { itemId: found.id, at, minutes })
    if (type === 'tutorial') await readLesson(from, learner, found.id, spread(place * 5 + n + 900) + ability)
    // from the last learner on, who is the one that signs in
    const text = texts[learners.length - 1 - place]?.text
    if (type === 'quiz') await takeQuiz(from, learner, found.id, { ability, luck: place + n, text })
  }
}

type At = (minutes: number) => Services

/** Above 0.7 they read it to the end. */
async function readLesson(at: At, learner: SignedIn, id: string, diligence: number): Promise<void> {
  await startRecord(at(0), learner, { id, type: 'tutorial' })
  if (diligence > 0.7) return void (await toggleTutorial(at(90), learner, { id, completed: true }))
  const steps = await at(0)
    .db.selectFrom('sections')
    .select('id')
    .where('item_id', '=', id)
    .orderBy('position')
    .execute()
  const done = steps.slice(0, Math.ceil(steps.length * diligence))
  for (const [place, step] of done.entries())
    await toggleStep(at(5 + place * 8), learner, { id, stepId: step.id, completed: true })
}

interface Taker {
  ability: number
  luck: number
  /** What they write where a text is asked for. */
  text: string | undefined
}

async function takeQuiz(at: At, learner: SignedIn, id: string, { ability, luck, text }: Taker): Promise<void> {
  const questions = await readQuizQuestions(at(0).db, id)
  const answers = questions.map(({ id: questionId, options, ask }, place) => {
    if (ask?.kind === 'essay') return { questionId, given: text ? [text] : [] }
    const isKnown = spread(luck * 17 + place + 2000) < 0.35 + 0.6 * ability
    const chosen = options.filter(({ correct }) => correct === isKnown)
    return { questionId, optionIds: (isKnown ? chosen : chosen.slice(0, 1)).map((option) => option.id) }
  })
  await recordQuiz(at(0), learner, { id, type: 'quiz', completed: false })
  await recordQuiz(at(12), learner, { id, type: 'quiz', answers, completed: true })
}

/** The teacher has marked most of what was written, a day and a half after it came. */
async function markTexts(services: Services, { teacher }: People, texts: DemoClass['texts']): Promise<void> {
  const { results } = await readToMark(services, teacher, { pageSize: 50 })
  for (const { userId, quizId, number, questionId, submittedAt } of results) {
    const key = { userId, quizId, number, questionId }
    const { text } = await readAnswerToMark(services, teacher, key)
    const { points, comment = '' } = texts.find((one) => one.text === text) ?? {}
    const at = Date.parse(submittedAt) + 36 * hourMs
    if (points === undefined || at > services.clock.now().getTime()) continue
    await markGiven({ ...servicesAt(services, at), db: services.db }, teacher, {
      ...key,
      given: points,
      comment,
      markedAt: null,
    })
  }
}
