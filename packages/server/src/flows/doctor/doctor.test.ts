import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountChanged } from '@lantern/contract/identity/events.ts'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { noteBackup } from '#kit/operating-figures.ts'
import { requireKeyOfDatabase } from '#kit/sealing.ts'
import { runSql } from '#kit/sql.ts'
import { afterUse } from '#testing/after-use.ts'
import { testBucket } from '#testing/bucket.ts'
import { pgBouncer } from '#testing/pgbouncer.ts'
import { testSite } from '#testing/site.ts'
import { examine } from './doctor.ts'
import type { Finding } from './finding.ts'

const site = await testSite()
await requireKeyOfDatabase(site.db, site.services.sealer)
const bucket = await testBucket()
const own = { DATA_DIR: site.dataDir, DATABASE_URL: site.url }

async function findings(env: Record<string, string>): Promise<Map<string, Finding>> {
  return new Map((await Array.fromAsync(examine(env))).map((finding) => [finding.what, finding]))
}

test('settings that do not fit are named with their mend, and nothing else is looked at', async () => {
  const all = await Array.fromAsync(examine({ PORT: 'eighty', LANTERN_MODE: 'live' }))
  expect(all.map(({ what, state }) => [what, state])).toEqual([
    ['settings', 'bad'],
    ['settings', 'bad'],
  ])
  expect(all.map(({ said }) => said).join()).toMatch(/PORT.*LANTERN_MODE/)
})

test('a site that is as it should be has nothing bad but what this machine lacks', async () => {
  await noteBackup(site.db, new Date())
  const found = await findings(own)
  for (const what of [
    'settings',
    'private files',
    'database',
    'clock of the database',
    'tables',
    'key',
    'jobs',
    'events',
    'backup',
  ]) {
    expect([what, found.get(what)?.state]).toEqual([what, 'good'])
  }
  expect(found.get('disk')?.said).toContain(site.dataDir)
})

test('a key that is lost or another is bad, and none is made instead', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'lantern-doctor-'))
  const lost = (await findings({ ...own, DATA_DIR: elsewhere })).get('key')
  expect([lost?.state, lost?.mend]).toEqual(['bad', expect.stringContaining('data.key')])
  expect(existsSync(join(elsewhere, 'data.key'))).toBe(false)
  const other = { ...own, DATA_KEY: Buffer.alloc(32, 7).toString('base64') }
  expect((await findings(other)).get('key')?.state).toBe('bad')
  rmSync(elsewhere, { recursive: true })
})

test('files that others of the machine can read are named', async () => {
  mkdirSync(join(site.dataDir, 'uploads'), { recursive: true })
  chmodSync(join(site.dataDir, 'uploads'), 0o755)
  const found = (await findings(own)).get('private files')
  chmodSync(join(site.dataDir, 'uploads'), 0o700)
  expect([found?.state, found?.mend]).toEqual(['bad', `Run: chmod go-rwx ${join(site.dataDir, 'uploads')}`])
})

/** A session of this name that holds a lock of the site while the work runs. */
async function whileHeldBy<T>(name: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: site.url, application_name: name })
  await client.connect()
  await client.query('select pg_advisory_lock(727001)')
  try {
    return await work()
  } finally {
    await client.end()
  }
}

test('a lock of the site that a dead process left behind is named, with what ends it', async () => {
  const gone = spawnSync(process.execPath, ['--version']).pid
  for (const [name, state] of [
    [`lantern ${gone} ${hostname()}`, 'bad'],
    [`lantern ${gone} another-machine`, 'note'],
    ['left-behind', 'bad'],
  ] as const) {
    const found = (await whileHeldBy(name, () => findings(own))).get('locks')
    expect([found?.state, found?.said]).toEqual([state, expect.stringContaining(name)])
    expect(found?.mend).toMatch(/pg_terminate_backend\(\d+\)/)
  }
  expect((await findings(own)).has('locks')).toBe(false)
})

test('a lock whose process is at work is no fault, also while that waits for something else', async () => {
  const found = await site.services.direct.whileLocked({ key: 727_001, doing: 'nothing' }, () => findings(own))
  expect(found.has('locks')).toBe(false)
})

