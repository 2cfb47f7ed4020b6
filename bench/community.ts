import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { newId } from '../packages/contract/src/ids.ts'
import { runSql } from '../packages/server/src/kit/sql.ts'
import { buildLiveSession } from '../packages/server/src/testing/builders.ts'
import { type RunningSite, runSite } from '../tools/run-site.ts'
import { cpuColumns, measureCpu } from './cpu.ts'
import { type BenchLearner, databaseOf, makeLearners, post } from './learners.ts'
import { load, type Request } from './load.ts'
import { table } from './report.ts'
import { connectTo, makeVisitors } from './sockets.ts'

const people = 320
const connections = 32
const seconds = 5
const openPages = 2_000
/** Fewer than a new member may write in an hour. */
const postsEach = 4
const fanOuts = 10

type Database = Awaited<ReturnType<typeof databaseOf>>

/**
 * A channel of ten messages and one of 10,000, opened in each order; posting and liking; then one message that 2,000
 * open pages hear of. People need not begin a live session before they write, so its channel is used.
 */
export async function benchCommunity(port: number): Promise<void> {
  const site = await runSite({ port, env: { GATEWAY_SOCKETS_PER_ADDRESS: String(2 * openPages) } })
  const database = await databaseOf(site)
  try {
    const learners = await makeLearners(site, database.db, people)
    const [few, many] = [await channelOf(database, learners, 10), await channelOf(database, learners, 10_000)]
    // as autovacuum does within a minute: without it each statement is planned for empty tables
    await runSql(database.db, 'analyze')
    const rows = []
    for (const sort of ['newest', 'helpful']) {
      for (const [name, channelId] of Object.entries({ '10': few, '10,000': many })) {
        const path = `/api/learn/comment/list?channelId=${channelId}&sort=${sort}`
        const opened = learners.map(({ cookie }) => ({ path, headers: { cookie } }))
        rows.push(await measured({ site, database, what: `open ${name} messages, ${sort}` }, opened))
      }
    }
    const messages = await runSql(database.db, 'select id from messages where item_id = $1 order by id limit $2', [
      many,
      people,
    ])
    const likes = learners.flatMap((learner, at) =>
      [0, 1, 2, 3].map((next) =>
        call(learner, '/api/learn/like', { id: messages[(at + next * 7) % messages.length]?.id, type: 'message' }),
      ),
    )
    rows.push(await measured({ site, database, what: 'like' }, likes, likes.length))
    const posts = learners.flatMap((learner) =>
      Array.from({ length: postsEach }, (_, at) =>
        call(learner, '/api/learn/comment', { channelId: many, content: `Message ${at}`, key: `bench-${at}-of-this` }),
      ),
    )
    rows.push(await measured({ site, database, what: 'post into 10,000' }, posts, posts.length))
    table(`The community (${connections} connections, client on the same cores)`, rows)
    table(`One message to ${openPages} open pages`, [await fanOut(site, database, many)])
  } finally {
    await database.leave()
    await site.stop()
  }
}

interface Measuring {
  site: RunningSite
  database: Database
  what: string
}

/** Some seconds of the requests, or each of them once. */
async function measured({ site, database, what }: Measuring, requests: Request[], amount?: number) {
  const options = { connections, ...(amount === undefined ? { seconds } : { amount }) }
  const { result, cpu } = await measureCpu(site, database.db, () => load(site.url, requests, options))
  const answers = amount ?? Math.round(result.perSecond * seconds)
  const { perSecond, p50, p97, failures } = result
  if (failures > 0) throw new Error(`${what}: ${failures} requests failed`)
  return { what, 'per second': perSecond, 'p50 ms': p50, 'p97.5 ms': p97, ...cpuColumns(cpu, answers) }
}

/** A channel with so many questions by the learners in turn, one a minute until now. */
async function channelOf({ db }: Database, learners: readonly BenchLearner[], count: number): Promise<string> {
  const { id } = await buildLiveSession(db, { title: `Session of ${count}` })
  const now = Date.now()
  await runSql(db, 'insert into channels (id, item_id, messages, questions) values ($1, $1, $2, $2)', [id, count])
  const rows = Array.from({ length: count }, (_, at) => {
    const time = now - (count - at) * 60_000
    return { id: newId('message', time), author: learners[at % learners.length]?.id, time: new Date(time) }
  })
  await runSql(
    db,
    `insert into messages (id, channel_id, item_id, author_id, content, html, helpfulness, created_at)
    select r.id, $1, $1, r.author, 'How is it?', '<p>How is it?</p>', extract(epoch from r.time) / 259200, r.time
    from json_to_recordset($2::json) as r (id text, author text, time timestamptz)`,
    [id, JSON.stringify(rows)],
  )
  return id
}

/** From the post to the last page that heard of it, by the median of some posts. */
async function fanOut(site: RunningSite, database: Database, itemId: string) {
  const visitors = await makeVisitors(site, openPages)
  const sockets: WebSocket[] = []
  while (sockets.length < visitors.length) {
    const some = visitors.slice(sockets.length, sockets.length + 100)
    sockets.push(...(await Promise.all(some.map((visitor) => followed(site, visitor, itemId)))))
  }
  const writers = await makeLearners(site, database.db, fanOuts)
  await wait(1_000)
  const times: number[] = []
  const { cpu } = await measureCpu(site, database.db, async () => {
    for (const writer of writers) {
      const heard = Promise.all(sockets.map((socket) => once(socket, 'message')))
      const startedAt = performance.now()
      await post(site, writer, '/api/learn/comment', { channelId: itemId, content: 'Good evening' })
      await heard
      times.push(performance.now() - startedAt)
    }
  })
  for (const socket of sockets) socket.terminate()
  const median = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
  return { pages: sockets.length, 'median ms to the last': median, ...cpuColumns(cpu, fanOuts) }
}

async function followed(site: RunningSite, visitor: Parameters<typeof connectTo>[1], itemId: string) {
  const socket = await connectTo(site, visitor)
  const answer = once(socket, 'message')
  socket.send(JSON.stringify({ type: 'FOLLOW', topic: `discussion/${itemId}` }))
  const [data] = await answer
  if (JSON.parse(String(data)).type !== 'TOPIC_FOLLOWING') throw new Error(`The gateway said ${data}`)
  return socket
}

function call({ cookie, csrfToken }: BenchLearner, path: string, body: object): Request {
  return { method: 'POST', path: `${path}?_csrf=${encodeURIComponent(csrfToken)}`, body, headers: { cookie } }
}
