import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { getAttachment, listAttachments, updateAttachment } from '@lantern/contract/media/attachments.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const ada = await site.user({ groups: ['learn_creator_zh'] })
// however full the disk of this machine is
site.services.storage.roomLeft = () => Promise.resolve(null)
mkdirSync(join(site.dataDir, 'uploads'), { recursive: true })

interface Form {
  name: string
  bytes: Uint8Array
  kind?: string
  query?: string
  headers?: Record<string, string>
}

async function upload(person: Person, { name, bytes, kind, query = '', headers = {} }: Form) {
  const { csrfToken } = (await person.inject({ method: 'GET', url: '/api/session' })).json<{ csrfToken: string }>()
  const boundary = 'lantern-form'
  const part = (head: string, body: Uint8Array) =>
    Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), body, Buffer.from('\r\n')])
  const payload = Buffer.concat([
    ...(kind ? [part('Content-Disposition: form-data; name="kind"', Buffer.from(kind))] : []),
    part(`Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/html`, bytes),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  const answer = await person.inject({
    method: 'POST',
    url: `/api/learn/attachment?_csrf=${csrfToken}${query}`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
    payload,
  })
  return { status: answer.statusCode, result: answer.json() }
}

function picture(): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 360, channels: 3, background: '#335577' } })
    .png()
    .toBuffer()
}

async function fetched(url: string) {
  return ada.inject({ method: 'GET', url })
}

test('a picture sent as a form is there at once', async () => {
  const { status, result } = await upload(ada, { name: 'a.png', bytes: await picture(), kind: 'image' })
  expect(status).toBe(200)
  expect(result).toMatchObject({ contentType: 'image/png', url: expect.stringMatching(/^\/media\/images\/img_/) })
  const shown = await fetched(result.url)
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png'])
  expect(shown.headers['x-content-type-options']).toBe('nosniff')
  const { result: kept } = await ada.call(getAttachment, { params: { id: result.attachmentId } })
  expect(kept.attachment).toMatchObject({ kind: 'image', state: 'ready', width: 640, height: 360, ownerId: ada.id })
})

test('without a kind, the name says what a file is for; the address may say it too', async () => {
  const text = Buffer.from('一段说明')
  const material = await upload(ada, { name: '说明.txt', bytes: text })
  expect(material.result).toMatchObject({
    contentType: 'text/plain',
    url: expect.stringContaining('/media/attachments/at_'),
  })
  const { result } = await ada.call(getAttachment, { params: { id: material.result.attachmentId } })
  expect(result.attachment).toMatchObject({ kind: 'material', name: '说明.txt' })
  const asset = await upload(ada, { name: 'a.txt', bytes: text, query: '&kind=asset' })
  const { result: second } = await ada.call(getAttachment, { params: { id: asset.result.attachmentId } })
  expect(second.attachment.kind).toBe('asset')
})

test.each([
  ['no form at all', 'garbage', 'multipart/form-data; boundary=b'],
  ['a form without its boundary', 'x', 'multipart/form-data'],
  [
    'a form that breaks off',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhel',
    'multipart/form-data; boundary=b',
  ],
  ['a form without a file', '--b--\r\n', 'multipart/form-data; boundary=b'],
])('%s is refused as such, and leaves nothing behind', async (_what, payload, type) => {
  const { csrfToken } = (await ada.inject({ method: 'GET', url: '/api/session' })).json<{ csrfToken: string }>()
  const answer = await ada.inject({
    method: 'POST',
    url: `/api/learn/attachment?_csrf=${csrfToken}`,
    headers: { 'content-type': type },
    payload,
  })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'bad_request'])
  expect(readdirSync(join(site.dataDir, 'uploads'))).toEqual([])
})

test('a name is a name and never a path', async () => {
  const { result } = await upload(ada, {
    name: '../../etc/pass\u202ewd.txt',
    bytes: Buffer.from('a'),
    kind: 'material',
  })
  const { result: kept } = await ada.call(getAttachment, { params: { id: result.attachmentId } })
  expect(kept.attachment.name).toBe('passwd.txt')
})

test.each([
  [
    'a forbidden ending [PLAT-037]',
    { name: 'a.exe', bytes: Buffer.from('MZ'), kind: 'material' },
    415,
    'upload_forbidden_type',
  ],
  [
    'a page under another name [PLAT-037]',
    { name: 'a.csv', bytes: Buffer.from('<html><body>'), kind: 'material' },
    415,
    'upload_forbidden_type',
  ],
  [
    'what is no picture [PLAT-040]',
    { name: 'a.png', bytes: Buffer.from('not a picture'), kind: 'image' },
    422,
    'upload_invalid_file',
  ],
  ['an empty file [PLAT-040]', { name: 'a.txt', bytes: Buffer.alloc(0), kind: 'material' }, 422, 'upload_invalid_file'],
  [
    'a length over the limit [PLAT-038]',
    {
      name: 'a.txt',
      bytes: Buffer.from('a'),
      kind: 'material',
      headers: { 'content-length': String(1024 ** 3 + 100_000) },
    },
    413,
    'upload_attachment_too_large_1G',
  ],
  [
    'a length over the larger limit [PLAT-038]',
    {
      name: 'a.zip',
      bytes: Buffer.from('a'),
      kind: 'asset',
      headers: { 'content-length': String(3 * 1024 ** 3 + 100_000) },
    },
    413,
    'upload_attachment_too_large_3G',
  ],
  ['a kind that there is not', { name: 'a.txt', bytes: Buffer.from('a'), kind: 'virus' }, 400, 'bad_request'],
] satisfies [string, Form, number, string][])('%s is refused and leaves nothing', async (_what, form, status, code) => {
  const before = await site.db.selectFrom('attachments').select('id').execute()
  expect(await upload(ada, form)).toMatchObject({ status, result: { code } })
  expect(await site.db.selectFrom('attachments').select('id').execute()).toHaveLength(before.length)
  expect(readdirSync(join(site.dataDir, 'uploads'))).toEqual([])
})

