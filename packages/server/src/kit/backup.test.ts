import { randomBytes } from 'node:crypto'
import { createReadStream, existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex, Writable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import { extract } from 'tar-stream'
import { expect, test, vi } from 'vitest'
import { removeAttachment } from '#media/index.ts'
import { buildCourse, buildTutorial } from '#testing/builders.ts'
import { cloneDatabase } from '#testing/database.ts'
import { testSite } from '#testing/site.ts'
import { backUp, restore } from './backup.ts'
import { createSealer, dataKeyFile, dataKeyOf, requireKeyOfDatabase } from './sealing.ts'
import { connect, type Db, runSql } from './sql.ts'
import { folderStorage, type Storage } from './storage.ts'

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

test('what is no backup, or not a whole one, leaves the site empty and no file behind', async () => {
  await site.services.storage.put('attachments/kept', randomBytes(300_000), 'video/mp4')
  const whole = join(folder, 'whole.backup')
  const key = join(folder, 'whole.key')
  writeFileSync(key, 'the key of the site')
  await backUp(site.url, site.services.storage, whole, quiet, key)
  const bytes = readFileSync(whole)
  const broken = join(folder, 'broken.backup')
  const empty = await cloneDatabase()
  const { db, close } = connect(empty.url, { poolSize: 2 })
  for (const wrong of [Buffer.from('nothing of the kind'), bytes.subarray(0, bytes.length - 5_000)]) {
    writeFileSync(broken, wrong)
    const files = join(folder, `none-${wrong.length}`)
    const keyThere = `${files}.key`
    await expect(restore(empty.url, folderStorage(files), broken, quiet, keyThere)).rejects.toThrow(
      'not a whole backup',
    )
    expect([existsSync(files), existsSync(keyThere)]).toEqual([false, false])
    expect(await runSql(db, 'select id from users')).toEqual([])
  }
  await close()
  await empty.drop()
})

test('a restore that fails on its way takes back the files it wrote', async () => {
  const whole = join(folder, 'fails.backup')
  await site.services.storage.put('attachments/first', Buffer.from('first'), 'video/mp4')
  await site.services.storage.put('attachments/second', Buffer.from('second'), 'video/mp4')
  await backUp(site.url, site.services.storage, whole, quiet)
  const empty = await cloneDatabase()
  const files = folderStorage(join(folder, 'half'))
  let written = 0
  const full: Storage = {
    ...files,
    async putStream(key, source, facts) {
      if (written === 2) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      await files.putStream(key, source, facts)
      written++
    },
  }
  await expect(restore(empty.url, full, whole, quiet)).rejects.toThrow('no space left')
  expect(written).toBe(2)
  expect(await Array.fromAsync(files.keys())).toEqual([])
  await empty.drop()
})

/** The most bytes that a stream was given at once or had waiting while the work ran. */
async function mostHeldDuring(work: () => Promise<unknown>): Promise<number> {
  let most = 0
  // sockets and packers write by the second one
  const watched = [Writable.prototype, Duplex.prototype].map((prototype) => {
    const { write } = prototype
    return vi.spyOn(prototype, 'write').mockImplementation(function (this: Writable, ...given: unknown[]) {
      const goesOn: boolean = Reflect.apply(write, this, given)
      const [chunk] = given
      const size = typeof chunk === 'string' || chunk instanceof Uint8Array ? chunk.length : 0
      most = Math.max(most, size, this.writableObjectMode ? 0 : this.writableLength)
      return goesOn
    })
  })
  try {
    await work()
  } finally {
    for (const watch of watched) watch.mockRestore()
  }
  return most
}

test('a table of many pieces comes back row by row, and no more of it is held than a piece', async () => {
  const before = await cloneDatabase()
  const source = connect(before.url, { poolSize: 2 })
  // 24 MiB that do not compress away in memory, each row with what has to be escaped
  await runSql(
    source.db,
    `insert into audit_log (act, actor, at, subject, detail) select 'test', '', now(), '', jsonb_build_object('text', repeat(n || E'\\t\n"', 2000))
    from generate_series(1, 3000) n`,
  )
  const sums = `select count(*), sum(hashtext(detail::text)) from audit_log`
  const file = join(folder, 'large.backup')
  const nothing = folderStorage(join(folder, 'nothing'))
  // a table is 24 MiB here and may be larger than the longest string that there is
  const mostAtOnce = 5 * 1024 * 1024
  expect(await mostHeldDuring(() => backUp(before.url, nothing, file, quiet))).toBeLessThan(mostAtOnce)
  const names: string[] = []
  const tar = createReadStream(file).pipe(createGunzip()).pipe(extract())
  for await (const entry of tar) {
    names.push(entry.header.name)
    expect(entry.header.size).toBeLessThan(mostAtOnce)
    entry.resume()
  }
  expect(names.filter((name) => name.startsWith('tables/audit_log/')).length).toBeGreaterThan(3)
  const after = await cloneDatabase()
  expect(await mostHeldDuring(() => restore(after.url, nothing, file, quiet))).toBeLessThan(mostAtOnce)
  const target = connect(after.url, { poolSize: 2 })
  expect(await runSql(target.db, sums)).toEqual(await runSql(source.db, sums))
  for (const { close } of [source, target]) await close()
  for (const { drop } of [before, after]) await drop()
})

test('a file that is deleted while a backup is written is in it, and goes afterwards', async () => {
  const { storage } = site.services
  const key = 'attachments/at_gone/original'
  await storage.put(key, Buffer.from('still there'), 'video/mp4')
  const row = { id: 'at_gone', storage_key: key, video_id: null, state: 'ready' }
  const during: Storage = {
    ...storage,
    async *keys() {
      // the moment of the database is chosen by now
      await removeAttachment(site.services, row)
      await site.settle()
      yield* storage.keys()
    },
  }
  const file = join(folder, 'during.backup')
  await backUp(site.url, during, file, quiet)
  const empty = await cloneDatabase()
  const restored = folderStorage(join(folder, 'during'))
  await restore(empty.url, restored, file, quiet)
  expect(String(await restored.get(key))).toBe('still there')
  expect(await storage.exists(key)).toBe(true)
  await runSql(site.db, `update pgboss.job set start_after = now() where name = 'media.forget_files'`)
  await site.settle()
  expect(await storage.exists(key)).toBe(false)
  await empty.drop()
})

test('a file that is still being received does not break the backup', async () => {
  const { storage } = site.services
  const growing: Storage = { ...storage, size: async (key) => ((await storage.size(key)) ?? 1) - 1 }
  const file = join(folder, 'growing.backup')
  const { files, bytes } = await backUp(site.url, growing, file, quiet)
  expect(files).toBeGreaterThan(0)
  expect(bytes).toBe(statSync(file).size)
})