test('a pooler is asked too: that it leads to the same database, and that its statements end', async () => {
  const pooler = await pgBouncer(site.url)
  const through = async (env: Record<string, string>) => {
    const found = (await findings({ ...own, ...env })).get('pooler')
    return [found?.state, found?.said]
  }
  expect((await findings(own)).has('pooler')).toBe(false)
  const endless = [expect.any(String), expect.stringContaining('no limit of time')]
  expect(await through({ DATABASE_POOLER_URL: pooler })).toEqual(endless)
  const other = await testSite()
  const wrong = await pgBouncer(other.url)
  expect(await through({ DATABASE_POOLER_URL: wrong })).toEqual(['bad', expect.stringContaining('another database')])
  const nowhere = { DATABASE_POOLER_URL: 'postgresql://nobody@127.0.0.1:9/none' }
  expect(await through(nowhere)).toEqual(['bad', expect.stringContaining('ECONNREFUSED')])
})

test('a subscriber of events that fails is told with what it fails of', async () => {
  site.services.stream.subscribe('test.doctor', [accountChanged], async () => {
    throw new Error('the other side is away')
  })
  await site.services.stream.open()
  await site.services.events.emit(site.db, accountChanged, { userId: 'u_1' })
  await expect(site.services.stream.drain()).rejects.toThrow()
  expect((await findings(own)).get('events')).toMatchObject({
    state: 'bad',
    said: expect.stringMatching(/test\.doctor .*failed 1 times: Error: the other side is away/),
  })
  await runSql(site.db, `delete from event_cursors where subscriber = 'test.doctor'`)
})

test('jobs that nobody works off and a backup that was never made are told', async () => {
  await site.services.jobs.send(site.db, 'media.resume_videos', {})
  await runSql(
    site.db,
    `update pgboss.job set created_on = now() - interval '1 hour', start_after = now() - interval '1 hour'
     where name = 'media.resume_videos'`,
  )
  await site.db.deleteFrom('operations').execute()
  const found = await findings(own)
  expect(found.get('jobs')).toMatchObject({ state: 'bad', mend: expect.stringContaining('ROLES=worker') })
  expect(found.get('backup')).toMatchObject({ state: 'note', said: 'there was none' })
})

test('a database that is not there, ffmpeg that is not there: each is told, and the rest is looked at all the same', async () => {
  const env = {
    DATA_DIR: site.dataDir,
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/none',
    FFMPEG_PATH: '/nowhere/ffmpeg',
  }
  const found = await findings({ ...env, ...bucket.env })
  expect(found.get('database')).toMatchObject({ state: 'bad', mend: expect.stringContaining('DATABASE_URL') })
  expect(found.get('films')).toMatchObject({ state: 'bad', mend: expect.stringContaining('apt-get install ffmpeg') })
  // it works, and the way there is open
  expect(found.get('S3')).toMatchObject({
    state: 'note',
    said: expect.stringContaining('takes, gives, lists and deletes'),
  })
  expect(bucket.keys()).toEqual([])
  const wrong = await findings({ ...env, ...bucket.env, S3_ENDPOINT: 'http://127.0.0.1:9' })
  expect(wrong.get('S3')).toMatchObject({ state: 'bad' })
})

test('the mail server is asked whether it takes our user and password, and nothing is sent', async () => {
  const sent: string[] = []
  const server = new SMTPServer({
    secure: false,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'site' }) : done(new Error('wrong password')),
    onData(stream, _session, done) {
      sent.push('mail')
      stream.resume().on('end', done)
    },
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.server.address() as AddressInfo
  const mail = async (password: string) => {
    const env = { ...own, SMTP_URL: `smtp://site:${password}@127.0.0.1:${port}`, MAIL_FROM: 'site@example.org' }
    return (await findings(env)).get('mail')?.state
  }
  expect([await mail('right'), await mail('wrong')]).toEqual(['good', 'bad'])
  expect(sent).toEqual([])
  await new Promise<void>((done) => server.close(() => done()))
})

test('an address that is without TLS or leads elsewhere is bad', async () => {
  const elsewhere = createServer((_request, response) => response.end('another site'))
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done))
  afterUse(() => elsewhere.close())
  const host = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  const plain = await findings({ ...own, PUBLIC_URL: `http://${host}` })
  expect(plain.get('address')).toMatchObject({ state: 'bad', said: expect.stringContaining('not as this site') })
  const secure = await findings({ ...own, PUBLIC_URL: `https://${host}` })
  expect(secure.get('certificate 127.0.0.1')?.state).toBe('bad')
  expect(secure.get('address')?.state).toBe('bad')

  if (!site.app.server.listening) await site.app.listen({ port: 0, host: '127.0.0.1' })
  const here = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`
  expect((await findings({ ...own, PUBLIC_URL: here })).get('address')?.state).toBe('good')
})
