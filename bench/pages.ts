import type { RunningSite } from '../tools/run-site.ts'
import { load, plainServer } from './load.ts'
import { table } from './report.ts'

/** Guests' pages against a plain Node server that sends the same bytes, turn by turn in one run. */
export async function benchGuestPages(site: RunningSite, paths: Record<string, string>): Promise<void> {
  const rows = []
  for (const [name, path] of Object.entries(paths)) {
    const headers = { 'accept-encoding': 'br', 'accept-language': 'zh-CN' }
    const first = await fetch(`${site.url}${path}`, { headers })
    if (!first.ok) throw new Error(`${path} answered ${first.status}`)
    const { body, head } = await rawPage(site.url, path, headers)
    const plain = await plainServer(body, head)
    const ours: number[] = []
    const limit: number[] = []
    try {
      await load(site.url, [{ path }], { seconds: 2, headers })
      for (let i = 0; i < 3; i++) {
        limit.push((await load(plain.url, [{ path }], { seconds: 4, headers })).perSecond)
        ours.push((await load(site.url, [{ path }], { seconds: 4, headers })).perSecond)
      }
    } finally {
      plain.stop()
    }
    rows.push({
      page: name,
      'bytes sent': body.length,
      'ours/s': median(ours),
      'plain Node/s': median(limit),
      ratio: median(ours.map((value, i) => value / (limit[i] ?? 1))),
    })
  }
  table('Guests: pages from the cache beside a plain Node server sending the same bytes', rows)
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
