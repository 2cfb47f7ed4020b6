import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reservedBytes } from '#media/index.ts'
import { sendStream } from '#testing/send-stream.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
const ada = await site.user({ groups: ['learn_creator'] })
const megabyte = 1024 ** 2
let room: number | null = null
site.services.storage.roomLeft = () => Promise.resolve(room)

/** Nothing of a package is ever left where it is received. */
const left = async () => readdir(join(site.dataDir, 'tmp')).catch(() => [])

const send = (bytes: number, headers: Record<string, string>) =>
  sendStream(site, ada, {
    path: '/api/learn/creator/package',
    headers: { 'content-type': 'application/zip', ...headers },
    bytes,
  })

test('a package of more than 3 GB is refused with the limit before a byte of it is taken', async () => {
  const answer = await send(0, { 'content-length': String(3 * 1024 * megabyte + 1), 'accept-language': 'en' })
  expect(answer).toMatchObject({ status: 413, code: 'upload_attachment_too_large_3G' })
  expect(answer.message).toContain('3 GB')
  expect(await left()).toEqual([])
})

test('a package that does not say how large it is is refused, whatever it goes on with', async () => {
  const answer = await send(64 * megabyte, {})
  expect(answer).toMatchObject({ status: 400, code: 'bad_request', details: [{ field: 'Content-Length' }] })
  expect(await left()).toEqual([])
})

test('a package that the disk has no room for is refused before a byte of it is taken, and a smaller one is read', async () => {
  room = reservedBytes + 2 * megabyte
  const tooMuch = await send(0, { 'content-length': String(2 * megabyte + 1) })
  expect(tooMuch).toMatchObject({ status: 507, code: 'upload_disk_full' })
  const fits = await send(2 * megabyte, { 'content-length': String(2 * megabyte) })
  expect(fits).toMatchObject({ status: 200, problem: { code: 'damaged' } })
  room = null
  expect(await left()).toEqual([])
})
