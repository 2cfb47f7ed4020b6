import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getAttachment } from '@lantern/contract/media/attachments.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { uploaderOf } from '#testing/uploads.ts'
import { contentTypeOf } from '../attachments/content-type.ts'
import { sweepUploads } from '../attachments/sweep-uploads.ts'

const site = await testSite({ MEDIA_QUOTA_GB: '8' })
const ada = await site.user({ groups: ['learn_creator_zh'] })
const adas = await uploaderOf(site, ada)
// however full the disk of this machine is
site.services.storage.roomLeft = () => Promise.resolve(null)
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** Bytes that begin as a PDF does. */
function pdf(byteSize: number): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(byteSize)]).subarray(0, byteSize)
}
async function attachment(address: string) {
  const { result } = await ada.call(getAttachment, { params: { id: address.split('/').at(-1) ?? '' } })
  return result.attachment
}
async function download(url: string | null): Promise<Buffer> {
  return (await ada.inject({ method: 'GET', url: url ?? '' })).rawPayload
}
function receiving(): string[] {
  return readdirSync(join(site.dataDir, 'uploads'))
}

test('a file that came in one piece is in the library, byte for byte', async () => {
  const bytes = pdf(300_000)
  const { status, address } = await adas.announce({ kind: 'material', name: '讲义 第1课.pdf', byteSize: bytes.length })
  expect(status).toBe(201)
  expect(address).toMatch(/^\/api\/learn\/attachment\/resumable\/at_/)
  expect((await adas.send(address, 0, bytes)).status).toBe(204)
  const kept = await attachment(address)
  expect(kept).toMatchObject({
    kind: 'material',
    name: '讲义 第1课.pdf',
    state: 'ready',
    progress: 100,
    byteSize: 300_000,
    contentType: 'application/pdf',
  })
  expect(hash(await download(kept.url))).toBe(hash(bytes))
  expect(receiving()).toEqual([])
})

test('an upload whose connection breaks goes on at the byte where it stopped, however often', async () => {
  const bytes = pdf(2_000_000)
  const { address } = await adas.announce({ kind: 'material', name: 'a.pdf', byteSize: bytes.length })
  let at = 0
  for (const piece of [1, 70_000, 65_536, 400_001]) {
    await adas.sendAndBreak(address, at, bytes.length - at, bytes.subarray(at, at + piece))
    const offset = (await adas.offset(address)) ?? 0
    expect(offset).toBeGreaterThanOrEqual(at)
    expect(offset).toBeLessThanOrEqual(at + piece)
    at = offset
  }
  expect(at).toBeGreaterThan(400_000)
  expect((await attachment(address)).state).toBe('uploading')
  expect((await adas.send(address, at, bytes.subarray(at))).status).toBe(204)
  const kept = await attachment(address)
  expect(kept.state).toBe('ready')
  expect(hash(await download(kept.url))).toBe(hash(bytes))
})

test('two tabs that go on with the same upload end with the same file', async () => {
  const bytes = pdf(1_000_000)
  const { address } = await adas.announce({ kind: 'material', name: 'b.pdf', byteSize: bytes.length })
  await adas.send(address, 0, bytes.subarray(0, 200_000))
  const goOn = async () => {
    for (let tries = 0; tries < 20; tries++) {
      const at = await adas.offset(address)
      if (at === null || at === bytes.length) return
      await adas.send(address, at, bytes.subarray(at, at + 150_000))
    }
  }
  await Promise.all([goOn(), goOn()])
  const kept = await attachment(address)
  expect(kept.state).toBe('ready')
  expect(hash(await download(kept.url))).toBe(hash(bytes))
  // a piece that comes too late is refused and changes nothing
  expect((await adas.send(address, 200_000, bytes.subarray(200_000, 300_000))).status).toBe(409)
})

test('two processes that receive the same upload end with the same file', async () => {
  const other = await testSite({ MEDIA_QUOTA_GB: '8' }, { beside: site })
  const others = await uploaderOf(other, {
    ...ada,
    inject: (options) => other.inject({ ...options, cookies: ada.cookies }),
  })
  const bytes = pdf(1_000_000)
  const { address } = await adas.announce({ kind: 'material', name: 'both.pdf', byteSize: bytes.length })
  const goOn = async (uploader: typeof adas) => {
    for (let tries = 0; tries < 20; tries++) {
      const at = await uploader.offset(address)
      if (at === null || at === bytes.length) return
      await uploader.send(address, at, bytes.subarray(at, at + 150_000))
    }
  }
  await Promise.all([goOn(adas), goOn(others)])
  const kept = await attachment(address)
  expect(kept.state).toBe('ready')
  expect(hash(await download(kept.url))).toBe(hash(bytes))
})

