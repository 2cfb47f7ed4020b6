import { assignItem } from '@lantern/contract/campus/assignments.ts'
import { beatStudy, readStudy } from '@lantern/contract/campus/study-time.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { buildCourse, buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { type Person, testSite } from '#testing/site.ts'
import { campusPersonalData } from './personal-data.ts'
import { signStudy } from './study-token.ts'

const site = await testSite()
site.clock.set('2026-03-02T02:00:00Z')
const organisation = await buildOrganisation(site.db)

const beat = async (person: Person, body: Parameters<typeof bodyOf>[0]) =>
  person.call(beatStudy, { body: bodyOf(body) })
const bodyOf = (body: {
  itemId: string
  token: string | null
  paused?: boolean
  watched?: { videoId: string; parts: { from: number; to: number }[] }[]
}) => body

/** An open page that sends heartbeats for its learner. */
async function openPage(person: Person, itemId: string) {
  let { token } = (await beat(person, { itemId, token: null })).result
  return {
    token: () => token,
    async studies(seconds: number, more: Partial<Parameters<typeof bodyOf>[0]> = {}) {
      site.clock.advance({ seconds })
      const answer = await beat(person, { itemId, token, ...more })
      expect(answer.status).toBe(200)
      token = answer.result.token
    },
  }
}

const seconds = async (person: Person, classId: string, query: object = {}) => {
  const { rows } = (await person.call(readStudy, { params: { classId }, query })).result
  return rows.map((row) => [row.name, row.seconds])
}
const rowOf = async (person: Person, classId: string, name: string) =>
  (await person.call(readStudy, { params: { classId }, query: {} })).result.rows.find((row) => row.name === name)

async function school(id: string) {
  const built = await buildClass(site, { id, organisation })
  const { id: itemId } = await buildTutorial(site.db)
  await give(built.teacher, id, itemId)
  return { ...built, itemId }
}

async function give(teacher: Person, classId: string, item: string, opensAt = '2026-03-01T08:00') {
  const { status, result } = await teacher.call(assignItem, {
    params: { classId },
    body: { item, opensAt, dueAt: '2026-04-01T08:00' },
  })
  expect(status).toBe(200)
  return result.id
}

test('the time between two signs counts, from the first token on; a learner reads their own and a teacher everybody’s', async () => {
  const { classId, teacher, learners, outside, colleague, itemId } = await school('kl_time')
  const [ada, ben] = learners
  const page = await openPage(ada, itemId)
  await page.studies(30)
  await page.studies(30)
  expect(await seconds(teacher, classId)).toEqual([
    ['Ada', 60],
    ['Ben', 0],
  ])
  expect(await seconds(ben, classId)).toEqual([['Ben', 0]])
  expect(await seconds(ada, classId)).toEqual([['Ada', 60]])
  for (const person of [outside, colleague])
    expect((await person.call(readStudy, { params: { classId }, query: {} })).status).toBe(404)
})

test('no moment counts twice: two pages at once, a token used again, and one that is too old', async () => {
  const { classId, teacher, learners, itemId } = await school('kl_twice')
  const [ada] = learners
  const [one, other] = [await openPage(ada, itemId), await openPage(ada, itemId)]
  const first = one.token()
  await one.studies(30)
  await other.studies(0)
  await one.studies(10)
  await other.studies(0)
  expect(await seconds(teacher, classId)).toContainEqual(['Ada', 40])
  await beat(ada, { itemId, token: first })
  expect(await seconds(teacher, classId)).toContainEqual(['Ada', 40])
  // a page that was not heard of, and one at which nobody was
  await one.studies(600)
  await one.studies(30, { paused: true })
  expect(await seconds(teacher, classId)).toContainEqual(['Ada', 40])
  await one.studies(30)
  expect(await seconds(teacher, classId)).toContainEqual(['Ada', 70])
  // the same page twice at one moment
  site.clock.advance({ seconds: 20 })
  const token = one.token()
  await Promise.all([1, 2, 3].map(() => beat(ada, { itemId, token })))
  expect(await seconds(teacher, classId)).toContainEqual(['Ada', 90])
})

