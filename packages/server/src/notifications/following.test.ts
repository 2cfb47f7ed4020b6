import { itemPublished } from '@lantern/contract/catalog/events.ts'
import type { FollowType } from '@lantern/contract/notifications/channels.ts'
import { getFollow, setFollow } from '@lantern/contract/notifications/following.ts'
import { getFeed, listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { getPreferences, setMute } from '@lantern/contract/notifications/preferences.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildCourse, buildOrganisation, buildTutorial, type TutorialOptions } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()

type Target = { type: FollowType; id: string }

const follow = (person: Person, target: Target, on = true) => person.call(setFollow, { body: { ...target, on } })
const isFollowed = async (person: Person, query: Target) => (await person.call(getFollow, { query })).result.on

async function toldOf(person: Person, kind: string) {
  const { results } = (await person.call(listNotifications, { query: { kind } })).result
  return results.map(({ title, body, path }) => ({ title, body, path }))
}

/** Publishes something a minute later, as the site's editors do. */
async function publish(options: TutorialOptions) {
  site.clock.advance({ minutes: 1 })
  const item = await buildTutorial(site.db, { publishedAt: site.clock.now().toISOString(), ...options })
  await announce(item.id)
  return item
}

async function announce(itemId: string) {
  await site.services.events.emit(site.db, itemPublished, { itemId })
  await site.settle()
}

async function addTo(pathId: string, itemId: string) {
  await sql`
    insert into item_contents (parent_id, child_id, position)
    select ${pathId}, ${itemId}, count(*) from item_contents where parent_id = ${pathId}`.execute(site.db)
}

test('who follows a person is told once of what they publish from then on, several as one unread entry', async () => {
  const [ada, author] = [await site.learner(), await site.learner({ name: '沈若川' })]
  await publish({ ownerId: author.id })
  for (const _ of [1, 2]) expect((await follow(ada, { type: 'person', id: author.id })).result).toEqual({ on: true })
  const lesson = await publish({ ownerId: author.id, title: '光照入门' })
  await announce(lesson.id)
  expect(await toldOf(ada, 'new_of_person')).toEqual([
    { title: '沈若川发布了新内容', body: '光照入门', path: `/tutorial/${lesson.id}` },
  ])
  await publish({ ownerId: author.id, title: '阴影入门' })
  expect(await toldOf(ada, 'new_of_person')).toEqual([
    { title: '沈若川发布了2项新内容', body: '阴影入门', path: `/u/${author.id}?tab=created` },
  ])
  expect(await toldOf(author, 'new_of_person')).toEqual([])
  await follow(ada, { type: 'person', id: author.id }, false)
  await publish({ ownerId: author.id, title: '雾入门' })
  expect(await toldOf(ada, 'new_of_person')).toHaveLength(1)
})

test('nobody is told of what they may not see, of an old publication, or of a translation of what they were told of', async () => {
  const school = await buildOrganisation(site.db)
  const [ada, member, author] = [await site.learner(), await site.learner({ member: 'learner' }), await site.learner()]
  for (const person of [ada, member]) await follow(person, { type: 'person', id: author.id })
  await publish({ ownerId: author.id, organisation: school })
  expect(await toldOf(ada, 'new_of_person')).toEqual([])
  expect(await toldOf(member, 'new_of_person')).toHaveLength(1)
  await publish({ ownerId: author.id, publishedAt: '2026-01-01T00:00:00Z' })
  await publish({ ownerId: author.id, status: 'draft' })
  expect(await toldOf(ada, 'new_of_person')).toEqual([])
  for (const language of ['zh', 'en']) await publish({ ownerId: author.id, language, translationGroup: 'both' })
  const stored = await site.db.selectFrom('notifications').select('count').where('user_id', '=', ada.id).execute()
  expect(stored).toEqual([{ count: 1 }])
})

test('a path that grows is told of to its followers: by a lesson that appears in it or that is added to it', async () => {
  const [ada, late] = [await site.learner(), await site.learner()]
  const [first, older] = [await buildTutorial(site.db), await buildTutorial(site.db)]
  const draft = await buildTutorial(site.db, { status: 'draft' })
  const path = await buildCourse(site.db, { title: '写实光照', contents: [first.id, draft.id] })
  await follow(ada, { type: 'course', id: path.id })
  site.clock.advance({ minutes: 1 })
  await announce(path.id)
  expect(await toldOf(ada, 'new_in_path')).toEqual([])
  await site.db.updateTable('items').set({ status: 'published' }).where('id', '=', draft.id).execute()
  await announce(draft.id)
  const at = { body: '写实光照', path: `/course/${path.id}` }
  expect(await toldOf(ada, 'new_in_path')).toEqual([{ title: '你关注的路径有了新课', ...at }])
  site.clock.advance({ minutes: 1 })
  await follow(late, { type: 'course', id: path.id })
  site.clock.advance({ minutes: 1 })
  await addTo(path.id, older.id)
  for (const _ of [1, 2]) await announce(path.id)
  expect(await toldOf(ada, 'new_in_path')).toEqual([{ title: '你关注的路径有了2节新课', ...at }])
  expect(await toldOf(late, 'new_in_path')).toEqual([{ title: '你关注的路径有了新课', ...at }])
})

test('more followers than fit into one batch are all told, once', async () => {
  const author = await site.learner()
  const ids = Array.from({ length: 1100 }, (_, at) => `u_many${String(at).padStart(5, '0')}`)
  const now = site.clock.now()
  await site.db
    .insertInto('users')
    .values(ids.map((id) => ({ id, name: 'x', slug: id, created_at: now })))
    .execute()
  await site.db
    .insertInto('person_follows')
    .values(ids.map((id) => ({ user_id: id, person_id: author.id, followed_at: now })))
    .execute()
  const { id } = await publish({ ownerId: author.id })
  const told = site.db.selectFrom('notifications').select('user_id').where('item_id', '=', id)
  expect(new Set((await told.execute()).map(({ user_id }) => user_id)).size).toBe(1100)
})

test('following is listed in the settings; a mute ends what it tells and following again takes the mute back', async () => {
  const [ada, author] = [await site.learner(), await site.learner({ name: '沈若川' })]
  const path = await buildCourse(site.db, { title: '写实光照' })
  const person: Target = { type: 'person', id: author.id }
  await follow(ada, { type: 'course', id: path.id })
  site.clock.advance({ minutes: 1 })
  await follow(ada, person)
  expect((await ada.call(getPreferences)).result.followed).toEqual([
    { ...person, name: '沈若川', path: `/u/${author.id}` },
    { type: 'course', id: path.id, name: '写实光照', path: `/course/${path.id}` },
  ])
  await publish({ ownerId: author.id })
  const { results } = (await ada.call(listNotifications, { query: {} })).result
  const [group] = results[0]?.mutes ?? []
  expect(group).toMatchObject({ of: 'group', name: '沈若川的新课' })
  const mute = (muted: boolean) => ada.call(setMute, { body: { of: 'group', id: group?.id ?? '', muted } })
  expect((await mute(true)).result).toEqual({ muted: true })
  expect(await isFollowed(ada, person)).toBe(false)
  expect((await ada.call(getPreferences)).result.muted).toMatchObject([{ of: 'group', name: '沈若川的新课' }])
  await publish({ ownerId: author.id })
  expect(await toldOf(ada, 'new_of_person')).toHaveLength(1)
  await follow(ada, person)
  expect(await isFollowed(ada, person)).toBe(true)
  expect((await ada.call(getPreferences)).result.muted).toEqual([])
})

test('oneself, a lesson, and what is not there or not for this person cannot be followed', async () => {
  const [ada, lesson] = [await site.learner(), await buildTutorial(site.db)]
  const hidden = await buildCourse(site.db, { hidden: true })
  const refused = async (target: Target) => {
    const { status, result } = await follow(ada, target)
    return [status, result.details?.[0]?.field]
  }
  expect(await refused({ type: 'person', id: ada.id })).toEqual([400, 'id'])
  expect(await refused({ type: 'course', id: lesson.id })).toEqual([404, undefined])
  expect(await refused({ type: 'person', id: 'u_none' })).toEqual([404, undefined])
  expect(await refused({ type: 'course', id: hidden.id })).toEqual([404, undefined])
  const guest = site.guest()
  expect((await guest.call(setFollow, { body: { type: 'person', id: ada.id, on: true } })).status).toBe(401)
})

test('the feed has the newest that is unread and counts the rest, in one statement beside that of who asks', async () => {
  const [ada, author] = [await site.learner(), await site.learner()]
  expect((await ada.call(getFeed)).result).toEqual({ results: [], total: 0 })
  const paths = []
  for (let at = 0; at < 4; at++) {
    const path = await buildCourse(site.db, { title: `Path ${at}` })
    paths.push(path)
    await follow(ada, { type: 'course', id: path.id })
    const lesson = await publish({ ownerId: author.id })
    await addTo(path.id, lesson.id)
    await announce(path.id)
  }
  // what an account is told of itself is no part of it
  await site.signedInAgain(ada, 'mobile')
  await site.settle()
  const { results, total } = (await ada.call(getFeed)).result
  expect(results.map(({ body }) => body)).toEqual(['Path 3', 'Path 2', 'Path 1'])
  expect(total).toBe(4)
  expect(await site.countQueries(() => ada.call(getFeed))).toBe(2)
  const guest = await site.guest().call(getFeed)
  expect(guest.status).toBe(401)
})
