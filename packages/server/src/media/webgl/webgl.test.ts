import { brotliCompressSync, gzipSync } from 'node:zlib'
import { deleteAttachment, getAttachment, isolateBuild, listAttachments } from '@lantern/contract/media/attachments.ts'
import { type Zippable, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { uploaderOf } from '#testing/uploads.ts'
import { makeOfUpload } from '../attachments/make-of-upload.ts'
import { archiveLimits } from './unpack-archive.ts'

const site = await testSite()
const ada = await site.user({ groups: ['learn_creator_zh'] })
const adas = await uploaderOf(site, ada)
// however full the disk of this machine is
site.services.storage.roomLeft = () => Promise.resolve(null)

const page = Buffer.from('<!doctype html><title>Build</title><script src="Build/game.js"></script>')
const wasm = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
const host = 'usercontent.localhost:3000'

async function uploadBuild(files: Zippable) {
  const { id, status } = await adas.upload('webgl', 'build.zip', zipSync(files))
  expect(status).toBe(204)
  await site.settle()
  const { result } = await ada.call(getAttachment, { params: { id } })
  return result.attachment
}

function get(url: string, headers: Record<string, string> = {}) {
  return site.inject({ method: 'GET', url, headers: { host, 'accept-encoding': 'gzip, br', ...headers } })
}

test('a build is unpacked and served with the right types and encodings', async () => {
  const build = await uploadBuild({
    'index.html': page,
    'Build/game.loader.js': Buffer.from('go()'),
    'Build/game.wasm': wasm,
    'Build/game.wasm.br': brotliCompressSync(wasm),
    'Build/game.framework.js.gz': gzipSync('framework()'),
    'Build/game.data.unityweb': gzipSync('data'),
    'Build/game.data': Buffer.from('data'),
    'StreamingAssets/名称 with spaces.json': Buffer.from('{}'),
  })
  expect(build).toMatchObject({ state: 'ready', progress: 100, fault: null })
  expect(build.embedUrl).toBe(`http://usercontent.localhost:3000/webgl/${build.id}/index.html`)
  const at = (path: string) => `/webgl/${build.id}/${path}`

  const index = await get(at('index.html'))
  expect(index.statusCode).toBe(200)
  expect(index.rawPayload).toEqual(page)
  expect(index.headers['content-type']).toBe('text/html; charset=utf-8')

  expect((await get(at('Build/game.wasm'))).headers['content-type']).toBe('application/wasm')
  const packed = await get(at('Build/game.wasm.br'))
  expect(packed.headers).toMatchObject({ 'content-type': 'application/wasm', 'content-encoding': 'br' })
  const framework = await get(at('Build/game.framework.js.gz'))
  expect(framework.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
  })
  expect((await get(at('Build/game.data.unityweb'))).headers['content-encoding']).toBe('gzip')
  expect((await get(at('Build/game.data'))).headers['content-encoding']).toBeUndefined()
  expect((await get(encodeURI(at('StreamingAssets/名称 with spaces.json')))).json()).toEqual({})

  const plain = await get(at('Build/game.wasm.br'), { 'accept-encoding': 'gzip' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.rawPayload).toEqual(wasm)
})

test('a page of a build has no origin of its own, no cookies and a long life in caches', async () => {
  const build = await uploadBuild({ 'index.html': page })
  const { headers } = await get(`/webgl/${build.id}/index.html`)
  expect(headers['content-security-policy']).toMatch(/^sandbox allow-scripts allow-pointer-lock;/)
  expect(headers['content-security-policy']).not.toContain('allow-same-origin')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(headers['set-cookie']).toBeUndefined()
  const again = await get(`/webgl/${build.id}/index.html`, { 'if-none-match': String(headers.etag) })
  expect(again.statusCode).toBe(304)
})

/** A program that imports a function, and its memory: shared between threads, or its own. */
function program(flags: number): Buffer {
  const name = (word: string) => [word.length, ...Buffer.from(word)]
  const imports = [2, ...name('env'), ...name('go'), 0, 0, ...name('env'), ...name('memory'), 2, flags, 1, 1]
  return Buffer.from([...wasm, ...[1, 4, 1, 0x60, 0, 0], ...[2, imports.length], ...imports])
}

test('threads are found in the programs of a build, however they are packed', async () => {
  const cases: [string, Buffer, boolean][] = [
    ['game.wasm', program(1), false],
    ['game.wasm', program(3), true],
    ['game.wasm.gz', gzipSync(program(3)), true],
    ['game.wasm.br', brotliCompressSync(program(3)), true],
    ['game.wasm.br', brotliCompressSync(program(1)), false],
    ['game.wasm.unityweb', gzipSync(program(3)), true],
    // files that are no WebAssembly program
    ['game.wasm', Buffer.from('SharedArrayBuffer'), false],
    ['game.wasm.br', Buffer.from('SharedArrayBuffer'), false],
    ['game.wasm', program(3).subarray(0, 20), false],
    ['game.data', program(3), false],
  ]
  for (const [name, bytes, isIsolated] of cases) {
    const { build, embedUrl } = await uploadBuild({ 'index.html': page, [`Build/${name}`]: bytes })
    expect([name, build]).toEqual([name, { unpackedBytes: page.length + bytes.length, isIsolated }])
    expect(embedUrl).toContain(isIsolated ? '/webgl-isolated/' : '/webgl/')
  }
})

test('a build is isolated by its owner: page, files and a window of its own answer so, other builds as before', async () => {
  const { id } = await uploadBuild({ 'index.html': page, 'worker.js': Buffer.from('go()') })
  expect((await get(`/webgl/${id}/index.html`)).headers['cross-origin-embedder-policy']).toBeUndefined()
  const isolate = (person: typeof ada, isIsolated: boolean) =>
    person.call(isolateBuild, { params: { id }, body: { isIsolated } })
  const bo = await site.user()
  expect((await isolate(bo, true)).status).toBe(404)
  const { result } = await isolate(ada, true)
  expect(result.attachment.embedUrl).toBe(`http://${host}/webgl-isolated/${id}/index.html`)

  const isolated = {
    'document-isolation-policy': 'isolate-and-require-corp',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  }
  const framed = await get(`/webgl-isolated/${id}/index.html`)
  expect(framed.headers).toMatchObject({ ...isolated, 'cross-origin-resource-policy': 'cross-origin' })
  expect(framed.headers['content-security-policy']).toMatch(/^sandbox allow-scripts allow-pointer-lock;/)
  expect(framed.body).toBe(
    `<!doctype html><script src="http://${host}/webgl-isolated/threads.js"></script>${page.toString().slice(15)}`,
  )
  expect((await get('/webgl-isolated/threads.js')).headers['cross-origin-resource-policy']).toBe('cross-origin')
  const worker = await get(`/webgl-isolated/${id}/worker.js`)
  expect([worker.body, worker.headers['cross-origin-embedder-policy']]).toEqual(['go()', 'require-corp'])

  const around = await get(`/webgl-window/${id}/index.html`)
  expect(around.headers).toMatchObject(isolated)
  expect(around.body).toContain(`src="http://${host}/webgl-isolated/${id}/index.html"`)
  expect(around.body).toContain('sandbox="allow-scripts allow-pointer-lock"')
  expect((await get(`/webgl-window/${id}/none.html`)).statusCode).toBe(404)

  await isolate(ada, false)
  expect((await ada.call(getAttachment, { params: { id } })).result.attachment.embedUrl).toContain('/webgl/')
})

test('what is no build cannot be isolated', async () => {
  const { id } = await adas.upload('material', 'notes.txt', Buffer.from('notes'))
  const { status } = await ada.call(isolateBuild, { params: { id }, body: { isIsolated: true } })
  expect(status).toBe(404)
})

test('a loader that asks with headers of its own gets leave, and a film its parts', async () => {
  const build = await uploadBuild({ 'index.html': page, 'film.mp4': Buffer.from('0123456789') })
  const url = `/webgl/${build.id}/film.mp4`
  const leave = await site.inject({ method: 'OPTIONS', url, headers: { host, origin: 'null' } })
  expect([leave.statusCode, leave.headers['access-control-allow-headers']]).toEqual([204, '*'])
  const part = await get(url, { range: 'bytes=2-4' })
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
})

test('the origin of uploads answers nothing but builds, and the site itself never does', async () => {
  const build = await uploadBuild({ 'index.html': page })
  const onSite = await ada.inject({ method: 'GET', url: `/webgl/${build.id}/index.html` })
  expect(onSite.statusCode).toBe(404)
  for (const url of ['/', '/api/session', '/healthz', '/metrics', '/media/images/x/orig.png', '/api/docs']) {
    const answer = await ada.inject({ method: 'GET', url, headers: { host } })
    expect([url, answer.statusCode, answer.headers['set-cookie']]).toEqual([url, 404, undefined])
  }
})

test('a build one folder down is found, and the nearest page wins', async () => {
  const build = await uploadBuild({ 'My Game/index.html': page, 'My Game/TemplateData/deep/index.html': page })
  expect(build.embedUrl).toMatch(/\/My%20Game\/index\.html$/)
  expect((await get(new URL(build.embedUrl ?? '').pathname)).statusCode).toBe(200)
})

test('archives inside, hidden files and folders are left out', async () => {
  const build = await uploadBuild({
    'index.html': page,
    'inner.zip': zipSync({ 'a.txt': Buffer.from('a') }),
    '.htaccess': Buffer.from('x'),
    '__MACOSX/index.html': Buffer.from('x'),
  })
  const rows = await site.db.selectFrom('webgl_files').select('path').where('attachment_id', '=', build.id).execute()
  expect(rows.map(({ path }) => path)).toEqual(['index.html'])
})

const link = { os: 3, attrs: 0o120777 * 0x10000 } as const

test.each([
  ['has no page to open', { 'readme.txt': Buffer.from('hello') }, 'media.build_no_index'],
  ['climbs out of its folder', { 'index.html': page, '../../evil.html': page }, 'media.build_unsafe_path'],
  ['names a place on the disk', { 'index.html': page, '/etc/passwd': page }, 'media.build_unsafe_path'],
  [
    'has a link to another file',
    { 'index.html': page, passwd: [Buffer.from('/etc/passwd'), link] },
    'media.build_link',
  ],
  [
    'unpacks to a thousand times its size',
    { 'index.html': page, bomb: Buffer.alloc(80_000_000) },
    'media.build_too_large',
  ],
] satisfies [string, Zippable, string][])(
  'an archive that %s is refused and nothing of it is kept',
  async (_what, files, fault) => {
    const build = await uploadBuild(files)
    expect(build).toMatchObject({ state: 'failed', fault, embedUrl: null })
    expect(await keysOf(build.id)).toEqual([])
  },
)

test('an archive of too many files is refused', async () => {
  const files: Zippable = { 'index.html': page }
  for (let n = 0; n < archiveLimits.files; n++) files[`f${n}`] = [Buffer.from(''), { level: 0 }]
  expect(await uploadBuild(files)).toMatchObject({ state: 'failed', fault: 'media.build_too_many_files' })
})

test('two files in one place, and a name that no list takes, are refused and do not wait for ever', async () => {
  const zip = Buffer.from(zipSync({ 'index.html': page, 'aaaa.js': page, 'bbbb.js': page }))
  for (let at = zip.indexOf('bbbb.js'); at >= 0; at = zip.indexOf('bbbb.js')) zip.write('aaaa.js', at)
  const long = Array.from({ length: 990 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))).join('')
  for (const [bytes, fault] of [
    [zip, 'media.build_damaged'],
    [zipSync({ 'index.html': page, [long]: page }), 'media.build_unsafe_path'],
  ] as const) {
    const { id } = await adas.upload('webgl', 'build.zip', bytes)
    await site.settle()
    const { result } = await ada.call(getAttachment, { params: { id } })
    expect(result.attachment).toMatchObject({ state: 'failed', fault })
    expect(await keysOf(id)).toEqual([])
  }
})

