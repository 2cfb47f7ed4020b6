import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { loadDemoSite } from '#authoring/index.ts'
import { testSite } from '#testing/site.ts'
import { walkInDemo } from './walk-in-demo.ts'

const site = await testSite()
await loadDemoSite(site.services)
for (const _ of [1, 2]) await walkInDemo(site.services)
await site.settle()

test('the demo has paths, its learner on both of them, and a certificate for the shorter one', async () => {
  const { rows } = await sql<{ slug: string; done: boolean }>`
    select p.slug, m.completed_at is not null as done from path_members m join paths p on p.id = m.path_id order by 1`.execute(
    site.db,
  )
  expect(rows).toEqual([
    { slug: 'engine-developer', done: false },
    { slug: 'first-scene', done: true },
  ])
  const tested = await site.db.selectFrom('path_done').selectAll().where('test_percent', 'is not', null).execute()
  expect(tested.map(({ branch_id }) => branch_id)).toEqual(['memory'])
  const all = await site.db.selectFrom('certificates').select('title').execute()
  expect(all).toEqual([{ title: '做出第一个能玩的场景' }])
})
