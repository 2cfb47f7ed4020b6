import { newId } from '../packages/contract/src/ids.ts'
import { openSession } from '../packages/server/src/identity/index.ts'
import { startEmbeddedPostgres } from '../packages/server/src/kit/embedded-postgres.ts'
import { type Connection, connect } from '../packages/server/src/kit/sql.ts'
import type { RunningSite } from '../tools/run-site.ts'

export interface BenchLearner {
  id: string
  cookie: string
  csrfToken: string
}

/** The site's own database, for what has no call: making people, and statements to compare with. */
export async function databaseOf(site: RunningSite): Promise<Connection & { url: string; leave(): Promise<void> }> {
  const embedded = await startEmbeddedPostgres({ dataDir: site.dataDir, say: () => undefined })
  const connection = connect(embedded.url, { poolSize: 10 })
  return {
    ...connection,
    url: embedded.url,
    async leave() {
      await connection.close()
      await embedded.release()
    },
  }
}

let phones = 0

/** Signed-in learners with sessions as real ones have, without an SMS for each. */
export async function makeLearners(site: RunningSite, db: Connection['db'], count: number): Promise<BenchLearner[]> {
  const now = new Date()
  const learners: BenchLearner[] = []
  // a few at a time: this is no measurement, and a thousand connections at once would be one
  while (learners.length < count) {
    const some = Array.from({ length: Math.min(20, count - learners.length) }, () => newId('user'))
    // who writes in public or buys needs a phone
    const rows = some.map((id, n) => ({
      id,
      name: `Bench ${learners.length + n}`,
      slug: id,
      phone: `199${String(phones++).padStart(8, '0')}`,
      created_at: now,
    }))
    await db.insertInto('users').values(rows).execute()
    learners.push(...(await Promise.all(some.map((id) => signedIn(site, db, id, now)))))
  }
  return learners
}

// nobody listens to what the bench does beside the site
const quiet = { events: { emit: () => Promise.resolve() } }

/** Opens a session and answers its token. */
export function enterAs(db: Connection['db'], userId: string, now: Date): Promise<string> {
  return openSession(quiet, db, { userId, deviceType: 'desktop', userAgent: 'bench', ip: '127.0.0.1', now })
}

export async function signedIn(site: RunningSite, db: Connection['db'], id: string, now: Date): Promise<BenchLearner> {
  const token = await enterAs(db, id, now)
  const cookie = `lantern_session=${token}`
  const response = await fetch(`${site.url}/api/session`, { headers: { cookie } })
  const { csrfToken } = (await response.json()) as { csrfToken: string }
  const set = response.headers.getSetCookie().map((line) => line.slice(0, line.indexOf(';')))
  return { id, cookie: [cookie, ...set].join('; '), csrfToken }
}

/** Posts as a learner and gives the parsed answer; anything but 200 ends the bench. */
export async function post<T>(site: RunningSite, learner: BenchLearner, path: string, body: unknown): Promise<T> {
  const response = await fetch(`${site.url}${path}?_csrf=${encodeURIComponent(learner.csrfToken)}`, {
    method: 'POST',
    headers: { cookie: learner.cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

export async function get<T>(site: RunningSite, path: string, cookie = ''): Promise<T> {
  const response = await fetch(`${site.url}${path}`, { headers: cookie ? { cookie } : {} })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}
