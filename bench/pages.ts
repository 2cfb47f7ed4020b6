import type { RunningSite } from '../tools/run-site.ts'
import { processCpuSeconds } from './cpu.ts'
import { plainServer } from './load.ts'
import { table } from './report.ts'
import { press } from './wrk.ts'

/** Guests' pages against a plain Node server that sends the same bytes, turn by turn in one run. */
export async function benchGuestPages(site: RunningSite, paths: Record<string, string>): Promise<void> {
  const rows = []
  for (const [name, path] of Object.entries(paths)) {
    const headers = { 'accept-encoding': 'br', 'accept-language': 'zh-CN' }
    const first = await fetch(`${site.url}${path}`, { headers })
    if (!first.ok) throw new Error(`${path} answered ${first.status}`)
    const { body, head } = await rawPage(site.url, path, headers)
    const plain = await plainServer(body, head)
    const ours: Turn[] = []
    const limit: Turn[] = []
    try {
      await press(site.url + path, headers, 2)
      for (let i = 0; i < 3; i++) {
        limit.push(await turn(plain.pid, plain.url + path, headers))
        ours.push(await turn(site.pid, site.url + path, headers))
      }
    } finally {
      plain.stop()
    }
    rows.push({
      page: name,
      'bytes sent': body.length,
      'ours/s': median(ours.map(({ perSecond }) => perSecond)),
      'plain Node/s': median(limit.map(({ perSecond }) => perSecond)),
      ratio: median(ours.map(({ perSecond }, i) => perSecond / (limit[i]?.perSecond ?? 1))),
      'ours CPU µs': median(ours.map(({ cpuMicros }) => cpuMicros)),
      'plain Node CPU µs': median(limit.map(({ cpuMicros }) => cpuMicros)),
    })
  }
  table('Guests: pages from the cache beside a plain Node server sending the same bytes', rows)
}

interface Turn {
  perSecond: number
  /** Processor time of the server per answer. */
  cpuMicros: number
}

async function turn(pid: number, url: string, headers: Record<string, string>): Promise<Turn> {
  const before = processCpuSeconds(pid)
  const { perSecond, answers } = await press(url, headers, 4)
  return { perSecond, cpuMicros: ((processCpuSeconds(pid) - before) * 1_000_000) / answers }
}

async function rawPage(url: string, path: string, headers: Record<string, string>) {
  const { request } = await import('node:http')
  return new Promise<{ body: Buffer; head: Record<string, string> }>((done, fail) => {
    request(`${url}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        const head = Object.fromEntries(
          Object.entries(response.headers).filter(([name]) => !['connection', 'keep-alive', 'date'].includes(name)),
        ) as Record<string, string>
        done({ body: Buffer.concat(chunks), head })
      })
    })
      .on('error', fail)
      .end()
  })
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