test('a token that the site did not write, of somebody else or for something else is refused by its field', async () => {
  const { learners, itemId } = await school('kl_forged')
  const [ada, ben] = learners
  const page = await openPage(ada, itemId)
  const token = page.token() ?? ''
  const [body = '', signature = ''] = token.split('.')
  const held = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
  const earlier = Buffer.from(JSON.stringify({ ...held, at: 0 })).toString('base64url')
  const foreign = signStudy(site.services.sealer, { userId: ben.id, itemId, beganAt: 0, at: 0, films: 0 })
  for (const wrong of [`${earlier}.${signature}`, 'x', body, foreign]) {
    const { status, result } = await beat(ada, { itemId, token: wrong })
    expect([wrong, status, result.details?.[0]?.field]).toEqual([wrong, 400, 'token'])
  }
  const { id: otherItem } = await buildTutorial(site.db)
  expect((await beat(ada, { itemId: otherItem, token })).status).toBe(400)
})

test('only what a class was assigned counts, once it is open, also within a course and in another language', async () => {
  const { classId, teacher, learners, outside, itemId } = await school('kl_what')
  const [ada] = learners
  const token = async (person: Person, id: string) => (await beat(person, { itemId: id, token: null })).result.token
  const { id: lesson, ...work } = await buildTutorial(site.db)
  const { id: course } = await buildCourse(site.db, { contents: [lesson] })
  expect(work).toBeTruthy()
  expect([await token(ada, lesson), await token(teacher, itemId), await token(outside, itemId)]).toEqual([
    null,
    null,
    null,
  ])
  await give(teacher, classId, course, '2026-03-02T11:00')
  expect(await token(ada, lesson)).toBeNull()
  site.clock.advance({ hours: 2 })
  const page = await openPage(ada, lesson)
  await page.studies(30)
  expect(await seconds(teacher, classId)).toContainEqual(['Ada', 30])
  const { rows } = await sql<{ id: string }>`select id from assignments where item_id = ${itemId}`.execute(site.db)
  expect(await seconds(teacher, classId, { assignmentId: rows[0]?.id })).toContainEqual(['Ada', 0])
  expect((await teacher.call(readStudy, { params: { classId }, query: { assignmentId: 'as_none' } })).status).toBe(404)
})

test('of films each second counts once; seeking is no anomaly, and more than the clock allows is one', async () => {
  const { classId, teacher, learners, itemId } = await school('kl_films')
  const [ada, ben] = learners
  for (const id of ['vi_study', 'vi_elsewhere'])
    await sql`insert into videos (id, owner_id, title, source_key, state, duration, created_at, updated_at)
      values (${id}, ${teacher.id}, 'f', ${id}, 'ready', 600, now(), now())`.execute(site.db)
  await sql`
    update sections set body_html = '<figure class="video" data-video="vi_study"></figure>' where item_id = ${itemId}`.execute(
    site.db,
  )
  const film = (...parts: [number, number][]) => ({
    watched: [{ videoId: 'vi_study', parts: parts.map(([from, to]) => ({ from, to })) }],
  })
  const page = await openPage(ada, itemId)
  // goes to the end, back to the beginning, and over the same again
  await page.studies(30, film([0, 12], [560, 570]))
  await page.studies(30, film([0, 25], [560, 590]))
  await page.studies(30, { watched: [{ videoId: 'vi_elsewhere', parts: [{ from: 0, to: 30 }] }] })
  expect(await rowOf(teacher, classId, 'Ada')).toMatchObject({ filmSeconds: 55, filmsSeconds: 600, anomalies: [] })
  // without a network for two minutes, while the film played on
  await page.studies(120, film([0, 145], [560, 590]))
  expect(await rowOf(teacher, classId, 'Ada')).toMatchObject({ filmSeconds: 175, anomalies: [], seconds: 90 })
  const cheat = await openPage(ben, itemId)
  await cheat.studies(30, film([0, 600]))
  expect(await rowOf(teacher, classId, 'Ben')).toMatchObject({
    filmSeconds: 0,
    anomalies: [{ kind: 'film_too_fast', day: '2026-03-02', minutes: 9 }],
  })
})

