import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { KeptBlock, PageContent } from '../packages/contract/src/cms/blocks.ts'
import { type RunningSite, runSite } from '../tools/run-site.ts'
import { type BenchLearner, databaseOf, get, makeLearners, post } from './learners.ts'
import { table } from './report.ts'

const rounds = 30
const base = '/api/learn/creator/page'

/** How long after the answer to "publish" every guest gets the new page: from this process, and from another one. */
export async function benchPublishing(site: RunningSite): Promise<void> {
  const database = await databaseOf(site)
  const dataDir = mkdtempSync(join(tmpdir(), 'lantern-second-'))
  const DATA_KEY = readFileSync(join(site.dataDir, 'data.key'), 'utf8').trim()
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, DATA_KEY, ROLES: 'web' }
  const second = await runSite({ port: 3192, env })
  try {
    const [editor] = await makeLearners(site, database.db, 1)
    if (!editor) throw new Error('There is no editor')
    await database.db
      .updateTable('users')
      .set({ groups: ['learn_admin'] })
      .where('id', '=', editor.id)
      .execute()
    const { id } = await post<{ id: string }>(site, editor, base, {
      namespace: 'learn',
      slug: 'bench-page',
      name: 'Bench',
      locale: 'zh_CN',
    })
    const waited = { same: [] as number[], other: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      const words = `Round ${round} of the bench`
      await publish(site, editor, id, words)
      const publishedAt = performance.now()
      const [same, other] = await Promise.all([site, second].map(({ url }) => seen(url, words, publishedAt)))
      waited.same.push(same ?? 0)
      waited.other.push(other ?? 0)
    }
    table('A published change, until a guest gets it', [
      { process: 'the one that published', ...spread(waited.same) },
      { process: 'another one', ...spread(waited.other) },
    ])
  } finally {
    await second.stop({ keepData: true })
    rmSync(dataDir, { recursive: true, force: true })
    await database.leave()
  }
}

async function publish(site: RunningSite, editor: BenchLearner, id: string, words: string): Promise<void> {
  const address = `${base}/${id}/zh_CN`
  const draft = await get<{ version: number; content: PageContent }>(site, address, editor.cookie)
  const heading: KeptBlock = { id: 'one', kind: 'heading', fields: { level: 'h1', value: words }, children: [] }
  const content = { ...draft.content, blocks: [heading] }
  const { version } = await post<{ version: number }>(site, editor, `${address}/save`, {
    baseVersion: draft.version,
    content,
    kind: 'save',
  })
  await post(site, editor, `${address}/publish`, { version })
}

async function seen(url: string, words: string, since: number): Promise<number> {
  for (;;) {
    const answer = await fetch(`${url}/bench-page`, { headers: { 'accept-language': 'zh-CN' } })
    if ((await answer.text()).includes(words)) return performance.now() - since
    await wait(2)
  }
}

function spread(times: number[]) {
  const sorted = [...times].sort((a, b) => a - b)
  return { 'p50 ms': sorted[Math.floor(sorted.length / 2)] ?? 0, 'longest ms': sorted.at(-1) ?? 0 }
}