test('an archive of folders without end is refused before they are read', async () => {
  const files: Zippable = { 'index.html': page }
  for (let n = 0; n < archiveLimits.entries; n++) files[`f${n}/`] = [new Uint8Array(), { level: 0 }]
  expect(await uploadBuild(files)).toMatchObject({ state: 'failed', fault: 'media.build_too_many_files' })
})

test('what is unpacked has to fit into what its owner has left, also when several are at it at once', async () => {
  const gigabyte = 1024 ** 3
  const bo = await site.user({ groups: ['learn_creator'] })
  const bos = await uploaderOf(site, bo)
  const zip = zipSync({ 'index.html': page, 'data.bin': Buffer.alloc(5_000_000, 'ab') })
  const ids = [(await bos.upload('webgl', 'a.zip', zip)).id, (await bos.upload('webgl', 'b.zip', zip)).id]
  const left = 8_000_000
  const { result } = await bo.call(listAttachments, { query: {} })
  const full = { id: 'at_full', owner_id: bo.id, kind: 'video', name: 'a.mp4', state: 'ready' } as const
  const now = site.clock.now()
  const byteSize = result.quotaBytes - result.usedBytes - left
  expect(byteSize).toBeGreaterThan(gigabyte)
  await site.db
    .insertInto('attachments')
    .values({ ...full, byte_size: byteSize, created_at: now, updated_at: now })
    .execute()
  await Promise.all(ids.map((id) => makeOfUpload(site.services, id)))
  const faults = await Promise.all(
    ids.map(async (id) => (await bo.call(getAttachment, { params: { id } })).result.attachment.fault),
  )
  expect(faults.sort()).toEqual([null, 'upload_quota_exceeded'].sort())
  const after = (await bo.call(listAttachments, { query: {} })).result
  expect(after.usedBytes).toBeLessThanOrEqual(after.quotaBytes)
})

