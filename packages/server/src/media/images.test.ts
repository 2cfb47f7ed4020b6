import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { Picture } from '@lantern/contract/media/image-url.ts'
import { imageUrl, imageWidths, originalUrl } from '@lantern/contract/media/image-url.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { deleteImage, deleteImageFiles, ImageRefusal, imageLimits, storeImage } from './images.ts'

const site = await testSite()

function png(width: number, height: number, background = '#335577'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

function get(url: string) {
  return site.inject({ method: 'GET', url })
}

async function faultOf(bytes: Uint8Array): Promise<string> {
  try {
    await storeImage(site.services, bytes)
  } catch (error) {
    if (error instanceof ImageRefusal) return error.fault
    throw error
  }
  return 'none'
}

test('the same bytes are one picture, also when two store them at the same moment', async () => {
  const bytes = await png(300, 200, '#102030')
  const [first, second] = await Promise.all([storeImage(site.services, bytes), storeImage(site.services, bytes)])
  expect(first).toMatchObject({ width: 300, height: 200, extension: 'png', animated: false })
  expect(second.id).toBe(first.id)
  expect((await storeImage(site.services, bytes)).id).toBe(first.id)
})

test('a drawing travels packed to whoever unpacks it, and both ways say the same', async () => {
  const circles = Array.from({ length: 200 }, (_, at) => `<circle cx="${at}" cy="${at}" r="5" fill="#335577"/>`)
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">${circles.join('')}</svg>`
  const url = originalUrl((await storeImage(site.services, Buffer.from(drawing))).id, 'svg')
  const plain = await site.inject({ method: 'GET', url, headers: { 'accept-encoding': 'br, gzip;q=0' } })
  expect(plain.headers).toMatchObject({ 'content-type': 'image/svg+xml', vary: 'accept-encoding' })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  for (const _ of ['made', 'kept']) {
    const packed = await site.inject({ method: 'GET', url, headers: { 'accept-encoding': 'br, gzip' } })
    expect(packed.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'content-encoding': 'gzip' })
    expect(gunzipSync(packed.rawPayload)).toEqual(plain.rawPayload)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  }
  const photo = await site.inject({
    method: 'GET',
    url: originalUrl((await storeImage(site.services, await png(30, 30))).id, 'png'),
    headers: { 'accept-encoding': 'gzip' },
  })
  expect(photo.headers).not.toHaveProperty('content-encoding')
})

test('what a picture is decides what is in it, not what somebody calls it', async () => {
  const webp = await sharp(await png(20, 10))
    .webp()
    .toBuffer()
  expect((await storeImage(site.services, webp)).extension).toBe('webp')
  expect(await faultOf(Buffer.from('<html><script>1</script></html>'))).toBe('not_an_image')
  expect(await faultOf(Buffer.from('%PDF-1.7'))).toBe('not_an_image')
  expect(await faultOf(new Uint8Array())).toBe('not_an_image')
})

test('a picture that is cut off is refused before anybody sees half of it', async () => {
  const noise = await sharp({
    create: {
      width: 400,
      height: 400,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
      background: '#000',
    },
  })
    .png()
    .toBuffer()
  expect(await faultOf(noise.subarray(0, noise.length / 2))).toBe('damaged')
})

test('too many bytes and too many pixels are refused', async () => {
  expect(await faultOf(new Uint8Array(imageLimits.bytes + 1))).toBe('too_large')
  const wide = '<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="10"/>'
  expect(await faultOf(Buffer.from(wide))).toBe('too_many_pixels')
})

