import { sql } from 'kysely'
import { recipientsOf } from '#identity/index.ts'
import { isPassing } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { tellClasses } from '#learning/index.ts'
import { readStanding } from '#quiz/index.ts'
import { closeOverdue } from './record-quiz.ts'

const attemptsAtOnce = 100

interface Overdue {
  user_id: string
  item_id: string
  /** As the database writes it: a `Date` has no microseconds, and the next batch begins after this. */
  deadline: string
}

/**
 * Every minute, attempts whose time is over are closed with the answers they have, as when their learner looks: marks,
 * courses and classes do not wait for somebody who left.
 */
export function closeAttemptsOnTime(services: Services): void {
  services.jobs.everyMinute('quiz.close_overdue', async () => {
    for (let after: Overdue | undefined, isMore = true; isMore; ) {
      const batch = await overdueAfter(services, after)
      await closeBatch(services, batch)
      after = batch.at(-1)
      isMore = batch.length === attemptsAtOnce
    }
  })
}

/** Each comes up once in a minute, so that one which cannot be closed does not hold up the others. */
async function overdueAfter({ db, clock }: Services, after: Overdue | undefined): Promise<Overdue[]> {
  const isLater = after
    ? sql`(deadline_at, user_id, item_id) > (${after.deadline}::timestamptz, ${after.user_id}, ${after.item_id})`
    : sql`true`
  const { rows } = await sql<Overdue>`
    select user_id, item_id, deadline_at::text as deadline from quiz_attempts
    where submitted_at is null and deadline_at <= ${clock.now()} and ${isLater}
    order by deadline_at, user_id, item_id limit ${attemptsAtOnce}`.execute(db)
  return rows
}

async function closeBatch(services: Services, batch: readonly Overdue[]): Promise<void> {
  const { db, clock, log } = services
  const closed = new Set<string>()
  for (const { user_id: userId, item_id: quizId } of batch) {
    try {
      const standing = await readStanding(db, userId, quizId)
      if (standing && (await closeOverdue(services, userId, standing))) closed.add(userId)
    } catch (error) {
      if (isPassing(error)) throw error
      log.error({ err: error, userId, quizId }, 'an attempt whose time is over was not closed')
    }
  }
  for (const learner of await recipientsOf(db, [...closed], clock.now())) await tellClasses(services, learner)
}
