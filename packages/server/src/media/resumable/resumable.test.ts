import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accountChanged } from '@lantern/contract/identity/events.ts'
import { getAttachment, listAttachments } from '@lantern/contract/media/attachments.ts'
import { mostBytes, resumableUploadPath } from '@lantern/contract/media/upload-rules.ts'
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

const gigabyte = 1024 ** 3
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

test('learners and guests upload nothing, and who loses the right in the middle goes no further', async () => {
  const learners = await uploaderOf(site, await site.learner())
  expect(await learners.announce({ kind: 'image', name: 'a.png', byteSize: 10 })).toMatchObject({
    status: 403,
    code: 'forbidden',
  })
  const guests = await uploaderOf(site, site.guest())
  expect(await guests.announce({ kind: 'image', name: 'a.png', byteSize: 10 })).toMatchObject({ status: 401 })

  const cy = await site.user({ groups: ['learn_creator'] })
  const cys = await uploaderOf(site, cy)
  const { address } = await cys.announce({ kind: 'material', name: 'e.pdf', byteSize: 1000 })
  await cys.send(address, 0, pdf(500))
  await site.db.updateTable('users').set({ groups: [] }).where('id', '=', cy.id).execute()
  await site.services.events.emit(site.db, accountChanged, { userId: cy.id })
  await site.settle()
  expect(await cys.send(address, 500, pdf(500))).toMatchObject({ status: 403, code: 'forbidden' })
})

test('an upload without the token of the session is refused', async () => {
  const answer = await ada.inject({
    method: 'POST',
    url: resumableUploadPath,
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' },
  })
  expect(answer.statusCode).toBe(403)
  expect(answer.json()).toMatchObject({ code: 'csrf_invalid' })
})

test.each([
  ['material', 'a.pdf', 'upload_attachment_too_large_1G', 1],
  ['image', 'a.png', 'upload_attachment_too_large_1G', 1],
  ['caption', 'a.srt', 'upload_attachment_too_large_1G', 1],
  ['video', 'a.mp4', 'upload_attachment_too_large_3G', 3],
  ['asset', 'a.unitypackage', 'upload_attachment_too_large_3G', 3],
  ['webgl', 'a.zip', 'upload_attachment_too_large_3G', 3],
] as const)(
  '%s is refused above its limit before a byte is sent, and taken at it [PLAT-038] [PLAT-039]',
  async (kind, name, code, most) => {
    expect(mostBytes(kind)).toBe(most * gigabyte)
    expect(await adas.announce({ kind, name, byteSize: most * gigabyte + 1 })).toMatchObject({ status: 413, code })
    const { status, address } = await adas.announce({ kind, name, byteSize: most * gigabyte })
    expect(status).toBe(201)
    await adas.abort(address)
  },
)

test.each([
  ['material', 'setup.exe'],
  ['material', 'page.html'],
  ['material', 'drawing.SVG'],
  ['asset', 'code.js'],
  ['image', 'a.bmp'],
  ['video', 'a.pdf'],
  ['caption', 'a.ass'],
  ['webgl', 'a.rar'],
] as const)(
  'a file of a type that %s may not have, %s, is refused before a byte is sent [PLAT-037]',
  async (kind, name) => {
    expect(await adas.announce({ kind, name, byteSize: 10 })).toMatchObject({
      status: 415,
      code: 'upload_forbidden_type',
    })
  },
)

test.each([
  ['a program with the name of a document', 'material', 'a.pdf', Buffer.from('MZ\x90\0\x03'), 'upload_forbidden_type'],
  [
    'a page with the name of a text',
    'material',
    'a.txt',
    Buffer.from('<!doctype html><script>alert(1)</script>'),
    'upload_forbidden_type',
  ],
  [
    'a picture with the name of a document',
    'material',
    'a.pdf',
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    'upload_invalid_file',
  ],
  [
    'a page with the name of a picture',
    'image',
    'a.png',
    Buffer.from('<html><script>alert(1)</script></html>'),
    'upload_invalid_file',
  ],
  [
    'a picture of which only the beginning is there',
    'image',
    'a.png',
    Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
    'upload_invalid_file',
  ],
  ['a text with the name of a video', 'video', 'a.mp4', Buffer.from('not a video'), 'upload_invalid_file'],
  ['bytes with the name of captions', 'caption', 'a.srt', Buffer.from([0, 1, 2, 3]), 'upload_invalid_file'],
] as const)(
  '%s is refused by its content, and says why in the library [PLAT-040]',
  async (_what, kind, name, bytes, code) => {
    const answer = await adas.upload(kind, name, bytes)
    expect(answer.code).toBe(code)
    const { result } = await ada.call(getAttachment, { params: { id: answer.id } })
    expect(result.attachment).toMatchObject({ state: 'failed', fault: code, url: null })
    expect(await site.services.storage.exists(`attachments/${answer.id}/original`)).toBe(false)
    expect(receiving().filter((file) => file.startsWith(answer.id))).toEqual([])
  },
)

