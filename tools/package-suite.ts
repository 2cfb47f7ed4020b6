import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type APIResponse, request } from 'playwright-core'
import type { Launch, PackageCard, PackagePage } from '../packages/contract/src/courseware/packages.ts'
import { enter } from './visit.ts'

// `node tools/package-suite.ts <address of a demo site> <folder>…`: imports every course package below these folders at the
// demo's school as its teacher, opens each unit of it and reads its first file, and prints what becomes of each. A folder with
// a manifest of its own is packed first, with an empty page for each one that its resources name and the folder lacks. The
// packages are deleted again.

const [site = 'http://127.0.0.1:3000', ...folders] = process.argv.slice(2)
const school = '/api/campus/organisation/og_demo'
const client = await request.newContext({ baseURL: site })
await enter(client, '13800000005')
const { csrfToken } = await (await client.get('/api/session')).json()

interface Sent {
  data?: unknown
  multipart?: { file: { name: string; mimeType: string; buffer: Buffer } }
}

async function post<Answer>(path: string, sent: Sent): Promise<{ result: Answer | null; code: string }> {
  const address = `${path}${path.includes('?') ? '&' : '?'}_csrf=${encodeURIComponent(csrfToken)}`
  const answer = await patiently(() => client.post(address, { ...sent, timeout: 600_000 }))
  const said = await answer.json()
  return answer.ok() ? { result: said, code: '' } : { result: null, code: `${answer.status()} ${said.code}` }
}

/** A site with too much to do is asked again. */
async function patiently(ask: () => Promise<APIResponse>): Promise<APIResponse> {
  for (;;) {
    const answer = await ask()
    if (answer.status() !== 503) return answer
    await wait(1000)
  }
}

const packed = mkdtempSync(join(tmpdir(), 'package-suite-'))

function packagesIn(folder: string): { name: string; path: string }[] {
  if (['imsmanifest.xml', 'cmi5.xml'].some((name) => existsSync(join(folder, name)))) {
    const path = join(packed, `${basename(folder)}.zip`)
    const whole = join(packed, basename(folder))
    cpSync(folder, whole, { recursive: true })
    addMissingPages(whole)
    execFileSync('zip', ['-q', '-r', path, '.'], { cwd: whole })
    return [{ name: folder, path }]
  }
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === '.git' ? [] : packagesIn(path)
    return entry.name.endsWith('.zip') ? [{ name: path, path }] : []
  })
}

function addMissingPages(folder: string): void {
  const manifest = join(folder, 'imsmanifest.xml')
  if (!existsSync(manifest)) return
  for (const [resource] of readFileSync(manifest, 'utf8').matchAll(/<resource\b[^>]*>/g)) {
    const named = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(resource)?.[1] ?? ''
    const path = join(folder, named('xml:base'), named('href').replace(/[?#].*$/, ''))
    if (named('href') === '' || !path.startsWith(`${folder}/`) || existsSync(path)) continue
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '<!doctype html><title>Unit</title>')
  }
}

const sums = { packages: 0, played: 0, refused: 0, crashed: 0, units: 0 }

async function tryPackage({ name, path }: { name: string; path: string }): Promise<string> {
  const file = { name: `${basename(path)}`, mimeType: 'application/zip', buffer: readFileSync(path) }
  const upload = await post<{ attachmentId: string }>('/api/learn/attachment?kind=package', { multipart: { file } })
  if (!upload.result) return refused(name, upload.code)
  const { attachmentId } = upload.result
  const begun = await post<{ id: string }>(`${school}/package`, { data: { attachmentId } })
  if (!begun.result) return refused(name, begun.code)
  const { id } = begun.result
  const card = await importedCard(id)
  const { state, fault } = card.newest
  const line = state === 'ready' ? await play(name, id, card) : refused(name, String(fault))
  await post(`/api/campus/package/${id}/delete`, { data: {} })
  return line
}

async function importedCard(id: string): Promise<PackageCard> {
  for (;;) {
    const list = await patiently(() => client.get(`${school}/package/list`))
    const { results }: { results: PackageCard[] } = await list.json()
    const card = results.find((one) => one.id === id)
    if (card && ['ready', 'refused'].includes(card.newest.state)) return card
    await wait(200)
  }
}

async function play(name: string, id: string, { standard }: PackageCard): Promise<string> {
  const page: PackagePage = await (await patiently(() => client.get(`/api/campus/package/${id}`))).json()
  const units = page.units.filter(({ isPlayable }) => isPlayable)
  for (const { id: unitId } of units) {
    const { result, code } = await post<{ launch: Launch }>(`/api/campus/package/${id}/open`, { data: { unitId } })
    if (!result) return crashed(name, `${unitId} is not opened: ${code}`)
    const { launch } = result
    const status = await statusOf(new URL(launch.kind === 'scorm' ? launch.unitUrl : launch.url))
    if (status !== 200) return crashed(name, `${unitId} answers ${status}`)
  }
  sums.played++
  sums.units += units.length
  return `${name}: ${standard}, ${units.length} units opened`
}

/** Names below localhost are this machine to browsers alone. */
async function statusOf({ host, port, pathname, search }: URL): Promise<number | undefined> {
  const asked = get({ host: '127.0.0.1', port, path: `${pathname}${search}`, headers: { host } })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

function refused(name: string, code: string): string {
  if (/^5/.test(code)) return crashed(name, code)
  sums.refused++
  return `${name}: refused, ${code}`
}

function crashed(name: string, what: string): string {
  sums.crashed++
  return `${name}: CRASHED, ${what}`
}

for (const one of folders.flatMap(packagesIn)) {
  sums.packages++
  console.log(await tryPackage(one))
}
console.log(sums)
await client.dispose()