test('a file for which there is no quota left is refused before it is kept, and while it comes where nobody said how long it is', async () => {
  const bo = await site.user({ groups: ['learn_creator'] })
  const now = site.clock.now()
  const full = { id: 'at_almost_full', owner_id: bo.id, kind: 'video', name: 'a.mp4', state: 'ready' } as const
  const byteSize = site.services.config.mediaQuotaBytes - 10_000
  const times = { created_at: now, updated_at: now }
  await site.db
    .insertInto('attachments')
    .values({ ...full, byte_size: byteSize, ...times })
    .execute()
  const code = 'upload_quota_exceeded'
  const headers = { 'content-length': '100000' }
  const announced = await upload(bo, { name: 'a.txt', bytes: Buffer.from('a'), kind: 'material', headers })
  expect(announced).toMatchObject({ status: 422, result: { code } })

  let sent = 0
  const form = async function* () {
    yield '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
    for (; sent < 1000; sent++) {
      // as slowly as it is taken
      await new Promise(setImmediate)
      yield Buffer.alloc(10_000, 'a')
    }
    yield '\r\n--b--\r\n'
  }
  const { csrfToken } = (await bo.inject({ method: 'GET', url: '/api/session' })).json<{ csrfToken: string }>()
  const answer = await bo.inject({
    method: 'POST',
    url: `/api/learn/attachment?_csrf=${csrfToken}`,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: Readable.from(form()),
  })
  expect([answer.statusCode, answer.json().code]).toEqual([422, code])
  expect(sent).toBeLessThan(900)
  expect(readdirSync(join(site.dataDir, 'uploads'))).toEqual([])
})

test('a disk that fills up says so and leaves nothing', async () => {
  const { storage } = site.services
  const putFile = storage.putFile
  storage.putFile = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
  try {
    const answer = await upload(ada, { name: 'a.txt', bytes: Buffer.from('abc'), kind: 'material' })
    expect(answer).toMatchObject({ status: 503, result: { code: 'disk_full' } })
  } finally {
    storage.putFile = putFile
  }
  expect(readdirSync(join(site.dataDir, 'uploads'))).toEqual([])
})

test('a drawing with a script in it is shown without the script', async () => {
  const bytes = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" onload="alert(1)"><script>alert(2)</script><rect width="9" height="9"/><a href="javascript:alert(3)"><text>x</text></a></svg>',
  )
  const { result } = await upload(ada, { name: 'a.svg', bytes, kind: 'image' })
  const shown = await fetched(result.url)
  expect(shown.headers['content-type']).toBe('image/svg+xml')
  expect(shown.body).toContain('<rect')
  expect(shown.body).not.toMatch(/script|onload|alert/)
  expect(shown.headers['content-security-policy']).toContain('sandbox')
})

test('a picture that is a script as well is only a picture when it is served', async () => {
  const gif = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
    .gif()
    .toBuffer()
  const polyglot = Buffer.concat([gif, Buffer.from('/*x*/=1;alert(document.cookie)//')])
  const { result } = await upload(ada, { name: 'a.gif', bytes: polyglot, kind: 'image' })
  const shown = await fetched(result.url)
  expect(shown.headers).toMatchObject({ 'content-type': 'image/gif', 'x-content-type-options': 'nosniff' })
  expect(shown.rawPayload.includes('alert')).toBe(false)
})

test('the library lists what is one’s own, by kind and words, newest first', async () => {
  const bo = await site.user({ groups: ['learn_creator'] })
  for (const name of ['桥.png', '塔.png']) {
    await upload(bo, { name, bytes: await picture(), kind: 'image' })
    site.clock.advance({ seconds: 1 })
  }
  await upload(bo, { name: '桥的说明.txt', bytes: Buffer.from('a'), kind: 'material' })
  const names = async (query: object) => {
    const { result } = await bo.call(listAttachments, { query })
    return result.results.map(({ name }) => name)
  }
  expect(await names({})).toEqual(['桥的说明.txt', '塔.png', '桥.png'])
  expect(await names({ kind: 'image' })).toEqual(['塔.png', '桥.png'])
  expect(await names({ q: '桥' })).toEqual(['桥的说明.txt', '桥.png'])
  expect(await names({ q: '%' })).toEqual([])
  expect(await names({ page: 1, pageSize: 2 })).toEqual(['桥.png'])
  expect(await names({ state: 'failed' })).toEqual([])
})

test('an upload is renamed and described by its owner alone', async () => {
  const { result } = await upload(ada, { name: 'a.png', bytes: await picture(), kind: 'image' })
  const params = { id: result.attachmentId }
  const changed = await ada.call(updateAttachment, { params, body: { name: '新名字.png', alt: '一座桥' } })
  expect(changed.result.attachment).toMatchObject({ name: '新名字.png', alt: '一座桥' })
  const eve = await site.user({ groups: ['learn_creator'] })
  expect((await eve.call(updateAttachment, { params, body: { name: 'x.png' } })).status).toBe(404)
  expect((await ada.call(updateAttachment, { params, body: { name: ' ' } })).status).toBe(400)
})
