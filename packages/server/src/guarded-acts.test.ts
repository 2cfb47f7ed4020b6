import { createDiscount, editDiscount } from '@lantern/contract/commerce/discounts.ts'
import { postComment, updateComment } from '@lantern/contract/community/discussion.ts'
import { updateNote, writeNote } from '@lantern/contract/community/notes.ts'
import { newId } from '@lantern/contract/ids.ts'
import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { bundleWish, saveBundleOf } from '#testing/bundles.ts'
import { start } from '#testing/learner-acts.ts'
import { paidTutorial } from '#testing/shop.ts'
import { type Person, type TestSite, testSite } from '#testing/site.ts'
import { buildAssignment, submit } from '#testing/submissions.ts'

// Public writing and selling are refused until their author has proved what each of them needs.

const site = await testSite()

type Lack = { phone: null } | { email_required: true; email: null } | { needs_review: true }

const missing: readonly [string, Lack, object][] = [
  ['phone_required', { phone: null }, { phone: '13911110000' }],
  ['email_required', { email_required: true, email: null }, { email: 'ada@example.com' }],
  ['needs_review', { needs_review: true }, { needs_review: false }],
]

const set = (person: Person, change: object) =>
  site.db.updateTable('users').set(change).where('id', '=', person.id).execute()

/** Answers what was refused, by its code, or the status of what was done. */
async function outcome(answer: Promise<{ status: number; result: { code?: string | undefined } }>) {
  const { status, result } = await answer
  return status === 200 ? 200 : result.code
}

/** Each act by which a learner writes what others read. */
async function publicActs(person: Person) {
  const lesson = await buildTutorial(site.db, {})
  const place = { itemId: lesson.id, sectionId: lesson.steps[0]?.id ?? '' }
  await start(person, lesson.id)
  const assignment = await buildAssignment(site)
  await start(person, assignment.itemId)
  const message = await person.call(postComment, { body: { channelId: lesson.id, content: '影子抖动' } })
  const note = await person.call(writeNote, { body: { ...place, content: '先取整' } })
  return {
    post: () => person.call(postComment, { body: { channelId: lesson.id, content: '换个写法' } }),
    edit: () => person.call(updateComment, { body: { id: message.result.message.id, content: '影子不抖了' } }),
    handIn: () => submit(site, person, assignment),
    writeNote: () => person.call(writeNote, { body: { ...place, content: '给大家看', isPublic: true } }),
    publishNote: () =>
      person.call(updateNote, { body: { id: note.result.note.id, content: '先取整', isPublic: true } }),
    // for oneself alone
    keepNote: () => person.call(writeNote, { body: { ...place, content: '自己看' } }),
  }
}

test('a learner without a phone, an asked-for email or a reviewed profile writes nothing in public, and with it does [IDENT-070] [IDENT-071]', async () => {
  for (const [code, lack, mend] of missing) {
    const person = await site.learner()
    const { keepNote, ...acts } = await publicActs(person)
    await set(person, lack)
    for (const [name, act] of Object.entries(acts)) {
      expect([name, await outcome(act())]).toEqual([name, code])
    }
    expect(await outcome(keepNote())).toBe(200)
    await set(person, mend)
    for (const [name, act] of Object.entries(acts)) {
      site.clock.advance({ seconds: 61 })
      expect([name, await outcome(act())]).toEqual([name, 200])
    }
  }
})

/** A discount, its change, and a bundle on sale; a bundle that is not on sale comes first. */
async function sellingActs(at: TestSite, seller: Person) {
  const [item, other] = [await paidTutorial(at, seller), await paidTutorial(at, seller)]
  const today = at.clock.now().getTime()
  const dates = { startDate: new Date(today).toISOString(), endDate: new Date(today + 86_400_000).toISOString() }
  const standing = { discount_fen: 900, discount_start: new Date(today), discount_end: new Date(today + 86_400_000) }
  await at.db.updateTable('items').set(standing).where('id', '=', other.id).execute()
  const id = newId('bundle')
  const { wish } = await bundleWish(at, seller)
  const kept = await saveBundleOf(seller, id, null, wish)
  return {
    keepBundle: async () => kept,
    discount: () => seller.call(createDiscount, { body: { itemId: item.id, discountPrice: 900, ...dates } }),
    editDiscount: () => seller.call(editDiscount, { body: { itemId: other.id, discountPrice: 800, ...dates } }),
    sellBundle: () => saveBundleOf(seller, id, kept.result.updatedTime, { ...wish, published: true }),
  }
}

test('own discounts and bundles on sale need a verified name, and go ahead with one [IDENT-062] [IDENT-063]', async () => {
  const seller = await site.user({ groups: ['learn_creator'] })
  const { keepBundle, ...acts } = await sellingActs(site, seller)
  expect(await outcome(keepBundle())).toBe(200)
  for (const [name, act] of Object.entries(acts)) {
    expect([name, await outcome(act())]).toEqual([name, 'real_name_required'])
  }
  await set(seller, { is_real_name: true })
  for (const [name, act] of Object.entries(acts)) expect([name, await outcome(act())]).toEqual([name, 200])
})

test('the global edition asks neither writers for a phone nor sellers for a name', async () => {
  const global = await testSite({ EDITION: 'global' })
  const seller = await global.user({ groups: ['learn_creator'] })
  await global.db.updateTable('users').set({ phone: null }).where('id', '=', seller.id).execute()
  for (const [name, act] of Object.entries(await sellingActs(global, seller))) {
    expect([name, await outcome(act())]).toEqual([name, 200])
  }
  const lesson = await buildTutorial(global.db, {})
  await start(seller, lesson.id)
  expect(await outcome(seller.call(postComment, { body: { channelId: lesson.id, content: '你好' } }))).toBe(200)
})
