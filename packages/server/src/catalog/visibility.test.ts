import { isMaker, sightOf } from '@lantern/contract/catalog/access.ts'
import { getTutorial } from '@lantern/contract/catalog/details.ts'
import type { SignedIn, Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { type Person, testSite, type UserOptions } from '#testing/site.ts'
import { madeBy } from './visibility.ts'

const site = await testSite()
const { db } = site
const school = await buildOrganisation(db)
const other = await buildOrganisation(db, 'og_other')
await db.insertInto('classes').values({ id: 'kl_1', organisation_id: school, name: '一班' }).execute()

/** Everybody who can look, by name. */
const people: Record<string, Person> = { guest: site.guest() }
const make = async (name: string, options: UserOptions) => {
  people[name] = await site.user({ name, ...options })
}
await make('stranger', {})
await make('learner', { member: 'learner' })
await make('classmate', { member: 'learner' })
await make('educator', { member: 'educator' })
await make('school admin', { member: 'admin' })
await make('author', { member: 'educator' })
await make('author who left', { member: 'educator' })
await make('campus creator elsewhere', { groups: ['campus_creator', 'campus_admin'] })
await make('learn admin', { groups: ['learn_admin'] })
await make('Korean editor', { groups: ['learn_editor_ko'] })
await make('admin', { groups: ['admin'] })
const idOf = (name: string) => people[name]?.id ?? ''
await db
  .insertInto('class_members')
  .values({ class_id: 'kl_1', organisation_id: school, user_id: idOf('classmate') })
  .execute()
await db
  .updateTable('memberships')
  .set({ ended_at: site.clock.now() })
  .where('user_id', '=', idOf('author who left'))
  .execute()

async function whoSees(options: Parameters<typeof buildTutorial>[1]): Promise<string[]> {
  const { id } = await buildTutorial(db, { ownerId: idOf('author'), authorId: idOf('author who left'), ...options })
  const seeing: string[] = []
  for (const [name, person] of Object.entries(people)) {
    const { status } = await person.call(getTutorial, { params: { id }, query: {} })
    if (status === 200) seeing.push(name)
    else expect([name, status]).toEqual([name, 404])
  }
  return seeing
}

const everybody = Object.keys(people)
const members = ['learner', 'classmate', 'educator', 'school admin', 'author']

test('what belongs to nobody in particular is there for everybody', async () => {
  expect(await whoSees({})).toEqual(everybody)
})

test('what an organisation publishes is there for its members and who runs the site, and for nobody else', async () => {
  expect(await whoSees({ organisation: school })).toEqual([...members, 'admin'])
  expect(await whoSees({ organisation: other })).toEqual(['admin'])
})

test('what is for a class is there for the class and for those who teach', async () => {
  expect(await whoSees({ organisation: school, audience: { classId: 'kl_1' } })).toEqual([
    'classmate',
    'educator',
    'school admin',
    'author',
    'admin',
  ])
})

test('what an organisation opens is there for everybody, in the search of everybody or not', async () => {
  expect(await whoSees({ organisation: school, audience: 'open' })).toEqual(everybody)
  expect(await whoSees({ organisation: school, audience: 'public' })).toEqual(everybody)
})

test('drafts and hidden items are there for those who make them, as long as they belong where they are', async () => {
  expect(await whoSees({ organisation: school, status: 'draft' })).toEqual(['school admin', 'author', 'admin'])
  expect(await whoSees({ organisation: school, audience: 'open', hidden: true })).toEqual([
    'school admin',
    'author',
    'admin',
  ])
  expect(await whoSees({ status: 'draft', language: 'ko' })).toEqual([
    'author',
    'author who left',
    'learn admin',
    'Korean editor',
    'admin',
  ])
  expect(await whoSees({ status: 'draft' })).not.toContain('Korean editor')
})

test('who has left an organisation sees nothing of it from the next request on', async () => {
  const person = await site.user({ member: 'learner' })
  const { id } = await buildTutorial(db, { organisation: school })
  const status = async () => (await person.call(getTutorial, { params: { id }, query: {} })).status
  expect(await status()).toBe(200)
  await db.updateTable('memberships').set({ ended_at: site.clock.now() }).where('user_id', '=', person.id).execute()
  expect(await status()).toBe(404)
})

test('who makes an item is the same in SQL and in the contract, for every viewer and every kind of item', async () => {
  const viewer = (change: Partial<SignedIn>): Viewer =>
    ({ kind: 'user', id: 'u_1', groups: [], memberships: [], classes: [], ...change }) as SignedIn
  const viewers: Viewer[] = [
    { kind: 'guest' },
    ...['u_1', 'u_2'].flatMap((id) =>
      ([[], ['learn_editor_ko'], ['learn_editor'], ['learn_admin'], ['admin'], ['campus_admin']] as const).flatMap(
        (groups) =>
          [[], ['learner'], ['educator'], ['admin']].map((roles) =>
            viewer({
              id,
              groups: [...groups],
              memberships: roles.map((role) => ({ organisationId: school, role: role as 'learner' })),
            }),
          ),
      ),
    ),
  ]
  const items = ['u_1', 'u_3'].flatMap((ownerId) =>
    [null, school, other].flatMap((organisationId) =>
      ['ko', 'zh', ''].map((language) => ({ ownerId, authorId: 'u_4', organisationId, language })),
    ),
  )
  const wrong: unknown[] = []
  for (const one of viewers) {
    const { rows } = await sql<{ made: boolean }>`
      select ${madeBy(sightOf(one))} as made
      from json_to_recordset(${JSON.stringify(items)}::json) as given
        ("ownerId" text, "authorId" text, "organisationId" text, language text),
        lateral (select given."ownerId" as owner_id, given."authorId" as author_id,
          given."organisationId" as organisation_id, given.language) i`.execute(db)
    for (const [at, item] of items.entries()) {
      if (rows[at]?.made !== isMaker(one, item)) wrong.push({ one, item, sql: rows[at]?.made })
    }
  }
  expect(wrong).toEqual([])
})