test('an archive that lies about the size of a file is refused, whatever comes out of it', async () => {
  const zip = zipSync({ 'index.html': page, 'data.bin': Buffer.alloc(500_000, 'abcdefg') })
  const view = Buffer.from(zip)
  // the size in the list of contents: 24 bytes into the entry, whose name comes at 46
  const entry = view.lastIndexOf('data.bin') - 46
  expect(view.readUInt32LE(entry + 24)).toBe(500_000)
  view.writeUInt32LE(10, entry + 24)
  const { id } = await adas.upload('webgl', 'build.zip', view)
  await site.settle()
  const { result } = await ada.call(getAttachment, { params: { id } })
  expect(result.attachment).toMatchObject({ state: 'failed', fault: 'media.build_damaged' })
  expect(await keysOf(id)).toEqual([])
})

test('an archive with a file that does not have its checksum is refused, and nothing of it is kept', async () => {
  const zip = Buffer.from(zipSync({ 'index.html': page, 'data.bin': Buffer.alloc(500_000, 'abcdefg') }))
  // 16 bytes into the entry of the list at the end, whose name comes at 46
  const entry = zip.lastIndexOf('data.bin') - 46
  zip.writeUInt32LE((zip.readUInt32LE(entry + 16) ^ 1) >>> 0, entry + 16)
  const { id } = await adas.upload('webgl', 'build.zip', zip)
  await site.settle()
  const { result } = await ada.call(getAttachment, { params: { id } })
  expect(result.attachment).toMatchObject({ state: 'failed', fault: 'media.build_damaged' })
  expect(await keysOf(id)).toEqual([])
})

