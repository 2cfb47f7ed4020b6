import { expect, test } from 'vitest'
import { inTransaction, runSql } from '#kit/sql.ts'
import { testSite } from '#testing/site.ts'
import { erasePerson, personalData } from './personal-data.ts'

const site = await testSite()

test('every column that references a person is in the list of one domain, which says how it is exported, erased and merged', async () => {
  const rows = await runSql(
    site.db,
    `select c.conrelid::regclass::text || '.' || a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'users'::regclass and c.connamespace = 'public'::regnamespace`,
  )
  const held = personalData.flatMap(({ holds }) => holds)
  // a new one belongs into the list of its domain's personal-data.ts, and into what is done there
  expect(held.toSorted()).toEqual(rows.map(({ column }) => String(column)).sort())
})

test('of a person who leaves no event tells from where they signed in', async () => {
  const ada = await site.user()
  const said = () => site.db.selectFrom('outbox').select('id').where('topic', '=', `account/${ada.id}`).execute()
  expect(await said()).not.toEqual([])
  await inTransaction(site.db, (trx) => erasePerson(trx, ada.id))
  expect(await said()).toEqual([])
})
