import { getSession } from '@lantern/contract/identity/session.ts'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'

const site = await testSite()

test('requests of one moment are looked up together, and each finds its own person', async () => {
  const people = await Promise.all(Array.from({ length: 25 }, (_, n) => site.learner({ name: `Learner ${n}` })))
  const [ended] = people
  await site.db
    .updateTable('sessions')
    .set({ ended_at: site.clock.now(), end_reason: 'revoked' })
    .where('user_id', '=', ended?.id ?? '')
    .execute()
  const stranger = site.guest()
  stranger.cookies.lantern_session = 'x'.repeat(43)
  const everyone = [...people, stranger, ...people]
  const answers = await Promise.all(everyone.map((person) => person.call(getSession)))
  expect(answers.map(({ result }) => result.user?.id ?? null)).toEqual(
    everyone.map(({ id }) => (id === ended?.id || id === '' ? null : id)),
  )
})

test('a session that was ended opens nothing to the very next request', async () => {
  const ada = await site.learner()
  expect((await ada.call(getSession)).result.user?.id).toBe(ada.id)
  await site.db
    .updateTable('sessions')
    .set({ ended_at: site.clock.now(), end_reason: 'signed_out' })
    .where('user_id', '=', ada.id)
    .execute()
  expect((await ada.call(getSession)).result.user).toBeNull()
})