test('a truncated archive is refused', async () => {
  const whole = zipSync({ 'index.html': page, a: Buffer.alloc(10_000, 'x') })
  const { id } = await adas.upload('webgl', 'build.zip', whole.subarray(0, whole.length - 60))
  await site.settle()
  const { result } = await ada.call(getAttachment, { params: { id } })
  expect(result.attachment).toMatchObject({ state: 'failed', fault: 'media.build_no_archive' })
})

test('a store that fails half way leaves nothing, and the next try makes it whole', async () => {
  const { storage } = site.services
  const putStream = storage.putStream
  let left = 1
  storage.putStream = (...args) =>
    left-- > 0 ? putStream(...args) : Promise.reject(Object.assign(new Error(), { code: 'EIO' }))
  const { id } = await adas.upload('webgl', 'build.zip', zipSync({ 'index.html': page, b: page, c: page }))
  await expect(site.settle()).rejects.toMatchObject({ code: 'EIO' })
  expect((await keysOf(id)).filter((key) => key.startsWith('webgl/'))).toEqual([])
  storage.putStream = putStream
  await makeOfUpload(site.services, id)
  const { result } = await ada.call(getAttachment, { params: { id } })
  expect(result.attachment.state).toBe('ready')
  expect((await get(`/webgl/${id}/c`)).statusCode).toBe(200)
})

test('a deleted build is gone with all its files', async () => {
  const build = await uploadBuild({ 'index.html': page, a: page })
  const { result } = await ada.call(deleteAttachment, { params: { id: build.id } })
  expect(result).toEqual({ deleted: true, usedBy: [] })
  await site.settle()
  expect((await get(`/webgl/${build.id}/index.html`)).statusCode).toBe(404)
  expect(await keysOf(build.id)).toEqual([])
})

async function keysOf(id: string): Promise<string[]> {
  const keys: string[] = []
  for await (const key of site.services.storage.keys()) if (key.includes(id)) keys.push(key)
  return keys
}
