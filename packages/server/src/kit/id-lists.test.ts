import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { idRows, roundedUp } from './id-lists.ts'

const site = await testSite()

test('a list of any length comes out whole, and its statement has one of few texts', async () => {
  expect([0, 1, 2, 10, 11, 100, 101].map(roundedUp)).toEqual([1, 1, 10, 10, 100, 100, 1000])
  for (const length of [0, 1, 9, 10, 11, 120]) {
    const ids = Array.from({ length }, (_, n) => `id "${n}"`)
    const { rows } = await sql<{ id: string }>`select given.id from ${idRows(ids)} given`.execute(site.db)
    expect(rows.map(({ id }) => id)).toEqual(ids)
  }
})
