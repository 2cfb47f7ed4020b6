import { getStudyYear } from '@lantern/contract/learning/my-learning.ts'
import { afterAll, expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { type Person, testSite } from '#testing/site.ts'
import { buildApp } from './app.ts'
import { mergeAccounts } from './flows/merge-accounts.ts'
import { createPages } from './pages.ts'

const site = await testSite()
const app = await buildApp(site.services, { pages: createPages(site.services).register })
afterAll(() => app.close())

function merge(from: Person, into: Person) {
  return inTransaction(site.db, (trx) =>
    mergeAccounts(site.services, trx, { from: from.id, into: into.id }, site.clock.now()),
  )
}

test('the address of a merged account leads to the page of the one that was kept, also after another merge', async () => {
  const [first, second, kept] = [await site.learner(), await site.learner(), await site.learner()]
  await merge(first, second)
  await merge(second, kept)
  for (const { id } of [first, second]) {
    const answer = await app.inject({ method: 'GET', url: `/u/${id}?tab=completed` })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `/u/${kept.id}?tab=completed`])
    const year = await site.guest().call(getStudyYear, { query: { userId: id } })
    expect(year.result.person.id).toBe(kept.id)
  }
  expect((await app.inject({ method: 'GET', url: '/u/u_nobody' })).statusCode).toBe(404)
})
