import { createHash, randomBytes } from 'node:crypto'
import { deleteAttachment, getAttachment } from '@lantern/contract/media/attachments.ts'
import { expect, test } from 'vitest'
import { testBucket } from '#testing/bucket.ts'
import { testSite } from '#testing/site.ts'
import { uploaderOf } from '#testing/uploads.ts'

const bucket = await testBucket()
const site = await testSite(bucket.env)
const ada = await site.user({ groups: ['learn_creator_zh'] })
const adas = await uploaderOf(site, ada)

const megabyte = 1024 * 1024
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const idIn = (address: string) => address.split('/').at(-1) ?? ''

test('with a bucket an upload goes there in parts, goes on where it stopped, and comes back byte for byte', async () => {
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(12 * megabyte)])
  const { address } = await adas.announce({ kind: 'material', name: 'a.pdf', byteSize: bytes.length })
  expect((await adas.send(address, 0, bytes.subarray(0, 2 * megabyte))).status).toBe(204)
  expect(await adas.offset(address)).toBe(2 * megabyte)
  expect((await adas.send(address, 2 * megabyte, bytes.subarray(2 * megabyte, 9 * megabyte))).status).toBe(204)
  expect((await adas.send(address, 0, bytes.subarray(0, 100))).status).toBe(409)
  expect((await adas.send(address, 9 * megabyte, bytes.subarray(9 * megabyte))).status).toBe(204)
  const { result } = await ada.call(getAttachment, { params: { id: idIn(address) } })
  expect(result.attachment).toMatchObject({ state: 'ready', contentType: 'application/pdf' })
  const url = result.attachment.url ?? ''
  expect(hash((await ada.inject({ method: 'GET', url })).rawPayload)).toBe(hash(bytes))
  const part = await ada.inject({ method: 'GET', url, headers: { range: 'bytes=1000-1009' } })
  expect(part.rawPayload).toEqual(bytes.subarray(1000, 1010))
  expect(bucket.keys()).toEqual([`attachments/${idIn(address)}/original`])
  expect(bucket.unfinished()).toBe(0)
})

test('with a bucket what is refused, aborted or deleted leaves nothing there', async () => {
  const before = bucket.keys()
  const refused = await adas.upload('material', 'b.pdf', Buffer.from('MZ this is a program'))
  expect(refused.code).toBe('upload_forbidden_type')
  const { address } = await adas.announce({ kind: 'material', name: 'c.pdf', byteSize: 6 * megabyte })
  await adas.send(address, 0, randomBytes(megabyte))
  expect((await adas.abort(address)).status).toBe(204)
  await site.settle()
  const kept = await adas.upload('material', 'd.txt', Buffer.from('一段文字'))
  expect((await ada.call(deleteAttachment, { params: { id: kept.id } })).result.deleted).toBe(true)
  await site.settle()
  expect(bucket.keys()).toEqual(before)
  expect(bucket.unfinished()).toBe(0)
})