test('while another process writes, a piece is sent back to come again; a process that died holds nothing for long', async () => {
  const bytes = pdf(1000)
  const { address } = await adas.announce({ kind: 'material', name: 'held.pdf', byteSize: bytes.length })
  const until = new Date(site.clock.now().getTime() + 10_000)
  const [id = ''] = address.split('/').slice(-1)
  await site.db
    .updateTable('attachments')
    .set({ receiver: 'other', receiver_until: until })
    .where('id', '=', id)
    .execute()
  expect((await adas.send(address, 0, bytes)).status).toBe(423)
  site.clock.advance({ seconds: 11 })
  expect((await adas.send(address, 0, bytes)).status).toBe(204)
  expect((await attachment(address)).state).toBe('ready')
})

test('bytes for another place than where the upload stands are refused', async () => {
  const { address } = await adas.announce({ kind: 'material', name: 'c.pdf', byteSize: 1000 })
  await adas.send(address, 0, pdf(400))
  expect((await adas.send(address, 100, pdf(600))).status).toBe(409)
  expect((await adas.send(address, 400, pdf(601))).status).toBe(413)
  expect(await adas.offset(address)).toBe(400)
})

test('only whoever began an upload sees it, goes on with it or ends it', async () => {
  const { address } = await adas.announce({ kind: 'material', name: 'd.pdf', byteSize: 1000 })
  const eves = await uploaderOf(site, await site.user({ groups: ['learn_creator'] }))
  expect(await eves.offset(address)).toBeNull()
  expect((await eves.send(address, 0, pdf(1000))).status).toBe(404)
  expect((await eves.abort(address)).status).toBe(404)
  expect(await adas.offset(address)).toBe(0)
  const [id = ''] = address.split('/').slice(-1)
  const eve = await site.user({ groups: ['learn_creator'] })
  expect((await eve.call(getAttachment, { params: { id } })).status).toBe(404)
  expect((await adas.abort(address)).status).toBe(204)
  expect(await adas.offset(address)).toBeNull()
  await site.settle()
  expect(receiving()).not.toContain(id)
})

test('an upload whose last answer was lost is whole all the same', async () => {
  const bytes = pdf(5000)
  const { address } = await adas.announce({ kind: 'material', name: 'h.pdf', byteSize: bytes.length })
  const { storage } = site.services
  const putFile = storage.putFile
  storage.putFile = () => Promise.reject(new Error('the process ended here'))
  expect((await adas.send(address, 0, bytes)).status).toBe(500)
  storage.putFile = putFile
  expect(await adas.offset(address)).toBe(bytes.length)
  const kept = await attachment(address)
  expect(kept.state).toBe('ready')
  expect(hash(await download(kept.url))).toBe(hash(bytes))
})

test('an upload that is ended while its last bytes are being kept leaves nothing', async () => {
  const { address } = await adas.announce({ kind: 'material', name: 'i.pdf', byteSize: 1000 })
  const { storage } = site.services
  const putFile = storage.putFile
  storage.putFile = async (...args) => {
    expect((await adas.abort(address)).status).toBe(204)
    await writeFile(args[1], pdf(1000))
    await putFile(...args)
  }
  expect((await adas.send(address, 0, pdf(1000))).status).toBe(404)
  storage.putFile = putFile
  expect(await storage.exists(`attachments/${address.split('/').at(-1)}/original`)).toBe(false)
})

test('a file that begins with comments is what comes after them', () => {
  // more than a pattern that tries every way to read them would ever get through
  expect(contentTypeOf(Buffer.from(`${'<!---->'.repeat(500)}x`))).toBe('text/plain')
  expect(contentTypeOf(Buffer.from(`${'<!-- made by -->\n'.repeat(28)}<svg width="9"/>`))).toBe('image/svg+xml')
  expect(contentTypeOf(Buffer.from('<?xml version="1.0"?><!-- --><html xmlns="http://www.w3.org/1999/xhtml">'))).toBe(
    'text/html',
  )
})

test('a picture is upright, without what the camera wrote into it, and can be shown at once', async () => {
  const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#a03040' } })
    .withExif({ IFD0: { Copyright: 'somebody at home' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { id, status } = await adas.upload('image', '照片.jpg', bytes)
  expect(status).toBe(204)
  const { result } = await ada.call(getAttachment, { params: { id } })
  expect(result.attachment).toMatchObject({ state: 'ready', width: 200, height: 300, contentType: 'image/jpeg' })
  const shown = await download(result.attachment.url)
  expect(shown.includes('somebody at home')).toBe(false)
  expect((await download(result.attachment.thumbnailUrl)).length).toBeGreaterThan(100)
})

test('what nobody goes on with for two days is swept, with its bytes; what is whole is finished', async () => {
  const left = await adas.announce({ kind: 'material', name: 'left.pdf', byteSize: 1000 })
  await adas.send(left.address, 0, pdf(400))
  const [id = ''] = left.address.split('/').slice(-1)
  site.clock.advance({ hours: 47 })
  await sweepUploads(site.services, site.clock.now())
  expect(await adas.offset(left.address)).toBe(400)
  site.clock.advance({ hours: 2 })
  await sweepUploads(site.services, site.clock.now())
  await site.settle()
  expect(await adas.offset(left.address)).toBeNull()
  expect(receiving().filter((file) => file.startsWith(id))).toEqual([])
})
