import * as certificates from '@lantern/contract/certificates/certificates.ts'
import { restartRecord, startRecord } from '@lantern/contract/learning/records.ts'
import { expect, test } from 'vitest'
import { buildCourse, buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { start, tick } from '#testing/learner-acts.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const gives = { properties: { givesCertificate: true } }

async function courseOf(change: Parameters<typeof buildCourse>[1] = gives) {
  const lesson = await buildTutorial(site.db, { steps: 1 })
  const extra = await buildTutorial(site.db, { steps: 1 })
  const contents = [lesson.id, { id: extra.id, required: false }]
  return { lesson, course: await buildCourse(site.db, { title: '写光', contents, ...change }) }
}

async function learn(person: Person, { lesson, course }: Awaited<ReturnType<typeof courseOf>>) {
  await start(person, course.id, 'course')
  await person.call(startRecord, { body: { id: lesson.id, type: 'tutorial', courseId: course.id } })
  await Promise.all([1, 2].map(() => tick(person, lesson.id, lesson.steps[0]?.id)))
}

async function numbersOf(person: Person) {
  await site.settle()
  return (await person.call(certificates.listOwnCertificates)).result.results.map(({ number }) => number)
}

const read = async (person: Person, number = '') =>
  (await person.call(certificates.getCertificate, { params: { number } })).result

test('who completes a course that gives a certificate gets one, and never a second', async () => {
  const ada = await site.user({ name: 'Ada' })
  const built = await courseOf()
  await learn(ada, built)
  const [number, ...more] = await numbersOf(ada)
  expect(more).toEqual([])
  const path = `/course/${built.course.slug}`
  expect(await read(ada, number)).toMatchObject({ kind: 'course', title: '写光', items: 1, path, holderName: 'Ada' })
  await ada.call(restartRecord, { body: { id: built.course.id, type: 'course' } })
  await learn(ada, built)
  expect(await numbersOf(ada)).toEqual([number])
})

test('a certificate leads to its course for those who see it, and to nothing once it is withdrawn', async () => {
  const organisation = await buildOrganisation(site.db)
  const { learners } = await buildClass(site, { id: 'kl_leads', organisation })
  const [ada] = learners
  const built = await courseOf({ ...gives, organisation })
  await learn(ada, built)
  const [number] = await numbersOf(ada)
  const guest = await site.guest()
  const paths = async () => [(await read(ada, number)).path, (await read(guest, number)).path]
  expect(await paths()).toEqual([expect.stringContaining(built.course.slug), null])
  await site.db.updateTable('items').set({ status: 'draft' }).where('id', '=', built.course.id).execute()
  expect(await paths()).toEqual([null, null])
  expect(await read(guest, number)).toMatchObject({ title: '写光', holderName: 'Ada' })
})

test('another language of the same course gives no other certificate', async () => {
  const ben = await site.user()
  const [zh, en] = [
    await courseOf({ ...gives, translationGroup: 'light' }),
    await courseOf({ ...gives, translationGroup: 'light', language: 'en' }),
  ]
  await learn(ben, zh)
  const numbers = await numbersOf(ben)
  expect(numbers).toHaveLength(1)
  await ben.call(restartRecord, { body: { id: en.course.id, type: 'course' } })
  await learn(ben, en)
  expect(await numbersOf(ben)).toEqual(numbers)
})

test('a course that gives none, and one that was begun alone, give none', async () => {
  const cas = await site.user()
  await learn(cas, await courseOf({}))
  await start(cas, (await courseOf()).course.id, 'course')
  expect(await numbersOf(cas)).toEqual([])
})

test('the course of an organisation gives its certificate, which leads to the campus', async () => {
  const dan = await site.user()
  const organisation = await buildOrganisation(site.db)
  const built = await courseOf({ ...gives, organisation, audience: 'open' })
  await learn(dan, built)
  const [number] = await numbersOf(dan)
  expect(await read(dan, number)).toMatchObject({ path: `/campus/course/${built.course.slug}` })
  expect((await read(dan, number)).organisationName).not.toBeNull()
})

test('on one’s page stands what one put there, while it is valid and its name is shown', async () => {
  const [eve, guest] = [await site.user(), await site.guest()]
  await learn(eve, await courseOf())
  const [number = ''] = await numbersOf(eve)
  const shown = async (person: Person) => {
    const { results } = (await person.call(certificates.listCertificatesOfPerson, { query: { userId: eve.id } })).result
    return results.map((one) => [one.number, one.inProfile])
  }
  const put = (person: Person, inProfile: boolean) =>
    person.call(certificates.putInProfile, { params: { number }, body: { inProfile } })
  const show = (isPublic: boolean) => eve.call(certificates.showCertificate, { params: { number }, body: { isPublic } })
  expect([await shown(guest), await shown(eve)]).toEqual([[], [[number, false]]])
  expect([(await put(await site.user(), true)).status, (await put(eve, true)).status]).toEqual([404, 200])
  expect(await shown(guest)).toEqual([[number, true]])
  await show(false)
  expect([await shown(guest), (await put(eve, true)).status, (await put(eve, false)).status]).toEqual([[], 409, 200])
  await show(true)
  await put(eve, true)
  await site.db.updateTable('users').set({ records_private: true }).where('id', '=', eve.id).execute()
  expect([await shown(guest), await shown(eve)]).toEqual([[], [[number, true]]])
})
