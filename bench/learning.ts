import { hash } from 'node:crypto'
import { plainLearner } from '../packages/contract/src/roles.ts'
import { systemClock } from '../packages/server/src/kit/clock.ts'
import { type Connection, connect } from '../packages/server/src/kit/sql.ts'
import { toggleStep } from '../packages/server/src/learning/tutorial-progress.ts'
import type { RunningSite } from '../tools/run-site.ts'
import { cpuColumns, measureCpu } from './cpu.ts'
import { type BenchLearner, databaseOf, get, makeLearners, post } from './learners.ts'
import { load } from './load.ts'
import { table } from './report.ts'

interface Lesson {
  tutorialData: { id: string; slug: string; sections: { id: string }[] }
}

/** Signed-in reading and ticking steps; the tick beside the same statement sent straight to PostgreSQL. */
export async function benchLearning(site: RunningSite, slug: string): Promise<void> {
  const database = await databaseOf(site)
  try {
    const learners = await makeLearners(site, database.db, 64)
    const lesson = await get<Lesson>(site, `/api/learn/tutorial/${slug}/extends`)
    const { id, sections } = lesson.tutorialData
    for (const learner of learners) await post(site, learner, '/api/learn/cn/record', { id, type: 'tutorial' })

    const read = learners.map((learner) => ({ path: `/tutorial/${slug}`, headers: { cookie: learner.cookie } }))
    await load(site.url, read, { seconds: 3 })
    const pages = await load(site.url, read, { seconds: 8 })
    await spreadOut(site, learners, id, sections)
    await load(site.url, read, { seconds: 3 })
    const apart = await load(site.url, read, { seconds: 8 })

    // each learner ticks a step and takes the tick back: every call changes a row
    const steps = learners.map((_, n) => sections[n % sections.length]?.id ?? '')
    const ticks = learners.flatMap((learner, n) =>
      [true, false].map((completed) => ({
        method: 'POST' as const,
        path: `/api/learn/cn/record/tutorial/step?_csrf=${encodeURIComponent(learner.csrfToken)}`,
        body: { id, type: 'tutorial', stepId: steps[n], completed },
        headers: { cookie: learner.cookie },
      })),
    )
    await load(site.url, ticks, { seconds: 2 })
    const { result: toggles, cpu } = await measureCpu(site, database.db, () => load(site.url, ticks, { seconds: 8 }))
    const same = await straight(database.pool, await statementsOfToggles(database.url, learners, id, steps))
    const least = await straight(
      database.pool,
      learners.map((learner) => touch(learner.id, id)),
    )

    table('Learners signed in (64 learners, 32 connections, client on the same two cores)', [
      {
        what: 'tutorial page, all at its beginning',
        'per second': pages.perSecond,
        'p50 ms': pages.p50,
        'p97.5 ms': pages.p97,
        failures: pages.failures,
      },
      {
        what: 'tutorial page, each at another place',
        'per second': apart.perSecond,
        'p50 ms': apart.p50,
        'p97.5 ms': apart.p97,
        failures: apart.failures,
      },
      {
        what: 'step toggle, whole call',
        'per second': toggles.perSecond,
        'p50 ms': toggles.p50,
        'p97.5 ms': toggles.p97,
        failures: toggles.failures,
        ...cpuColumns(cpu, toggles.perSecond * 8),
      },
      { what: 'its statement alone, straight at PostgreSQL', 'per second': same },
      { what: 'one-row update of the same record, straight at PostgreSQL', 'per second': least },
      { what: 'whole call / its statement', 'per second': toggles.perSecond / same },
      { what: 'whole call / one-row update', 'per second': toggles.perSecond / least },
    ])
  } finally {
    await database.leave()
  }
}

/** Each learner has done other steps than the rest: no two get the same page. */
async function spreadOut(site: RunningSite, learners: BenchLearner[], id: string, sections: { id: string }[]) {
  for (const [n, learner] of learners.entries()) {
    for (const [place, section] of sections.entries()) {
      if (((n >> place) & 1) === 0) continue
      const step = { id, type: 'tutorial', stepId: section.id, completed: true }
      await post(site, learner, '/api/learn/cn/record/tutorial/step', step)
    }
  }
}

interface Statement {
  name: string
  text: string
  values: unknown[]
}

/** The least that a toggle could be: one durable update by primary key. */
function touch(userId: string, itemId: string): Statement {
  const text =
    'update records set updated_time = $3 where user_id = $1 and work_id = (select work_id from items where id = $2)'
  return { name: 'touch', text, values: [userId, itemId, new Date()] }
}

/** What the site itself sends for these toggles, taken down while it is done once. */
async function statementsOfToggles(
  url: string,
  learners: BenchLearner[],
  id: string,
  steps: string[],
): Promise<Statement[]> {
  const statements: Statement[] = []
  const connection = connect(url, {
    poolSize: 1,
    onQuery: (text, values) => statements.push({ name: `toggle ${hash('md5', text)}`, text, values: [...values] }),
  })
  const { db } = connection
  try {
    for (const [n, learner] of learners.entries()) {
      const toggle = (completed: boolean) =>
        toggleStep({ db, clock: systemClock }, plainLearner({ id: learner.id, name: '' }), {
          id,
          stepId: steps[n] ?? '',
          completed,
        })
      // the load left some steps ticked
      await toggle(false)
      statements.length = 2 * n
      await toggle(true)
      await toggle(false)
      if (statements.length !== 2 * n + 2) throw new Error('a toggle is more than one statement')
    }
  } finally {
    await connection.close()
  }
  return statements
}

/** Sends the statements over ten connections for five seconds, prepared, each connection a part of them in order. */
async function straight(pool: Connection['pool'], statements: Statement[]): Promise<number> {
  const workers = 10
  const until = Date.now() + 5_000
  let done = 0
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      const pairs = Math.floor(statements.length / workers / 2) * 2
      const own = statements.slice(worker * pairs, (worker + 1) * pairs)
      for (let n = 0; Date.now() < until; n++) {
        const statement = own[n % own.length]
        if (statement) await pool.query(statement)
        done++
      }
    }),
  )
  return done / 5
}
