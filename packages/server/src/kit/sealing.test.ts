import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { createSealer, dataKeyFile, dataKeyOf, requireKeyOfDatabase } from './sealing.ts'

const key = Buffer.alloc(32, 7)
const sealer = createSealer(key)
const freshDir = () => mkdtempSync(join(tmpdir(), 'lantern-key-'))

test('what is sealed opens in its place, with its key, and nowhere else', () => {
  const sealed = sealer.seal('110101199003070679', 'real_name:u_1')
  expect(sealer.open(sealed, 'real_name:u_1')).toBe('110101199003070679')
  expect(sealed.includes('110101199003070679')).toBe(false)
  expect(() => sealer.open(sealed, 'real_name:u_2')).toThrow()
  expect(() => createSealer(Buffer.alloc(32, 8)).open(sealed, 'real_name:u_1')).toThrow()
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => sealer.open(changed, 'real_name:u_1'), `byte ${at}`).toThrow()
  }
})

test('the same text sealed twice looks different, and its digest the same', () => {
  expect(sealer.seal('a', 'c').equals(sealer.seal('a', 'c'))).toBe(false)
  expect(sealer.digest('a', 'c').equals(sealer.digest('a', 'c'))).toBe(true)
  expect(sealer.digest('a', 'c').equals(sealer.digest('a', 'd'))).toBe(false)
  expect(sealer.digest('a', 'c').equals(createSealer(Buffer.alloc(32, 8)).digest('a', 'c'))).toBe(false)
})

test('the first start makes a key that its owner alone may read, the next one finds it', () => {
  const dataDir = join(freshDir(), 'not', 'there', 'yet')
  const made = dataKeyOf({ dataDir, dataKey: undefined })
  expect(made).toHaveLength(32)
  expect(statSync(dataKeyFile(dataDir)).mode & 0o777).toBe(0o600)
  expect(dataKeyOf({ dataDir, dataKey: undefined })).toEqual(made)
  expect(dataKeyOf({ dataDir, dataKey: key.toString('base64') })).toEqual(key)
  expect(readFileSync(dataKeyFile(dataDir), 'utf8').trim()).toBe(made.toString('base64'))
})

test('a broken key file is said and not replaced', () => {
  const dataDir = freshDir()
  writeFileSync(dataKeyFile(dataDir), 'short')
  expect(() => dataKeyOf({ dataDir, dataKey: undefined })).toThrow('32 bytes')
  expect(readFileSync(dataKeyFile(dataDir), 'utf8')).toBe('short')
})

test('a process with another key than the database was sealed with does not start', async () => {
  const site = await testSite()
  await requireKeyOfDatabase(site.db, sealer)
  await requireKeyOfDatabase(site.db, sealer)
  await expect(requireKeyOfDatabase(site.db, createSealer(Buffer.alloc(32, 9)))).rejects.toThrow('DATA_KEY')
})
