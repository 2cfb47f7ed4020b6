import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { ownAddress, signIn } from '../tools/visit.ts'
import { sitePort } from './site-address.ts'
import { zipOf } from './zip.ts'

// What a creator uploads is tried as an attack: it runs, and reaches nothing of the visitor's session.

test.use({ extraHTTPHeaders: ownAddress() })

const creator = '13800000002'

interface Upload {
  id: string
  url: string | null
  embedUrl: string | null
}

async function upload(context: BrowserContext, kind: string, name: string, bytes: Buffer): Promise<Upload> {
  const { csrfToken } = await (await context.request.get('/api/session')).json()
  const answer = await context.request.post(`/api/learn/attachment?_csrf=${encodeURIComponent(csrfToken)}`, {
    multipart: { kind, file: { name, mimeType: 'application/octet-stream', buffer: bytes } },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const { attachmentId } = await answer.json()
  const read = async (): Promise<Upload & { state: string }> =>
    (await (await context.request.get(`/api/learn/creator/attachment/${attachmentId}`)).json()).attachment
  await expect.poll(async () => (await read()).state, { timeout: 20_000 }).toBe('ready')
  return read()
}

// adds two numbers, in wasm
const wasm = Buffer.from('0061736d0100000001070160027f7f017f030201000707010361646400000a09010700200020016a0b', 'hex')

const attack = `
const tries = {}
const trying = async (name, act) => {
  try { tries[name] = String(await act()) } catch (error) { tries[name] = error.name }
}
async function run(site) {
  await trying('cookie', () => document.cookie)
  await trying('localStorage', () => localStorage.length)
  await trying('indexedDB', () => new Promise((done, fail) => {
    const asked = indexedDB.open('x'); asked.onsuccess = () => done('open'); asked.onerror = () => fail(asked.error)
  }))
  await trying('parent', () => parent === window ? 'alone' : parent.document.title)
  await trying('session', async () => (await (await fetch(site + '/api/session', { credentials: 'include' })).json()).user.id)
  await trying('blind', () => fetch(site + '/api/auth/logout', { method: 'POST', mode: 'no-cors', credentials: 'include' }).then(() => 'sent'))
  await trying('top', () => { if (parent === window) return 'alone'; top.location.href = site + '/faq'; return 'moved' })
  await trying('popup', () => open(site + '/') === null ? 'none' : 'opened')
  await trying('wasm', async () => {
    const { instance } = await WebAssembly.instantiateStreaming(fetch('Build/add.wasm'))
    return instance.exports.add(40, 2)
  })
  await trying('webgl', () => document.querySelector('canvas').getContext('webgl') !== null)
  return tries
}
window.run = run
`

async function build(context: BrowserContext): Promise<string> {
  const archive = zipOf({
    'index.html': '<!doctype html><title>Build</title><canvas></canvas><script src="Build/game.js"></script>',
    'Build/game.js': attack,
    'Build/add.wasm': wasm,
  })
  const { embedUrl } = await upload(context, 'webgl', 'game.zip', archive)
  return embedUrl ?? ''
}

type Tries = Record<string, string>
type Attacker = Window & { run(site: string): Promise<Tries> }

/** The site's own cookies are out of reach and no session was read; the calls that were tried changed nothing. */
async function expectHarmless(tries: Tries, page: Page): Promise<void> {
  expect(tries).toMatchObject({
    cookie: 'SecurityError',
    localStorage: 'SecurityError',
    indexedDB: 'SecurityError',
    session: 'TypeError',
    blind: 'TypeError',
    popup: 'none',
    wasm: '42',
  })
  const { user } = await (await page.request.get('/api/session')).json()
  expect(user).not.toBeNull()
}

test('an uploaded build runs in a frame of the site and reaches nothing of it', async ({ page, context, baseURL }) => {
  await signIn(context, creator)
  const address = await build(context)
  await page.goto('/faq', { waitUntil: 'networkidle' })
  const { user: before } = await (await page.request.get('/api/session')).json()
  await page.evaluate((src) => {
    const frame = document.createElement('iframe')
    frame.src = src
    frame.sandbox.add('allow-scripts', 'allow-pointer-lock')
    document.body.append(frame)
  }, address)
  await expect.poll(() => page.frame({ url: address })?.evaluate(() => 'run' in window)).toBe(true)
  const frame = page.frame({ url: address })
  const tries = await frame?.evaluate((site) => (window as unknown as Attacker).run(site), baseURL ?? '')
  await expectHarmless(tries ?? {}, page)
  expect(tries?.parent).toBe('SecurityError')
  expect(tries?.top).toBe('SecurityError')
  expect(new URL(page.url()).pathname).toBe('/faq')
  const canDraw = await page.evaluate(() => document.createElement('canvas').getContext('webgl') !== null)
  expect(tries?.webgl).toBe(String(canDraw))
  const { user: after } = await (await page.request.get('/api/session')).json()
  expect(after.id).toBe(before.id)
})

test('a frame from anywhere else, or of the site under the address of uploads, is not shown', async ({
  page,
  context,
}) => {
  await signIn(context, creator)
  const address = await build(context)
  await page.goto('/faq', { waitUntil: 'networkidle' })
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-src'))
  await page.evaluate((port) => {
    const frame = document.createElement('iframe')
    frame.src = `http://other.localhost:${port}/`
    document.body.append(frame)
  }, sitePort)
  await refused
  for (const path of ['/', '/api/session', '/creator/media']) {
    const answer = await page.goto(new URL(path, address).href)
    const { 'set-cookie': cookie } = (await answer?.allHeaders()) ?? {}
    expect([path, answer?.status(), cookie]).toEqual([path, 404, undefined])
  }
})

test('an uploaded build that is opened by itself has no origin either', async ({ page, context, baseURL }) => {
  await signIn(context, creator)
  const address = await build(context)
  await page.goto(address)
  expect(await page.evaluate(() => window.origin)).toBe('null')
  const tries = await page.evaluate((site) => (window as unknown as Attacker).run(site), baseURL ?? '')
  await expectHarmless(tries, page)
})

test('a scripted drawing is only a drawing, by itself and in a page', async ({ page, context }) => {
  await signIn(context, creator)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60" onload="document.title='ran'">
    <script>document.title = 'ran'</script><rect width="90" height="60" fill="teal"/></svg>`
  const { url } = await upload(context, 'image', 'a.svg', Buffer.from(svg))
  await page.goto(url ?? '')
  expect(await page.evaluate(() => document.querySelectorAll('script, [onload]').length)).toBe(0)
  expect(await page.evaluate(() => window.origin)).toBe('null')
})

test('a page under another name is refused, and a text is saved instead of shown', async ({ page, context }) => {
  await signIn(context, creator)
  const { csrfToken } = await (await context.request.get('/api/session')).json()
  for (const name of ['a.html', 'a.txt']) {
    const answer = await context.request.post(`/api/learn/attachment?_csrf=${encodeURIComponent(csrfToken)}`, {
      multipart: {
        kind: 'material',
        file: { name, mimeType: 'text/plain', buffer: Buffer.from('<!doctype html><script>alert(1)</script>') },
      },
    })
    expect([name, answer.status()]).toEqual([name, 415])
  }
  const { url } = await upload(context, 'material', 'a.txt', Buffer.from('x <script>document.title = "ran"</script>'))
  const [download] = await Promise.all([page.waitForEvent('download'), page.goto(url ?? '').catch(() => undefined)])
  expect(download.suggestedFilename()).toBe('a.txt')
})
