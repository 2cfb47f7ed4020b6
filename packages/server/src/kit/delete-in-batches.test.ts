import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { deleteInBatches } from './delete-in-batches.ts'

const site = await testSite()

test('rows go a thousand in a transaction, and what the condition does not find stays', async () => {
  await sql`insert into captcha_solutions (solution_hash, expires_at)
    select n::text::bytea, timestamptz '2026-01-01' + n * interval '1 second' from generate_series(1, 2500) n`.execute(
    site.db,
  )
  const early = sql`expires_at <= ${'2026-01-01T00:40:00Z'}`
  const queries = await site.countQueries(() => deleteInBatches(site.db, 'captcha_solutions', early))
  expect(queries).toBe(3)
  const { rows } = await sql`select count(*)::integer as left from captcha_solutions`.execute(site.db)
  expect(rows).toEqual([{ left: 100 }])
})
