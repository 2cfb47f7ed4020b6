import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Connection } from '../packages/server/src/kit/sql.ts'
import type { RunningSite } from '../tools/run-site.ts'
import { cpuColumns, measureCpu } from './cpu.ts'
import { type BenchLearner, databaseOf, get, makeLearners, post } from './learners.ts'
import { load } from './load.ts'
import { table } from './report.ts'

interface Listed {
  results: { id: string }[]
  itemMap: Record<string, { id: string; slug: string }>
}

const seconds = 8

/**
 * Pages of people who are signed in: a thousand different learners, each with records and a collected item of their own,
 * in random order over several addresses of each kind, so that nobody comes back within seconds.
 */
export async function benchMembers(site: RunningSite, people: number): Promise<void> {
  const database = await databaseOf(site)
  try {
    const learners = await makeLearners(site, database.db, people)
    const tutorials = await addressesOf(site, 'tutorial')
    const courses = await addressesOf(site, 'course')
    await begin(site, learners, tutorials)
    // as autovacuum does a minute later: without figures of new tables PostgreSQL plans many statements anew each time
    await sql`analyze`.execute(database.db)
    const kinds: Record<string, readonly string[]> = {
      home: ['/'],
      list: ['/tutorials', '/tutorials?sl=beginner', '/projects', '/courses'],
      search: ['光', '材质', '脚本', 'unity'].map((text) => `/search?k=${encodeURIComponent(`["query:${text}"]`)}`),
      course: courses.map(({ slug }) => `/course/${slug}`),
      lesson: tutorials.map(({ slug }) => `/tutorial/${slug}`),
    }
    const rows = []
    for (const [page, paths] of Object.entries(kinds))
      rows.push({ page, ...(await measure(site, database, learners, paths)) })
    table(
      `Members: ${people} different learners in random order, ${hasWrk() ? 'wrk' : 'autocannon'} on the same cores`,
      rows,
    )
  } finally {
    await database.leave()
  }
}

async function measure(
  site: RunningSite,
  { db }: Connection,
  learners: readonly BenchLearner[],
  paths: readonly string[],
) {
  const visits = learners.map(({ cookie }, n) => ({ path: paths[n % paths.length] ?? '/', cookie }))
  const work = hasWrk() ? () => loadByWrk(site.url, visits) : () => loadHere(site.url, visits)
  // each address a few times: what is kept of a page is kept by then
  await work()
  const { result, cpu } = await measureCpu(site, db, work)
  return { 'per second': result.answers / seconds, failures: result.failures, ...cpuColumns(cpu, result.answers) }
}

interface Visit {
  path: string
  cookie: string
}

async function loadHere(url: string, visits: readonly Visit[]) {
  // any order but the one in which the learners were made
  const shuffled = visits.map(({ path, cookie }) => ({ path, headers: { cookie } })).sort(() => Math.random() - 0.5)
  const { perSecond, failures } = await load(url, shuffled, { seconds, connections: 8 })
  return { answers: perSecond * seconds, failures }
}

let isWrkThere: boolean | undefined

function hasWrk(): boolean {
  isWrkThere ??= spawnSync('wrk', ['-v']).error === undefined
  return isWrkThere
}

/** The client of the load costs a tenth of one written in JavaScript, which would share the cores with the site. */
async function loadByWrk(url: string, visits: readonly Visit[]) {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-wrk-'))
  try {
    const script = join(folder, 'visits.lua')
    const lines = visits.map(({ path, cookie }) => `  { ${JSON.stringify(path)}, ${JSON.stringify(cookie)} },`)
    writeFileSync(script, `local visits = {\n${lines.join('\n')}\n}\n${wrkScript}`)
    const child = spawn('wrk', ['-t1', '-c8', `-d${seconds}s`, '--timeout', '10s', '-s', script, url])
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    await new Promise((done) => child.once('close', done))
    const [, answers = 0, failures = 0] = /^answers (\d+) failures (\d+)$/m.exec(text)?.map(Number) ?? []
    return { answers, failures }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const wrkScript = `
local requests = {}
function init()
  math.randomseed(os.time())
  for n, visit in ipairs(visits) do
    requests[n] = wrk.format('GET', visit[1], { ['Cookie'] = visit[2], ['Accept-Encoding'] = 'gzip', ['Accept-Language'] = 'zh-CN' })
  end
end
function request() return requests[math.random(#requests)] end
function done(summary)
  local errors = summary.errors
  local failures = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write('\\nanswers ', summary.requests, ' failures ', failures, '\\n')
end
`

async function addressesOf(site: RunningSite, type: string) {
  const list = await get<Listed>(site, `/api/learn/catalog/list?type=${type}&free=true&pageSize=24&language=zh`)
  return list.results.flatMap(({ id }) => list.itemMap[id] ?? [])
}

/** Each begins two lessons and collects a third, a few people at a time. */
async function begin(site: RunningSite, learners: readonly BenchLearner[], tutorials: readonly { id: string }[]) {
  const lessonOf = (n: number) => ({ id: tutorials[n % tutorials.length]?.id ?? '', type: 'tutorial' })
  for (let from = 0; from < learners.length; from += 8) {
    await Promise.all(
      learners.slice(from, from + 8).map(async (learner, at) => {
        const n = from + at
        await post(site, learner, '/api/learn/cn/record', lessonOf(n))
        await post(site, learner, '/api/learn/cn/record', lessonOf(n + 5))
        await post(site, learner, '/api/learn/cn/collect', lessonOf(n + 9))
      }),
    )
  }
}
