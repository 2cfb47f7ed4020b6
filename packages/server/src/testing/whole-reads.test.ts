import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { afterUse } from './after-use.ts'
import { cloneDatabase } from './database.ts'
import { notesOf } from './statements.ts'
import { wholeReads } from './whole-reads.ts'

async function told(...texts: string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-statements-'))
  const database = await cloneDatabase()
  afterUse(async () => {
    await database.drop()
    rmSync(folder, { recursive: true })
  })
  mkdirSync(notesOf(folder))
  const lines = texts.map((text) => JSON.stringify({ text, place: 'community/channels.ts' }))
  writeFileSync(join(notesOf(folder), '1.jsonl'), lines.join('\n'))
  return wholeReads(database.url, folder)
}

test('a statement that no index serves is told with its place and table', async () => {
  expect(await told('select id from users\n  where title = $1')).toEqual([
    'community/channels.ts: users: select id from users where title = $1',
  ])
  // the index is over messages that belong to no submission, which a parameter does not say
  const ofItem = 'select from messages m where m.item_id = $1 and m.deleted_at is null and m.submission_id'
  expect(await told(`${ofItem} is not distinct from $2`)).toHaveLength(1)
  expect(await told(`${ofItem} is null`)).toEqual([])
})

test('one by its key, one of a small table, a lock and a table that a test made are not', async () => {
  expect(
    await told(
      'select name from users where id = $1',
      'select names from tags order by position',
      'lock table users',
      'select n from thing where id = 1',
    ),
  ).toEqual([])
})
