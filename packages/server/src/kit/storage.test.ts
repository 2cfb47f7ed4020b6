import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { testBucket } from '#testing/bucket.ts'
import { parseConfig } from './config.ts'
import { createStorage, folderStorage, type Storage } from './storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'lantern-storage-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const bucket = await testBucket()

// every storage adapter keeps the same promises
describe.each([
  ['a folder', folderStorage(join(folder, 'storage'))],
  ['a bucket', await createStorage(parseConfig({ DATA_DIR: folder, ...bucket.env }))],
] as [string, Storage][])('%s', (_name, storage) => {
  test('what was put is there, and what is not is null', async () => {
    await storage.put('a/one.txt', Buffer.from('first'), 'text/plain')
    await storage.put('a/one.txt', Buffer.from('second'), 'text/plain')
    expect(String(await storage.get('a/one.txt'))).toBe('second')
    expect(await storage.size('a/one.txt')).toBe(6)
    expect(await storage.exists('a/one.txt')).toBe(true)
    expect([await storage.get('a/two'), await storage.size('a/two'), await storage.exists('a/two')]).toEqual([
      null,
      null,
      false,
    ])
    expect(await storage.stream('a/two')).toBeNull()
    expect(await storage.withFile('a/two', () => Promise.resolve(1))).toBeNull()
  })

  test('a stream is kept as it comes and read whole or in part', async () => {
    const bytes = Buffer.alloc(300_000, 'abcdefghij')
    const source = Readable.from([bytes.subarray(0, 100), bytes.subarray(100)])
    await storage.putStream('b/stream', source, { contentType: 'text/plain', byteSize: bytes.length })
    const read = async (range?: { start: number; end: number }) => {
      const stream = await storage.stream('b/stream', range)
      return stream && buffer(stream)
    }
    expect((await read())?.equals(bytes)).toBe(true)
    expect(String(await read({ start: 10, end: 14 }))).toBe('abcde')
  })

  test('a file is taken over and is gone from where it was', async () => {
    const path = join(folder, 'received')
    writeFileSync(path, 'received bytes')
    await storage.putFile('c/file', path, 'text/plain')
    expect(String(await storage.get('c/file'))).toBe('received bytes')
    expect(readdirSync(folder)).not.toContain('received')
  })

  test('a program reads a file by a path while it works', async () => {
    await storage.put('d/file.txt', Buffer.from('by path'), 'text/plain')
    expect(await storage.withFile('d/file.txt', (path) => readFile(path, 'utf8'))).toBe('by path')
  })

  test('keys are listed, all or by their beginning, and deleted ones are gone', async () => {
    await storage.put('e/1', Buffer.from('x'), 'text/plain')
    await storage.put('e/2', Buffer.from('x'), 'text/plain')
    const listed = async (start?: string) => (await Array.fromAsync(storage.keys(start))).sort()
    expect(await listed('e/')).toEqual(['e/1', 'e/2'])
    await storage.delete('e/1')
    await storage.delete('e/1')
    expect(await listed('e/')).toEqual(['e/2'])
    expect(await listed()).toContain('e/2')
  })

  test.each(['../a', '/a', 'a//b', 'a/../b', '', 'a\\b'])('%j is no key', async (key) => {
    await expect((async () => storage.put(key, Buffer.from('x'), 'text/plain'))()).rejects.toThrow('Not a storage key')
  })
})

test('a folder keeps no half of what did not come whole', async () => {
  const root = join(folder, 'halves')
  const storage = folderStorage(root)
  const broken = new Readable({
    read() {
      this.push('some')
      this.destroy(new Error('the line broke'))
    },
  })
  await expect(storage.putStream('a/b', broken, { contentType: '', byteSize: 100 })).rejects.toThrow('the line broke')
  const short = Readable.from([Buffer.from('short')])
  await expect(storage.putStream('a/c', short, { contentType: '', byteSize: 100 })).rejects.toThrow('instead of 100')
  expect(readdirSync(join(root, 'a'))).toEqual([])
  expect(await storage.roomLeft()).toBeGreaterThan(0)
})

test('a folder has a file and every folder above it on the disk before it says that it was kept', async () => {
  const root = join(folder, 'power')
  const storage = folderStorage(root)
  const handle = await open(folder)
  const handles = Object.getPrototypeOf(handle) as FileHandle
  await handle.close()
  const written: string[] = []
  const sync = vi.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
    written.push(
      readlinkSync(`/proc/self/fd/${this.fd}`)
        .slice(folder.length)
        .replace(/\.[\w-]{36}\.part$/, '.part'),
    )
  })
  const received = join(folder, 'received-part')
  writeFileSync(received, 'bytes')

  await storage.put('a/b/c.txt', Buffer.from('bytes'), 'text/plain')
  expect(written.splice(0)).toEqual(['/power/a', '/power', '', '/power/a/b/c.txt.part', '/power/a/b'])
  await storage.putStream('a/b/d', Readable.from([Buffer.from('bytes')]), { contentType: '', byteSize: 5 })
  expect(written.splice(0)).toEqual(['/power/a/b/d.part', '/power/a/b'])
  await storage.putFile('a/b/e', received, 'text/plain')
  expect(written.splice(0)).toEqual(['/received-part', '/power/a/b'])
  sync.mockRestore()
})

test('what is kept in a folder is readable by the site alone, and so is a folder that was open before', async () => {
  const dataDir = mkdtempSync(join(folder, 'private-'))
  const root = join(dataDir, 'storage')
  mkdirSync(root, { mode: 0o755 })
  const storage = await createStorage(parseConfig({ DATA_DIR: dataDir }))
  const received = join(dataDir, 'received')
  writeFileSync(received, 'bytes', { mode: 0o644 })
  await storage.put('a/one', Buffer.from('x'), 'text/plain')
  await storage.putStream('a/two', Readable.from([Buffer.from('x')]), { contentType: '', byteSize: 1 })
  await storage.putFile('a/three', received, 'text/plain')
  const mode = (path: string) => (statSync(join(root, path)).mode & 0o777).toString(8)
  expect(['', 'a', 'a/one', 'a/two', 'a/three'].map(mode)).toEqual(['700', '700', '600', '600', '600'])
})
