import { setTimeout as wait } from 'node:timers/promises'
import { type BenchLearner, databaseOf, makeLearners, post } from '../../bench/learners.ts'
import { type Db, runSql } from '../../packages/server/src/kit/sql.ts'
import { buildLiveSession } from '../../packages/server/src/testing/builders.ts'
import { type RunningSite, runSite } from '../run-site.ts'
import { withOldVersion } from './old-version.ts'
import { type Outcome, underLoad } from './stage.ts'

const questionEveryMs = 4_000
/** What a person has to write lasts some ten minutes then. */
const pauseMs = 1_500
/** Fewer than a new member may write in an hour. */
const questionsEach = 8

/**
 * The version before the newest migration serves, this one comes beside it on its database and brings it up to date, and
 * both go on for some minutes: each takes half of the writes. Afterwards no acknowledged write is missing, no subscriber is
 * behind, and the maker of an item was told of each question about it, once.
 */
export function twoVersions(port: number, minutes: number): Promise<Outcome> {
  return withOldVersion((root, commit) =>
    underLoad({ port, root, pauseMs }, async ({ site: old, shareWith }) => {
      const today = await runSite({ port: port + 1, env: { DATA_DIR: old.dataDir } })
      const database = await databaseOf(old)
      try {
        shareWith(today)
        const asked = await askQuestions(database.db, [old, today], minutes)
        await wasTold(database.db)
        const [told] = await runSql(
          database.db,
          `select count(*)::integer as rows, coalesce(sum(count) filter (where listed), 0)::integer as counted
          from notifications where user_id = $1 and kind = 'question_asked'`,
          [asked.maker],
        )
        if (told?.rows !== asked.questions || told?.counted !== asked.questions)
          throw new Error(`Of ${asked.questions} questions the maker was told ${told?.rows}, counted ${told?.counted}`)
        return { note: `${minutes} min beside ${commit.slice(0, 8)}; ${asked.questions} questions, each told once` }
      } finally {
        await database.leave()
        await today.stop({ keepData: true })
      }
    }),
  )
}

/** Questions about an item, each by the next person, at the one site first and then at the other. */
async function askQuestions(
  db: Db,
  sites: readonly [RunningSite, RunningSite],
  minutes: number,
): Promise<{ maker: string; questions: number }> {
  const count = Math.ceil((minutes * 60_000) / questionEveryMs)
  const [maker, ...people] = await makeLearners(sites[0], db, 1 + Math.ceil(count / questionsEach))
  if (!maker) throw new Error('There is nobody to ask')
  const { id: channelId } = await buildLiveSession(db, { ownerId: maker.id, authorId: maker.id })
  for (let n = 0; n < count; n++) {
    const person = people[n % people.length] as BenchLearner
    const question = { channelId, content: `Question ${n}`, key: `question-${n}-of-this` }
    // as a page does whose answer was lost, the other site is asked the same again
    for (const at of [n, n + 1])
      await untilTaken(() => post(sites[at % 2] ?? sites[0], person, '/api/learn/comment', question))
    await wait(questionEveryMs)
  }
  return { maker: maker.id, questions: count }
}

/** As a person does who is told that the site is busy. */
async function untilTaken(ask: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await ask()
      return
    } catch (error) {
      if (!/ answered 503/.test(String(error))) throw error
      await wait(1_000)
    }
  }
}

/** Resolves when no subscriber has anything before it. */
async function wasTold(db: Db): Promise<void> {
  for (const until = Date.now() + 60_000; ; await wait(500)) {
    const [behind] = await runSql(
      db,
      `select count(*)::integer as cursors from event_cursors c where exists (
        select from outbox o where o.name = any(c.events) and (o.position is null or o.position > c.position))`,
    )
    if (behind?.cursors === 0) return
    if (Date.now() > until) throw new Error(`${behind?.cursors} subscribers are still behind`)
  }
}