test('an empty file is no file [PLAT-040]', async () => {
  expect(await adas.announce({ kind: 'material', name: 'a.txt', byteSize: 0 })).toMatchObject({
    status: 422,
    code: 'upload_invalid_file',
  })
})

test('a file that lost bytes where it was received is refused and not kept', async () => {
  const { address } = await adas.announce({ kind: 'material', name: 'f.pdf', byteSize: 1000 })
  await adas.send(address, 0, pdf(999))
  const [id = ''] = address.split('/').slice(-1)
  await truncate(join(site.dataDir, 'uploads', id), 500)
  expect(await adas.offset(address)).toBe(500)
  expect((await adas.send(address, 999, pdf(1))).status).toBe(409)
})

test('what is announced counts towards the quota at once, and what is aborted gives it back', async () => {
  const bo = await site.user({ groups: ['learn_creator'] })
  const bos = await uploaderOf(site, bo)
  const first = await bos.announce({ kind: 'video', name: 'a.mp4', byteSize: 3 * gigabyte })
  await bos.announce({ kind: 'video', name: 'b.mp4', byteSize: 3 * gigabyte })
  expect(await bos.announce({ kind: 'video', name: 'c.mp4', byteSize: 3 * gigabyte })).toMatchObject({
    status: 422,
    code: 'upload_quota_exceeded',
  })
  const { result } = await bo.call(listAttachments, { query: { state: 'uploading' } })
  expect(result).toMatchObject({ total: 2, usedBytes: 6 * gigabyte, quotaBytes: 8 * gigabyte })
  await bos.abort(first.address)
  const [one, two] = await Promise.all([
    bos.announce({ kind: 'video', name: 'c.mp4', byteSize: 3 * gigabyte }),
    bos.announce({ kind: 'video', name: 'd.mp4', byteSize: 3 * gigabyte }),
  ])
  // both would have fitted alone: one is let in
  expect([one.status, two.status].sort()).toEqual([201, 422])
})

test('a disk without room for a file says so before it is sent', async () => {
  const { storage } = site.services
  const roomLeft = storage.roomLeft
  storage.roomLeft = () => Promise.resolve(300 * 1024 * 1024)
  try {
    expect(await adas.announce({ kind: 'video', name: 'a.mp4', byteSize: gigabyte })).toMatchObject({
      status: 507,
      code: 'upload_disk_full',
    })
  } finally {
    storage.roomLeft = roomLeft
  }
})

test.runIf(process.platform === 'linux')(
  'a disk that fills up says so, and the upload goes on when there is room',
  async () => {
    const { address } = await adas.announce({ kind: 'material', name: 'g.pdf', byteSize: 1000 })
    const [id = ''] = address.split('/').slice(-1)
    const path = join(site.dataDir, 'uploads', id)
    await rm(path)
    await symlink('/dev/full', path)
    expect(await adas.send(address, 0, pdf(1000))).toMatchObject({ status: 503, code: 'disk_full' })
    expect(await attachment(address)).toMatchObject({ state: 'uploading' })
    await rm(path)
    await writeFile(path, '')
    expect(await adas.send(address, 0, pdf(1000))).toMatchObject({ status: 204 })
    expect(await attachment(address)).toMatchObject({ state: 'ready' })
  },
)

test('a disk that is full when the upload is whole loses nothing of it', async () => {
  const bytes = pdf(5000)
  const { address } = await adas.announce({ kind: 'material', name: 'i.pdf', byteSize: bytes.length })
  const { storage } = site.services
  const putFile = storage.putFile
  storage.putFile = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
  try {
    expect(await adas.send(address, 0, bytes)).toMatchObject({ status: 503, code: 'disk_full' })
  } finally {
    storage.putFile = putFile
  }
  expect(await attachment(address)).toMatchObject({ state: 'uploading' })
  expect(await adas.offset(address)).toBe(5000)
  expect(await attachment(address)).toMatchObject({ state: 'ready' })
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

test('a picture of 100 megapixels is refused with its reason', async () => {
  const bytes = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const answer = await adas.upload('image', 'huge.png', bytes)
  expect(answer).toMatchObject({ status: 422, code: 'upload_too_many_pixels' })
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
