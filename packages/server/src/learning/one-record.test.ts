import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '#kit/migrate.ts'
import { migrationsDir } from '#kit/migration-steps.ts'
import { emptyDatabase } from '#testing/database.ts'

test('records that people have of one work in two languages become one, and nothing that was done is lost', async () => {
  const database = await emptyDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'lantern-migrations-'))
  cpSync(migrationsDir, folder, {
    recursive: true,
    filter: (path) => !path.endsWith('.sql') || basename(path) < '20261123T0100',
  })
  await migrate(database.url, { folder })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`
    insert into users (id, name, slug) values ('u_1', 'Ada', 'ada'), ('u_2', 'Bo', 'bo');
    insert into items (id, type, slug, language, translation_group, status, title, owner_id, author_id, created_at)
    select 'ltu_' || l || g, 'tutorial', l || g, l, g, 'published', l || g, 'u_1', 'u_1', case l when 'zh' then '2026-01-01' else '2026-01-02' end::timestamptz
    from unnest(array['zh', 'en']) l, unnest(array['drafted', 'imported']) g;
    insert into sections (id, item_id, position, title, anchor)
    select 'se_' || i.id || n, i.id, n, 'step', 's' || n from items i, generate_series(1, 2) n;
    insert into item_stats (item_id, record_count) select id, 1 from items;
    insert into drafts (item_id, version, part_versions, forms, saved_at, source_item_id, source_ids)
    values ('ltu_endrafted', 1, '{}', '{}', now(), 'ltu_zhdrafted', '{"se_ltu_endrafted1": "se_ltu_zhdrafted2"}');
    insert into records (user_id, item_id, type, completed, completed_time, last_section_id, started_at, updated_time,
      last_viewed_time, steps)
    values
      ('u_1', 'ltu_zhdrafted', 'tutorial', false, null, 'se_ltu_zhdrafted2', '2026-01-01', '2026-01-01', '2026-01-01',
        '{"se_ltu_zhdrafted2": {"completed": true, "updatedTime": 5}}'),
      ('u_1', 'ltu_endrafted', 'tutorial', true, '2026-01-03', 'se_ltu_endrafted1', '2026-01-02', '2026-01-03', '2026-01-03',
        '{"se_ltu_endrafted1": {"completed": false, "updatedTime": 9}, "se_ltu_endrafted2": {"completed": true, "updatedTime": 9}}'),
      ('u_2', 'ltu_enimported', 'tutorial', false, null, 'se_ltu_enimported2', '2026-01-02', '2026-01-03', '2026-01-03',
        '{"se_ltu_enimported2": {"completed": true, "updatedTime": 9}}')`)
  await migrate(database.url)

  const { rows } = await client.query(`
    select user_id, work_id, item_id, last_item_id, completed, completed_time is not null as has_time, last_section_id, steps
    from records order by user_id`)
  expect(rows).toEqual([
    {
      user_id: 'u_1',
      work_id: 'drafted',
      item_id: 'ltu_zhdrafted',
      last_item_id: 'ltu_endrafted',
      completed: true,
      has_time: true,
      last_section_id: 'se_ltu_zhdrafted2',
      steps: {
        se_ltu_zhdrafted2: { completed: true, updatedTime: 5 },
        se_ltu_endrafted2: { completed: true, updatedTime: 9 },
      },
    },
    {
      user_id: 'u_2',
      work_id: 'imported',
      item_id: 'ltu_enimported',
      last_item_id: 'ltu_enimported',
      completed: false,
      has_time: false,
      last_section_id: 'se_ltu_zhimported2',
      steps: { se_ltu_zhimported2: { completed: true, updatedTime: 9 } },
    },
  ])
  const changes = await client.query('select item_id, learners from item_stat_changes')
  expect(changes.rows).toEqual([{ item_id: 'ltu_endrafted', learners: -1 }])
  await client.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})
