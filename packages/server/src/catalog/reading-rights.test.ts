import { getCourse, getProject, getTutorial } from '@lantern/contract/catalog/details.ts'
import { itemPublished } from '@lantern/contract/catalog/events.ts'
import { listLiveSessions } from '@lantern/contract/catalog/live-sessions.ts'
import { expect, test } from 'vitest'
import type { ItemOptions } from '#testing/builders.ts'
import { buildCourse, buildGrant, buildLiveSession, buildProject, buildTutorial } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const secret = '只有买了的人才能读到的一句话'
const guest = site.guest()
const learner = await site.learner()
const member = await site.learner({ premium: true })
const buyer = await site.learner()
const author = await site.learner()
const editor = await site.user({ groups: ['learn_editor_zh'] })
const foreignEditor = await site.user({ groups: ['learn_editor_en'] })

const everyone = { guest, learner, member, buyer, author, editor, foreignEditor }

async function readers(options: ItemOptions): Promise<string[]> {
  const tutorial = await buildTutorial(site.db, {
    ...options,
    authorId: author.id,
    steps: [{ html: `<p>${secret}</p>`, labUrl: 'https://lab.example.com/secret', type: 'lab' }],
    materials: [{ type: 'link', name: '工程', url: 'https://example.com/secret.zip' }],
  })
  await grant(buyer, tutorial.id)
  const able: string[] = []
  for (const [name, person] of Object.entries(everyone)) {
    const { body, statusCode } = await person.inject({
      method: 'GET',
      url: `/api/learn/tutorial/${tutorial.id}/extends`,
    })
    expect(statusCode).toBe(200)
    expect(body).toContain('第1步')
    const leaks = [secret, 'lab.example.com/secret', 'secret.zip'].filter((text) => body.includes(text))
    if (leaks.length > 0) able.push(name)
    expect(leaks.length === 0 || leaks.length === 3).toBe(true)
  }
  return able
}

async function grant(person: Person, itemId: string): Promise<void> {
  await buildGrant(site.db, { userId: person.id, itemId })
}

test('what is free is read by everybody', async () => {
  expect(await readers({})).toEqual(Object.keys(everyone))
})

test('what is premium is read by members, makers and who was given it; not one byte reaches others', async () => {
  expect(await readers({ premium: true })).toEqual(['member', 'buyer', 'author', 'editor'])
})

test('what is paid is read by buyers and makers; membership does not open it', async () => {
  expect(await readers({ priceFen: 6800 })).toEqual(['buyer', 'author', 'editor'])
})

test('what is premium and paid is read by members and buyers', async () => {
  expect(await readers({ premium: true, priceFen: 6800 })).toEqual(['member', 'buyer', 'author', 'editor'])
})

test('what is published for an organisation is there for its members, and for nobody else on any way', async () => {
  const author = await site.user({ groups: ['campus_creator'], member: 'educator' })
  const teacher = await site.user({ groups: ['campus_creator'], member: 'educator' })
  const title = '校园里的光线追踪实验'
  const lesson = await buildTutorial(site.db, { organisation: true, title, ownerId: author.id, authorId: author.id })
  const live = await buildLiveSession(site.db, { organisation: true, title })
  const holder = await buildCourse(site.db, { contents: [lesson.id] })
  const campusCourse = await buildCourse(site.db, { organisation: true, contents: [lesson.id] })
  for (const { id } of [lesson, live, holder, campusCourse]) {
    await site.services.events.emit(site.db, itemPublished, { itemId: id })
  }
  await site.settle()
  const statusFor = async (person: Person) =>
    (await person.call(getTutorial, { params: { id: lesson.id }, query: {} })).status
  expect(await Promise.all([guest, learner, member, editor].map(statusFor))).toEqual([404, 404, 404, 404])
  expect(await Promise.all([teacher, author].map(statusFor))).toEqual([200, 200])

  for (const person of [guest, learner]) {
    const answers = await Promise.all(
      [
        `/api/learn/tutorial/${lesson.slug}/extends`,
        `/api/learn/search?k=${encodeURIComponent(title)}`,
        `/api/learn/headerSearch?k=${encodeURIComponent(title)}`,
        `/api/learn/cn/created/list?userId=${author.id}`,
        `/api/learn/course/${holder.id}/extends`,
        '/sitemap.xml',
        '/feed.xml',
      ].map((url) => person.inject({ method: 'GET', url })),
    )
    for (const { body } of answers) expect(body).not.toContain(lesson.id)
    // the answer repeats the requested type
    for (const { body } of answers) expect(body).not.toContain(`"title":"${title}`)
  }
  const lists = await site.guest().call(listLiveSessions, { query: { period: 'previous' } })
  expect(JSON.stringify(lists.result)).not.toContain(live.id)
  // the organisation's own course holds it as before
  const whole = await teacher.call(getCourse, { params: { id: campusCourse.id }, query: {} })
  expect(whole.result.courseData.contentIds).toEqual([lesson.id])
})

test('a membership that ended opens nothing', async () => {
  const was = await site.learner({ premium: true })
  const tutorial = await buildTutorial(site.db, { premium: true, steps: [{ html: secret }] })
  const url = `/api/learn/tutorial/${tutorial.id}/extends`
  expect((await was.inject({ method: 'GET', url })).body).toContain(secret)
  await site.db.updateTable('users').set({ premium_until: '2020-01-01' }).where('id', '=', was.id).execute()
  expect((await was.inject({ method: 'GET', url })).body).not.toContain(secret)
})

test('buying a course opens the tutorials in it and in its projects', async () => {
  const inner = await buildTutorial(site.db, { priceFen: 100, steps: [{ html: secret }] })
  const project = await buildProject(site.db, { contents: [inner.id] })
  const direct = await buildTutorial(site.db, { priceFen: 100, steps: [{ html: secret }] })
  const course = await buildCourse(site.db, { priceFen: 900, contents: [project.id, direct.id] })
  await grant(buyer, course.id)
  for (const { id } of [inner, direct]) {
    const mine = await buyer.call(getTutorial, { params: { id }, query: {} })
    const theirs = await learner.call(getTutorial, { params: { id }, query: {} })
    expect(mine.result.tutorialData.sections[0]?.body).toBe(secret)
    expect(mine.result.boughtMap).toEqual({ [id]: true })
    expect(theirs.result.tutorialData).toMatchObject({ readable: false, sections: [{ body: null }] })
  }
})

test('a project or course never carries the text of the tutorials inside it', async () => {
  const inner = await buildTutorial(site.db, { priceFen: 100, steps: [{ html: secret }] })
  const project = await buildProject(site.db, { contents: [inner.id] })
  const course = await buildCourse(site.db, { contents: [project.id, inner.id] })
  const bodies = [
    JSON.stringify((await guest.call(getProject, { params: { id: project.id }, query: {} })).result),
    JSON.stringify((await guest.call(getCourse, { params: { id: course.id }, query: {} })).result),
  ]
  for (const body of bodies) expect(body).not.toContain(secret)
})
