import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildCourse, buildTutorial } from '#testing/builders.ts'
import { cloneDatabase } from '#testing/database.ts'
import { testSite } from '#testing/site.ts'
import { backUp, restore } from './backup.ts'
import { createSealer, dataKeyFile, dataKeyOf, requireKeyOfDatabase } from './sealing.ts'
import { connect, type Db, runSql } from './sql.ts'
import { folderStorage } from './storage.ts'

const site = await testSite()
const folder = mkdtempSync(join(tmpdir(), 'lantern-backup-'))
const quiet = () => undefined

async function everything(db: Db): Promise<unknown> {
  const tables = ['users', 'items', 'sections', 'item_contents', 'item_stats', 'audit_log']
  return Promise.all(tables.map((table) => runSql(db, `select * from ${table} order by 1, 2`)))
}

test('a backup goes into an empty site whole: every row, every file, and numbers that go on', async () => {
  await site.learner({ name: '林 "quoted"\t\\N' })
  const tutorial = await buildTutorial(site.db, { steps: 3 })
  await buildCourse(site.db, { contents: [tutorial.id] })
  await site.services.storage.put('images/ab/picture.png', Buffer.from([0, 1, 2, 255]), 'image/png')
  const film = Buffer.alloc(3_000_000, 'film')
  await site.services.storage.put('attachments/film', film, 'video/mp4')
  const file = join(folder, 'site.backup')
  await backUp(site.url, site.services.storage, file, quiet)

  const empty = await cloneDatabase()
  const storage = folderStorage(join(folder, 'restored'))
  await restore(empty.url, storage, file, quiet)
  const { db, close } = connect(empty.url, { poolSize: 2 })
  expect(await everything(db)).toEqual(await everything(site.db))
  expect(await storage.get('images/ab/picture.png')).toEqual(Buffer.from([0, 1, 2, 255]))
  expect((await storage.get('attachments/film'))?.equals(film)).toBe(true)
  await sql`insert into outbox_messages (channel, recipient, body) values ('sms', '1', 'x')`.execute(db)

  await expect(restore(empty.url, storage, file, quiet)).rejects.toThrow('in use')
  await close()
  await empty.drop()
})

test('the key that the site made for itself comes along, and what was sealed opens again', async () => {
  const ada = await site.learner()
  const sealed = site.services.sealer.seal('secret', ada.id)
  await sql`update users set tfa_secret = ${sealed} where id = ${ada.id}`.execute(site.db)
  await requireKeyOfDatabase(site.db, site.services.sealer)
  const file = join(folder, 'sealed.backup')
  await backUp(site.url, site.services.storage, file, quiet, dataKeyFile(site.services.config.dataDir))

  const empty = await cloneDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'lantern-restored-'))
  const { db, close } = connect(empty.url, { poolSize: 2 })
  const sealerHere = () => createSealer(dataKeyOf({ dataDir, dataKey: undefined }))
  await requireKeyOfDatabase(db, sealerHere())
  await restore(empty.url, folderStorage(join(dataDir, 'files')), file, quiet, dataKeyFile(dataDir))
  await requireKeyOfDatabase(db, sealerHere())
  const { rows } = await sql<{ tfa_secret: Buffer }>`select tfa_secret from users where id = ${ada.id}`.execute(db)
  expect(sealerHere().open(rows[0]?.tfa_secret ?? Buffer.alloc(0), ada.id)).toBe('secret')
  await close()
  await empty.drop()
})

test('what is no backup leaves the site empty', async () => {
  const empty = await cloneDatabase()
  const file = join(folder, 'broken.backup')
  writeFileSync(file, 'nothing of the kind')
  await expect(restore(empty.url, folderStorage(join(folder, 'none')), file, quiet)).rejects.toThrow()
  await empty.drop()
})
