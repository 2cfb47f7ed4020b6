import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { inTransaction, type Trx } from './sql.ts'

const site = await testSite()

/** Resolves once it was called as often as given; later calls wait for nothing. */
function meeting(people: number): () => Promise<void> {
  let there = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  return () => {
    if (++there >= people) resolve()
    return promise
  }
}

test('of two transactions that make the same thing the second finds what the first made', async () => {
  const bothLooked = meeting(2)
  const make = () =>
    inTransaction(site.db, async (trx) => {
      const found = await trx.selectFrom('site_secrets').select('name').where('name', '=', 'raced').executeTakeFirst()
      if (found) return 'found'
      await bothLooked()
      await trx
        .insertInto('site_secrets')
        .values({ name: 'raced', value: Buffer.from('1') })
        .execute()
      return 'made'
    })
  expect((await Promise.all([make(), make()])).sort()).toEqual(['found', 'made'])
})

test('two transactions that wait for each other are both done, one after the other', async () => {
  const [ada, bob] = [await site.learner(), await site.learner()]
  const bothHold = meeting(2)
  const lock = (trx: Trx, { id }: { id: string }) =>
    trx.updateTable('users').set({ name: 'Locked' }).where('id', '=', id).execute()
  const act = (first: { id: string }, second: { id: string }) =>
    inTransaction(site.db, async (trx) => {
      await lock(trx, first)
      await bothHold()
      await lock(trx, second)
      return 'done'
    })
  expect(await Promise.all([act(ada, bob), act(bob, ada)])).toEqual(['done', 'done'])
})

test('what is refused for good is refused after one more try', async () => {
  let tries = 0
  const make = inTransaction(site.db, async (trx) => {
    tries++
    await trx
      .insertInto('site_secrets')
      .values({ name: 'twice', value: Buffer.from('1') })
      .execute()
    await trx
      .insertInto('site_secrets')
      .values({ name: 'twice', value: Buffer.from('2') })
      .execute()
  })
  await expect(make).rejects.toThrow(/duplicate key/)
  expect(tries).toBe(2)
})
