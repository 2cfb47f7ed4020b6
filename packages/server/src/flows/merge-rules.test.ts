import { beginDraft } from '@lantern/contract/authoring/drafts.ts'
import { emptyLiveSession, emptyTutorial } from '@lantern/contract/authoring/empty-forms.ts'
import { changeMember, listMembers } from '@lantern/contract/identity/organisations.ts'
import { getBlock, setBlock } from '@lantern/contract/notifications/blocks.ts'
import { getFollow, setFollow } from '@lantern/contract/notifications/following.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { buildLiveSession, buildOrganisation } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'
import { mergeAccounts } from './merge-accounts.ts'

// What holds between two things of one person holds after two people became one.

const site = await testSite()

function merge(from: Person, into: Person) {
  return inTransaction(site.db, (trx) =>
    mergeAccounts(site.services, trx, { from: from.id, into: into.id }, site.clock.now()),
  )
}

const follow = (who: Person, whom: Person) => who.call(setFollow, { body: { type: 'person', id: whom.id, on: true } })
const block = (who: Person, whom: Person) => who.call(setBlock, { body: { id: whom.id, on: true } })
const standing = async (who: Person, whom: Person) => ({
  follows: (await who.call(getFollow, { query: { type: 'person', id: whom.id } })).result.on,
  blocks: (await who.call(getBlock, { query: { id: whom.id } })).result.on,
})

test('who blocked a person follows them no more, and is followed by them no more, whichever account it was', async () => {
  const [from, into] = [await site.learner(), await site.learner()]
  const [one, two, three, four, five] = [
    await site.learner(),
    await site.learner(),
    await site.learner(),
    await site.learner(),
    await site.learner(),
  ] as const
  await follow(from, one)
  await follow(two, from)
  await follow(three, into)
  await follow(into, four)
  site.clock.advance({ minutes: 1 })
  await block(into, one)
  await block(into, two)
  await block(three, from)
  await block(four, from)
  await block(five, from)
  site.clock.advance({ minutes: 1 })
  // being blocked keeps nobody from following afterwards
  await follow(into, five)
  await merge(from, into)
  expect(await standing(into, one)).toEqual({ follows: false, blocks: true })
  expect(await standing(two, into)).toEqual({ follows: false, blocks: false })
  expect(await standing(three, into)).toEqual({ follows: false, blocks: true })
  expect(await standing(into, four)).toEqual({ follows: false, blocks: false })
  expect(await standing(into, five)).toEqual({ follows: true, blocks: false })
})

test('of two roles in one organisation the one that may more stays, so that it keeps its last admin', async () => {
  const organisationId = await buildOrganisation(site.db, 'og_two_roles')
  const params = { id: organisationId }
  const member = async (role: 'learner' | 'educator' | 'admin', hasEnded = false) => {
    const person = await site.user()
    const now = site.clock.now()
    await site.db
      .insertInto('memberships')
      .values({
        organisation_id: organisationId,
        user_id: person.id,
        role,
        began_at: now,
        ended_at: hasEnded ? now : null,
      })
      .execute()
    return person
  }
  const [oldAdmin, kept] = [await member('admin'), await member('learner')]
  const [teacher, teaching] = [await member('learner'), await member('educator')]
  const [left, stays] = [await member('admin', true), await member('learner')]
  for (const [from, into] of [
    [oldAdmin, kept],
    [teacher, teaching],
    [left, stays],
  ] as const)
    expect(await merge(from, into)).toBe(true)
  const { members } = (await kept.call(listMembers, { params, query: {} })).result
  expect(Object.fromEntries(members.map(({ userId, role }) => [userId, role]))).toEqual({
    [kept.id]: 'admin',
    [teaching.id]: 'educator',
    [stays.id]: 'learner',
  })
  const alone = await kept.call(changeMember, { params, body: { userId: kept.id, role: 'learner' } })
  expect(alone.status).toBe(409)
})

test('drafts that two accounts began in one tab are both there afterwards', async () => {
  const [from, into] = [await site.user({ groups: ['learn_creator'] }), await site.user({ groups: ['learn_creator'] })]
  const begin = async (who: Person) =>
    (
      await who.call(beginDraft, {
        params: { type: 'tutorial' },
        body: { forms: emptyTutorial(who.id), origin: 'tab' },
      })
    ).result.draft.id
  const ids = [await begin(from), await begin(into)]
  expect(await merge(from, into)).toBe(true)
  const owned = await site.db.selectFrom('items').select('id').where('owner_id', '=', into.id).execute()
  expect(owned.map(({ id }) => id).sort()).toEqual(ids.sort())
})

test('who speaks at a live session with both accounts stands there once, in what is published and in the draft', async () => {
  const [from, into] = [await site.user({ groups: ['learn_creator'] }), await site.user({ groups: ['learn_creator'] })]
  const session = await buildLiveSession(site.db)
  const speaker = (person: Person) => ({ userId: person.id, name: '', title: '' })
  await site.db
    .updateTable('live_sessions')
    .set({ speakers: JSON.stringify([speaker(from), { name: '客人', title: '' }, speaker(into)]) })
    .where('item_id', '=', session.id)
    .execute()
  const forms = emptyLiveSession(from.id)
  const hosts = [from, into].map((person, place) => ({ id: `h${place}`, userId: person.id, name: '', title: '' }))
  const { draft } = (
    await from.call(beginDraft, {
      params: { type: 'liveSession' },
      body: { forms: { ...forms, details: { ...forms.details, hosts } }, origin: 'tab' },
    })
  ).result
  await merge(from, into)
  const shown = await site.db
    .selectFrom('live_sessions')
    .select('speakers')
    .where('item_id', '=', session.id)
    .executeTakeFirst()
  expect(shown?.speakers).toEqual([speaker(into), { name: '客人', title: '' }])
  const written = await site.db.selectFrom('drafts').select('forms').where('item_id', '=', draft.id).executeTakeFirst()
  expect(written?.forms).toMatchObject({ details: { hosts: [{ id: 'h0', userId: into.id }] } })
})
