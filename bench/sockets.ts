import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { newId } from '../packages/contract/src/ids.ts'
import { gatewayPath } from '../packages/contract/src/realtime/gateway-rules.ts'
import { type RunningSite, runSite } from '../tools/run-site.ts'
import { databaseOf, enterAs } from './learners.ts'
import { table } from './report.ts'
import { residentMiB } from './start.ts'

const wanted = 10_000
const atOnce = 100
const settleMs = 3_000
const samples = 30

interface Visitor {
  userId: string
  token: string
  key: string
}

/**
 * Idle sockets in one process of the site, each of a signed-in person of their own and checked as in life, and the same
 * number in a process that holds nothing but the sockets.
 */
export async function benchSockets(): Promise<void> {
  const count = Math.min(wanted, mostSockets())
  if (count < wanted) {
    console.log(
      `\n  This machine lets a process open ${mostSockets() + spareFiles} files only (ulimit -Hn): ${count} sockets`,
    )
  }
  const plain = await plainServer(3193)
  const bare = await hold(count, plain.pid ?? 0, () => open('ws://127.0.0.1:3193/', {}))
  plain.kill()
  await once(plain, 'exit')

  const site = await runSite({ port: 3192, env: { GATEWAY_SOCKETS_PER_ADDRESS: String(2 * wanted) } })
  try {
    const visitors = await makeVisitors(site, count)
    const ours = await hold(
      count,
      site.pid,
      (n) => connectTo(site, visitors[n]),
      (sockets) => timeOfDismissal(site, visitors, sockets),
    )
    table(`${count.toLocaleString('en-US')} idle sockets in one process`, [
      { process: 'plain ws server', ...figures(bare, count) },
      { process: 'the site', ...figures(ours, count) },
    ])
    table('From ending a session to its page, with all sockets open', [{ 'median ms': ours.told ?? 0 }])
  } finally {
    await site.stop()
  }
}

interface Held {
  beforeMiB: number
  afterMiB: number
  seconds: number
  told?: number
}

async function hold(
  count: number,
  pid: number,
  connectOne: (n: number) => Promise<WebSocket>,
  meanwhile?: (sockets: WebSocket[]) => Promise<number>,
): Promise<Held> {
  // what the first connections make a process load belongs to none of them
  const first = await Promise.all(Array.from({ length: atOnce }, (_, n) => connectOne(n)))
  for (const socket of first) socket.terminate()
  await wait(settleMs)
  const beforeMiB = residentMiB({ pid })
  const startedAt = performance.now()
  const sockets: WebSocket[] = []
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(atOnce, count - sockets.length) }, (_, n) => sockets.length + n)
    sockets.push(...(await Promise.all(some.map(connectOne))))
  }
  const seconds = (performance.now() - startedAt) / 1000
  await wait(settleMs)
  const afterMiB = residentMiB({ pid })
  const told = await meanwhile?.(sockets)
  const lost = sockets.filter(({ readyState }) => readyState !== WebSocket.OPEN).length
  if (lost > samples) throw new Error(`${lost} of ${count} sockets did not stay open`)
  for (const socket of sockets) socket.terminate()
  return { beforeMiB, afterMiB, seconds, ...(told !== undefined && { told }) }
}

function figures({ beforeMiB, afterMiB, seconds }: Held, count: number) {
  return {
    'MiB before': beforeMiB,
    'MiB after': afterMiB,
    'KiB per socket': ((afterMiB - beforeMiB) * 1024) / count,
    'opened per second': count / seconds,
  }
}

/** From pressing the button that ends a session to the word of it on its page: the call, its transaction, the event. */
async function timeOfDismissal(site: RunningSite, visitors: Visitor[], sockets: WebSocket[]): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < samples; n++) {
    const at = Math.floor((n * sockets.length) / samples)
    const [visitor, socket] = [visitors[at], sockets[at]]
    if (!visitor || !socket) continue
    const cookie = `lantern_session=${visitor.token}`
    const session = await fetch(`${site.url}/api/session`, { headers: { cookie } })
    const { csrfToken } = (await session.json()) as { csrfToken: string }
    const cookies = [cookie, ...session.headers.getSetCookie().map((set) => set.slice(0, set.indexOf(';')))].join('; ')
    const said = once(socket, 'message')
    const startedAt = performance.now()
    await fetch(`${site.url}/api/auth/logout?_csrf=${encodeURIComponent(csrfToken)}`, {
      method: 'POST',
      headers: { cookie: cookies },
    })
    await said
    times.push(performance.now() - startedAt)
  }
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}

/** A page of the visitor that is open. */
export function connectTo(site: RunningSite, visitor: Visitor | undefined): Promise<WebSocket> {
  if (!visitor) throw new Error('There are fewer people than sockets')
  const address = `${site.url.replace('http', 'ws')}${gatewayPath}?key=${visitor.key}`
  return open(address, { cookie: `lantern_session=${visitor.token}` })
}

/** Open once the server has said something. */
async function open(address: string, headers: Record<string, string>): Promise<WebSocket> {
  const socket = new WebSocket(address, { headers, perMessageDeflate: false })
  const [data] = await once(socket, 'message')
  if (JSON.parse(String(data)).type !== 'READY') throw new Error(`The gateway said ${data}`)
  return socket
}

/** People who are signed in, each with the key that a page introduces itself by. */
export async function makeVisitors(site: RunningSite, count: number): Promise<Visitor[]> {
  const database = await databaseOf(site)
  try {
    const now = new Date()
    const visitors: Visitor[] = []
    while (visitors.length < count) {
      const ids = Array.from({ length: Math.min(10, count - visitors.length) }, () => newId('user'))
      await database.db
        .insertInto('users')
        .values(ids.map((id) => ({ id, name: 'Bench', slug: id, created_at: now })))
        .execute()
      const tokens = await Promise.all(ids.map((id) => enterAs(database.db, id, now)))
      const rows = await database.db
        .selectFrom('sessions')
        .select(['id', 'user_id'])
        .where('user_id', 'in', ids)
        .execute()
      const keys = new Map(rows.map((row) => [row.user_id, row.id]))
      visitors.push(...ids.map((userId, n) => ({ userId, token: tokens[n] ?? '', key: keys.get(userId) ?? '' })))
    }
    return visitors
  } finally {
    await database.leave()
  }
}

async function plainServer(port: number): Promise<ChildProcess> {
  const file = join(import.meta.dirname, 'plain-sockets.ts')
  const server = spawn(process.execPath, [file, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(server.stdout, 'data')
  return server
}

// the database, the log, the pages' files
const spareFiles = 500

/** Node takes as many files as the hard limit allows. */
function mostSockets(): number {
  if (process.platform !== 'linux') return wanted
  const [, , hard = ''] = /Max open files\s+(\S+)\s+(\S+)/.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return hard === 'unlimited' ? wanted : Number(hard) - spareFiles
}
