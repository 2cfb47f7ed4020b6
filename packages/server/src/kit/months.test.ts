import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { dropRowsBefore, makeMonths } from './months.ts'

const site = await testSite()

function write(act: string, at: string) {
  return site.db.insertInto('audit_log').values({ actor: 'cli', act, subject: 'u_months', at }).execute()
}

/** Acts of the log with the partition that they are in. */
async function partitions(): Promise<string[][]> {
  const { rows } = await sql<{ act: string; partition: string }>`
    select act, tableoid::regclass::text as partition from audit_log where subject = 'u_months' order by id`.execute(
    site.db,
  )
  return rows.map(({ act, partition }) => [act, partition])
}

test('a month without a partition takes what comes, and its partition takes that over', async () => {
  await write('early', '2031-05-31T23:59:59.999Z')
  await write('late', '2031-06-01T00:00:00Z')
  await write('farther', '2031-12-01T00:00:00Z')
  expect(await partitions()).toEqual([
    ['early', 'months.audit_log_other'],
    ['late', 'months.audit_log_other'],
    ['farther', 'months.audit_log_other'],
  ])
  await Promise.all([1, 2].map(() => makeMonths(site.db, new Date('2031-05-10T00:00:00Z'))))
  await write('next', '2031-08-31T00:00:00Z')
  expect(await partitions()).toEqual([
    ['early', 'months.audit_log_2031_05'],
    ['late', 'months.audit_log_2031_06'],
    ['farther', 'months.audit_log_other'],
    ['next', 'months.audit_log_2031_08'],
  ])
})

test('every table by month has its coming months, and the job of the night makes them', async () => {
  site.clock.set('2040-01-31T00:00:00Z')
  await site.services.jobs.send(site.db, 'months.make', {})
  await site.settle()
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relname like '%2040_04' order by 1`.execute(site.db)
  expect(rows.map(({ name }) => name)).toEqual([
    'audit_log_2040_04',
    'engagement_events_2040_04',
    'record_events_2040_04',
    'xapi_statements_2040_04',
    'xapi_terms_2040_04',
  ])
})

test('old rows go with their month, and those of a month that is not over by themselves', async () => {
  await makeMonths(site.db, new Date('2050-01-01T00:00:00Z'))
  for (const at of ['2049-12-01', '2050-01-15', '2050-02-01', '2050-02-20'])
    await site.db
      .insertInto('engagement_events')
      .values({ type: 'page', event_type: at, data: '{}', at: `${at}T00:00:00Z` })
      .execute()
  await dropRowsBefore(site.db, { table: 'engagement_events', column: 'at' }, new Date('2050-02-10T00:00:00Z'))
  const left = await site.db.selectFrom('engagement_events').select('event_type').execute()
  expect(left).toEqual([{ event_type: '2050-02-20' }])
  const { rows } = await sql`select to_regclass('months.engagement_events_2050_01') as month`.execute(site.db)
  expect(rows).toEqual([{ month: null }])
})
