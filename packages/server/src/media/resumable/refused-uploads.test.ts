import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accountChanged } from '@lantern/contract/identity/events.ts'
import { getAttachment, listAttachments, listUnfinishedUploads } from '@lantern/contract/media/attachments.ts'
import { mostBytes, resumableUploadPath } from '@lantern/contract/media/upload-rules.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sendStream } from '#testing/send-stream.ts'
import { testSite } from '#testing/site.ts'
import { uploaderOf } from '#testing/uploads.ts'

const site = await testSite({ MEDIA_QUOTA_GB: '8' })
const ada = await site.user({ groups: ['learn_creator_zh'] })
const adas = await uploaderOf(site, ada)
// however full the disk of this machine is
site.services.storage.roomLeft = () => Promise.resolve(null)
const gigabyte = 1024 ** 3
/** Bytes that begin as a PDF does. */
function pdf(byteSize: number): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(byteSize)]).subarray(0, byteSize)
}
async function attachment(address: string) {
  const { result } = await ada.call(getAttachment, { params: { id: address.split('/').at(-1) ?? '' } })
  return result.attachment
}
function receiving(): string[] {
  return readdirSync(join(site.dataDir, 'uploads'))
}

test('learners upload nothing of authors, guests nothing at all, and who loses the right in the middle goes no further', async () => {
  const learners = await uploaderOf(site, await site.learner())
  expect(await learners.announce({ kind: 'material', name: 'a.pdf', byteSize: 10 })).toMatchObject({
    status: 415,
    code: 'upload_forbidden_type',
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

test('a learner finds a film again that was begun and is not whole; another person and another file find nothing', async () => {
  const learner = await site.learner()
  const learners = await uploaderOf(site, learner)
  const found = async (who: typeof learner, fingerprint: string) => {
    const { result } = await who.call(listUnfinishedUploads, { query: { kind: 'video', fingerprint } })
    return result.ids
  }
  const film = { kind: 'video', name: 'a.mp4', byteSize: 1000 } as const
  const { address } = await learners.announce({ ...film, fingerprint: 'of a' })
  expect(await found(learner, 'of a')).toEqual([address.split('/').at(-1)])
  expect([await found(learner, 'of b'), await found(ada, 'of a')]).toEqual([[], []])
  await learners.abort(address)
  expect(await found(learner, 'of a')).toEqual([])
})

test('a course package of a teacher who is no author is refused above 200 MB before a byte is sent', async () => {
  const teachers = await uploaderOf(site, await site.learner())
  const file = { kind: 'package', name: 'course.zip' } as const
  const most = 200 * 1024 ** 2
  const refused = await teachers.announce({ ...file, byteSize: most + 1 })
  expect(refused).toMatchObject({ status: 413, code: 'upload_too_large_for_learners' })
  const { status, address } = await teachers.announce({ ...file, byteSize: most })
  expect(status).toBe(201)
  await teachers.abort(address)
})

test('of a piece that goes on behind the end of its file nothing more is kept, with a length and without one', async () => {
  const { address } = await adas.announce({ kind: 'package', name: 'course.zip', byteSize: 1000 })
  const headers = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  const piece = { method: 'PATCH', path: address, headers, bytes: 64 * 1024 ** 2 } as const
  // cut off where the file ends, maybe before an answer
  await sendStream(site, ada, piece).catch(() => undefined)
  const announced = { ...headers, 'content-length': String(3 * gigabyte) }
  expect((await sendStream(site, ada, { ...piece, headers: announced, bytes: 0 })).status).toBe(413)
  expect(await adas.offset(address)).toBeLessThanOrEqual(1000)
  await adas.abort(address)
  expect(receiving().filter((file) => address.endsWith(file))).toEqual([])
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
  ['package', 'a.zip', 'upload_attachment_too_large_3G', 3],
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

test('a picture of 100 megapixels is refused with its reason', async () => {
  const bytes = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const answer = await adas.upload('image', 'huge.png', bytes)
  expect(answer).toMatchObject({ status: 422, code: 'upload_too_many_pixels' })
})