test('a drawing keeps nothing that runs, loads or leads anywhere', async () => {
  const drawing = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 570 320" width="570" height="320" onload="alert(1)">
    <script>alert(1)</script><style>@import url(https://evil); .a { fill: url(#g); background: url(https://evil) }</style>
    <defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
    <foreignObject><p>hi</p></foreignObject><a href="javascript:alert(1)"><rect width="9" height="9"/></a>
    <image href="https://evil/x.png"/><use href="#g"/><rect width="570" height="320" fill="url(#g)" onclick="x()"/></svg>`
  const { id, extension, width, height } = await storeImage(site.services, Buffer.from(drawing))
  expect({ extension, width, height }).toEqual({ extension: 'svg', width: 570, height: 320 })

  const answer = await get(originalUrl(id, 'svg'))
  expect(answer.headers['content-type']).toBe('image/svg+xml')
  expect(answer.headers['content-security-policy']).toContain('sandbox')
  expect(answer.body).not.toMatch(/script|onload|onclick|evil|foreignObject|<a|passwd/i)
  expect(answer.body).toMatch(/<linearGradient id="g">.*fill="url\(#g\)"/s)
})

const script = '<script>alert(1)</script></svg>'
const evil = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" onload="alert(1)">${script}`
const comment = '<?xml version="1.0"?><!-- <svg '

test.each([
  ['after a processing instruction', `<?xml version="1.0"?><?xml-stylesheet href="x"?>${evil}`],
  ['after an instruction after a comment', `<!-- made by --><?made by?>${evil}`],
  ['after a doctype with declarations', `<!DOCTYPE svg [<!ENTITY a "b">]>${evil}`],
  ['after a comment that is longer than what is looked at', `${comment}${'x'.repeat(5000)}-->${evil}`],
  ['at the edge of what is looked at', `${comment}${'x'.repeat(4089 - comment.length)}-->${evil}`],
  [
    'under another name of its elements',
    `<!-- <svg -->${evil.replaceAll(/(<\/?)(s)/g, '$1a:$2').replace('xmlns', 'xmlns:a')}`,
  ],
])('a drawing that begins %s is cleaned or refused', async (_where, drawing) => {
  const picture = await storeImage(site.services, Buffer.from(drawing)).catch((error: ImageRefusal) => error.fault)
  if (typeof picture === 'string') return expect(picture).toBe('not_an_image')
  expect((await get(originalUrl(picture.id, 'svg'))).body).not.toMatch(/alert|onload/)
})

test('styles that hide what they fetch fetch nothing', async () => {
  const styles = [
    'a{background:u\\rl(https://evil/1)}',
    '@im\\port "https://evil/2";',
    '@im@import;port "https://evil/3";',
    'a{background:image-set("https://evil/4" 1x)}',
    'a{background:u/**/rl(https://evil/5);fill:url(#g)}',
    'a{background:url("https://evil/6',
  ]
  const drawing = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inner}</svg>`
  const marked = styles.map((style) => `<style>${style}</style>`).join('')
  const attribute =
    '<rect style="fill:url(https://evil/7" filter="ur\\l(https://evil/8)" mask="image-set(\'https://evil/9\' 1x)"/>'
  const { id } = await storeImage(site.services, Buffer.from(drawing(marked + attribute)))
  const { body } = await get(originalUrl(id, 'svg'))
  expect(body).not.toMatch(/(url|image-set)\(\s*["']?https?:|@import/)
  expect(body).toContain('fill:url(#g)')
})

test('drawings that are nested, or draw themselves, without end are refused at once', async () => {
  const drawing = (inner: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inner}</svg>`)
  let bomb = '<g id="g0"><rect width="1" height="1"/></g>'
  for (let n = 1; n < 40; n++) bomb += `<g id="g${n}">${`<use href="#g${n - 1}"/>`.repeat(3)}</g>`
  expect(await faultOf(drawing(bomb))).toBe('damaged')
  expect(await faultOf(drawing('<g>'.repeat(40_000)))).toBe('damaged')
  expect(await faultOf(drawing('<g/>'.repeat(60_000)))).toBe('damaged')
  expect(await faultOf(drawing('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'))).toBe('none')
})

test.each([
  ['large', 7000, 7000, 2000],
  ['narrow', 10, 7000, 22],
  ['small', 16, 16, 2000],
])('a %s drawing is drawn in the size that is asked for', async (_what, width, height, expected) => {
  const circle = `<circle cx="${width / 2}" cy="${height / 2}" r="${width / 2}"/>`
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${circle}</svg>`
  const { id } = await storeImage(site.services, Buffer.from(drawing))
  const answer = await get(imageUrl(id, 2000, 'webp'))
  expect(answer.statusCode).toBe(200)
  expect(Math.abs(((await sharp(answer.rawPayload).metadata()).width ?? 0) - expected)).toBeLessThan(2)
})

test('a picture comes in every width of the specification as AVIF and WebP, never larger than it is [VIDEO-025]', async () => {
  const { id } = await storeImage(site.services, await png(900, 600))
  expect(imageWidths).toEqual([200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800, 2000])
  for (const [width, format, expected] of [
    [200, 'webp', 200],
    [800, 'avif', 800],
    [2000, 'webp', 900],
  ] as const) {
    const answer = await get(imageUrl(id, width, format))
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe(`image/${format}`)
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(expected)
  }
})

test('ten visitors who ask for a new size at once get the same bytes', async () => {
  const { id } = await storeImage(site.services, await png(640, 480, '#405060'))
  const answers = await Promise.all(Array.from({ length: 10 }, () => get(imageUrl(id, 400, 'webp'))))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(1)
})

test('an animation stays one in WebP', async () => {
  const frames = await Promise.all(['#f00', '#0f0'].map((colour) => png(60, 40, colour)))
  const gif = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer()
  const picture = await storeImage(site.services, gif)
  expect(picture).toMatchObject({ extension: 'gif', animated: true, width: 60, height: 40 })
  const answer = await get(imageUrl(picture.id, 200, 'webp'))
  expect((await sharp(answer.rawPayload).metadata()).pages).toBe(2)
})

test.each([
  ['an unknown picture', (): string => imageUrl('img_none', 200, 'webp')],
  ['a width that is not offered', ({ id }: Picture) => `/media/images/${id}/250.webp`],
  ['a format that is not offered', ({ id }: Picture) => `/media/images/${id}/200.png`],
  ['the original under a wrong name', ({ id }: Picture) => originalUrl(id, 'svg')],
  ['a path instead of a name', ({ id }: Picture) => `/media/images/${id}/..%2F..%2Fsecret`],
])('%s is not found', async (_what, urlOf) => {
  const picture = await storeImage(site.services, await png(50, 50, '#abcdef'))
  const answer = await get(urlOf(picture))
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'not_found' })
})

test('a picture that is stored again while its files go keeps its files', async () => {
  const bytes = await png(70, 70, '#123456')
  const fileOf = (picture: Picture) => get(originalUrl(picture.id, 'png'))
  const first = await storeImage(site.services, bytes)
  await deleteImage(site.services, first.id)
  const second = await storeImage(site.services, bytes)
  await site.settle()
  expect((await fileOf(first)).statusCode).toBe(404)
  expect((await fileOf(second)).rawPayload).toEqual(bytes)

  // the files are just being deleted
  await site.db.deleteFrom('images').where('id', '=', second.id).execute()
  const isDeleting = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const storage: typeof site.services.storage = Object.create(site.services.storage)
  storage.delete = async (key) => {
    isDeleting.resolve()
    await goOn.promise
    await site.services.storage.delete(key)
  }
  const gone = deleteImageFiles({ db: site.db, storage }, createHash('sha256').update(bytes).digest())
  await isDeleting.promise
  let third: Picture | undefined
  const storing = storeImage(site.services, bytes).then((picture) => {
    third = picture
  })
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`.execute(site.db)
    return third ?? rows[0]
  }
  await expect.poll(waiting).toBeDefined()
  goOn.resolve()
  await Promise.all([gone, storing])
  expect((await fileOf(third as Picture)).rawPayload).toEqual(bytes)
})
