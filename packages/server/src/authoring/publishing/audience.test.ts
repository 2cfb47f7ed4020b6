import { readAudience, saveAudience } from '@lantern/contract/authoring/audiences.ts'
import { listCampusDrafts } from '@lantern/contract/authoring/drafts.ts'
import { listCatalog } from '@lantern/contract/catalog/lists.ts'
import { searchItems } from '@lantern/contract/search/searching.ts'
import { expect, test } from 'vitest'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const { db } = site
const school = await buildOrganisation(db)
await db.insertInto('classes').values({ id: 'kl_1', organisation_id: school, name: '一班' }).execute()
const gone = { id: 'kl_2', organisation_id: school, name: '毕业班', archived_at: site.clock.now() }
await db.insertInto('classes').values(gone).execute()
const owner = await site.user({ groups: ['campus_creator'], member: 'educator' })
const head = await site.user({ groups: ['campus_admin'], member: 'admin' })
const colleague = await site.user({ groups: ['campus_creator'], member: 'educator' })
const member = await site.user({ member: 'learner' })
const classmate = await site.user({ member: 'learner' })
await db
  .insertInto('class_members')
  .values({ class_id: 'kl_1', organisation_id: school, user_id: classmate.id })
  .execute()
const guest = site.guest()

const lesson = (title: string) => buildTutorial(db, { organisation: school, ownerId: owner.id, title })

const choose = (person: Person, id: string, audience: 'members' | 'class' | 'everybody', more = {}) =>
  person.call(saveAudience, { params: { id }, body: { audience, classId: null, inPublicSearch: false, ...more } })

const opens = async (person: Person, id: string) =>
  (await person.inject({ method: 'GET', url: `/api/learn/tutorial/${id}/extends` })).statusCode

test('the owner says whom an item is for, and at once it is there for them and for nobody else', async () => {
  const { id } = await lesson('阴影体检')
  const statuses = async () => [await opens(guest, id), await opens(member, id), await opens(classmate, id)]
  expect(await statuses()).toEqual([404, 200, 200])
  expect((await choose(owner, id, 'class', { classId: 'kl_1' })).result.audience).toEqual({
    audience: 'class',
    classId: 'kl_1',
    inPublicSearch: false,
  })
  expect(await statuses()).toEqual([404, 404, 200])
  expect((await choose(owner, id, 'everybody')).status).toBe(200)
  expect(await statuses()).toEqual([200, 200, 200])
  // the same again changes nothing
  expect((await choose(owner, id, 'everybody')).status).toBe(200)
  await choose(owner, id, 'members')
  expect(await statuses()).toEqual([404, 200, 200])
})

test('what is open to everybody is found by them where its owner says so, and no more when it is closed', async () => {
  const { id } = await lesson('级联体检公开课')
  const finds = async () => {
    await site.settle()
    const { result } = await guest.call(searchItems, { query: { k: '["query:级联体检公开课"]' } })
    const { result: list } = await guest.call(listCatalog, { query: { type: ['tutorial'] } })
    return [JSON.stringify(result).includes(id), JSON.stringify(list).includes(id)]
  }
  await choose(owner, id, 'everybody')
  expect(await finds()).toEqual([false, false])
  await choose(owner, id, 'everybody', { inPublicSearch: true })
  expect(await finds()).toEqual([true, true])
  await choose(owner, id, 'members', { inPublicSearch: true })
  expect(await finds()).toEqual([false, false])
})

test('the owner and the admins of the organisation choose; a colleague sees nothing to choose', async () => {
  const { id } = await lesson('谁来定')
  expect((await choose(head, id, 'everybody')).result.mayChange).toBe(true)
  expect((await choose(colleague, id, 'members')).status).toBe(403)
  const coAuthored = await buildTutorial(db, { organisation: school, ownerId: owner.id, authorId: colleague.id })
  const params = { id: coAuthored.id }
  expect((await colleague.call(readAudience, { params })).result.mayChange).toBe(false)
  expect((await choose(colleague, coAuthored.id, 'everybody')).status).toBe(403)
})

test('a class that the organisation does not have, or has put away, is refused by its field', async () => {
  const { id } = await lesson('给谁上')
  for (const classId of ['kl_none', 'kl_2', null]) {
    const { status, result } = await choose(owner, id, 'class', { classId })
    expect([status, result.details?.[0]?.field]).toEqual([400, 'classId'])
  }
  const { result } = await owner.call(readAudience, { params: { id } })
  expect([result.audience.audience, result.classes]).toEqual(['members', [{ id: 'kl_1', name: '一班' }]])
})

test("the site's own items are for everybody, and nobody chooses", async () => {
  const creator = await site.user({ groups: ['learn_creator'] })
  const { id } = await buildTutorial(db, { ownerId: creator.id })
  expect((await creator.call(readAudience, { params: { id } })).status).toBe(404)
  expect((await choose(creator, id, 'members')).status).toBe(404)
})

test('the list of what one edits says whom each item is for', async () => {
  const teacher = await site.user({ groups: ['campus_creator'], member: 'educator' })
  const ids = await Promise.all(
    (['members', 'class', 'everybody'] as const).map(async (audience) => {
      const { id } = await buildTutorial(db, { organisation: school, ownerId: teacher.id, title: audience })
      await choose(teacher, id, audience, { classId: audience === 'class' ? 'kl_1' : null })
      return id
    }),
  )
  const { result } = await teacher.call(listCampusDrafts, { params: { type: 'tutorial' }, query: {} })
  const audiences = ids.map((id) => result.results.find((row) => row.id === id)?.audience)
  expect(audiences).toEqual([
    { audience: 'members', name: school },
    { audience: 'class', name: '一班' },
    { audience: 'everybody', name: school },
  ])
})