test('two devices at one time and hours without a pause are on the teacher’s list; a moment of each is not', async () => {
  const { classId, teacher, learners, itemId } = await school('kl_odd')
  const [ada, ben] = learners
  const phone = await site.signedInAgain(ada, 'mobile')
  const [one, other] = [await openPage(ada, itemId), await openPage(phone, itemId)]
  for (let n = 0; n < 9; n += 1) {
    await one.studies(60)
    await other.studies(0)
  }
  expect((await rowOf(teacher, classId, 'Ada'))?.anomalies).toEqual([])
  for (let n = 0; n < 3; n += 1) {
    await one.studies(60)
    await other.studies(0)
  }
  const row = await rowOf(teacher, classId, 'Ada')
  expect(row?.anomalies.map(({ kind, minutes }) => [kind, minutes])).toEqual([['two_devices', 12]])
  expect(row?.seconds).toBe(12 * 60)
  const long = await openPage(ben, itemId)
  for (let n = 0; n < 241; n += 1) await long.studies(60)
  expect((await rowOf(teacher, classId, 'Ben'))?.anomalies).toMatchObject([{ kind: 'no_pause', minutes: 241 }])
}, 60_000)

test('the file names each learner, item and day, and is for teachers alone', async () => {
  const { classId, teacher, learners, itemId } = await school('kl_file')
  const [ada] = learners
  await site.db.updateTable('items').set({ title: '灯的体检' }).where('id', '=', itemId).execute()
  const page = await openPage(ada, itemId)
  for (let n = 0; n < 3; n += 1) await page.studies(60)
  const url = `/api/campus/class/${classId}/study-time.csv`
  const { body, statusCode } = await teacher.inject({ method: 'GET', url })
  expect([statusCode, body.trim().split('\r\n')[1]]).toEqual([
    200,
    expect.stringMatching(/^Ada,灯的体检,2026-03-\d\d,3$/),
  ])
  expect((await ada.inject({ method: 'GET', url })).statusCode).toBe(403)
})

test('study time is in the file of one’s data, and of two accounts adds up', async () => {
  const { classId, teacher, learners, itemId } = await school('kl_merge')
  const [ada, ben] = learners
  for (const person of learners) await (await openPage(person, itemId)).studies(30)
  await inTransaction(site.db, (trx) => campusPersonalData.merge(trx, { from: ben.id, into: ada.id }))
  expect(await seconds(teacher, classId)).toEqual([
    ['Ada', 60],
    ['Ben', 0],
  ])
  expect((await campusPersonalData.read(site.db, ada.id)).studyTime).toMatchObject([{ itemId, seconds: 60 }])
})

test('days are those of the school, and of what passes midnight or the end of a month each day has its part', async () => {
  const abroad = await buildOrganisation(site.db, 'og_abroad')
  await site.db.updateTable('organisations').set({ time_zone: 'America/New_York' }).where('id', '=', abroad).execute()
  const { classId, teacher, learners } = await buildClass(site, { id: 'kl_abroad', organisation: abroad })
  const [ada, ben] = learners
  const { id: itemId } = await buildTutorial(site.db)
  await give(teacher, classId, itemId)
  const phone = await site.signedInAgain(ada, 'mobile')
  site.clock.set('2026-04-01T03:59:00Z')
  const [page, other, ofBen] = [await openPage(ada, itemId), await openPage(phone, itemId), await openPage(ben, itemId)]
  await page.studies(40)
  await other.studies(32)
  await ofBen.studies(0)
  await page.studies(18)
  const { body } = await teacher.inject({ method: 'GET', url: `/api/campus/class/${classId}/study-time.csv` })
  const lines = body.trim().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(',').filter((_, place) => place !== 1))).toEqual([
    ['Ada', '2026-03-31', '1'],
    ['Ada', '2026-04-01', '0.5'],
    ['Ben', '2026-03-31', '1'],
    ['Ben', '2026-04-01', '0.2'],
  ])
})
