import { frozenUntil, grade, isAnswered, isPassed, secondsUntil } from '@lantern/contract/quiz/attempt.ts'
import type { Attempt, PastAttempt, QuizRecord, QuizState } from '@lantern/contract/quiz/quizzes.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '#kit/sql.ts'
import { questionsOf } from './questions.ts'
import { answerKey } from './views.ts'

/** A quiz and where one learner stands in it: the latest attempt, if there is one. */
export interface Standing {
  quizId: string
  revision: number
  passNumber: number
  questionCount: number
  freezingTimeInHours: number
  timeLimitInMinutes: number | null
  /** The learner has a record of the quiz. It may be there before the first attempt, never the other way round. */
  begun: boolean
  attempt: StandingAttempt | null
}

export interface StandingAttempt {
  number: number
  revision: number
  passNumber: number
  questionCount: number
  versionId: string | null
  startedAt: Date
  deadlineAt: Date | null
  /** How many saves the answers below come from. */
  saves: number
  submittedAt: Date | null
  frozenUntil: Date | null
  correctCount: number | null
  passed: boolean | null
  firstSubmittedAt: Date | null
  lastSubmittedAt: Date | null
  answers: Record<string, string[]>
  sequence: number
  savedAt: Date | null
  /** Attempts that are over, newest first, at most 20. */
  past: PastAttempt[]
}

/** Null when there is no such quiz, or it has no questions yet. */
export async function readStanding(db: Db | Trx, userId: string | null, quizId: string): Promise<Standing | null> {
  const { rows } = await sql<StandingRow>`${standingRow(userId, quizId)}`.execute(db)
  return rows[0] ? standingOf(quizId, rows[0]) : null
}

/** Where a learner stands in a quiz, as a statement or a part of one. */
export function standingRow(userId: string | null, quizId: string) {
  return sql`
    select q.revision, q.pass_number, q.question_count, q.freezing_time_in_hours, q.time_limit_in_minutes,
      exists (select from records r where r.user_id = ${userId} and r.item_id = q.item_id) as begun,
      (select to_jsonb(latest) from (
        select a.number, a.revision, a.pass_number, a.question_count, a.version_id, a.started_at, a.deadline_at,
          a.saves, a.submitted_at, a.frozen_until, a.correct_count, a.passed,
          (select jsonb_build_array(min(b.submitted_at), max(b.submitted_at)) from quiz_attempts b
           where b.user_id = a.user_id and b.item_id = a.item_id) as submissions,
          (select jsonb_agg(p) from (
            select b.number, b.submitted_at, b.correct_count, b.question_count, b.passed from quiz_attempts b
            where b.user_id = a.user_id and b.item_id = a.item_id and b.submitted_at is not null
            order by b.number desc limit 20) p) as past,
          (select jsonb_agg(jsonb_build_array(s.question_id, s.option_ids, s.sequence, s.saved_at))
           from quiz_answers s
           where s.user_id = a.user_id and s.item_id = a.item_id and s.number = a.number) as answers
        from quiz_attempts a where a.user_id = ${userId} and a.item_id = q.item_id
        order by a.number desc limit 1) latest) as attempt
    from quizzes q where q.item_id = ${quizId}`
}

export function standingOf(quizId: string, row: StandingRow): Standing {
  return {
    quizId,
    revision: row.revision,
    passNumber: row.pass_number,
    questionCount: row.question_count,
    freezingTimeInHours: row.freezing_time_in_hours,
    timeLimitInMinutes: row.time_limit_in_minutes,
    begun: row.begun,
    attempt: row.attempt && standingAttempt(row.attempt),
  }
}

/** Opens the next attempt unless one is open. Of two tabs at the same moment one opens it: null for the other. */
export async function openAttempt(
  trx: Trx,
  userId: string,
  standing: Standing,
  { now, versionId }: { now: Date; versionId: string | null },
): Promise<Standing | null> {
  const { quizId, attempt, revision, passNumber, questionCount, timeLimitInMinutes } = standing
  const number = (attempt?.number ?? 0) + 1
  const deadlineAt = timeLimitInMinutes === null ? null : new Date(now.getTime() + timeLimitInMinutes * 60_000)
  const opened = await sql`
    insert into quiz_attempts
      (user_id, item_id, number, revision, pass_number, question_count, version_id, started_at, deadline_at)
    values (${userId}, ${quizId}, ${number}, ${revision}, ${passNumber}, ${questionCount}, ${versionId}, ${now},
      ${deadlineAt})
    on conflict do nothing returning number`.execute(trx)
  if (opened.rows.length === 0) return null
  return {
    ...standing,
    begun: true,
    attempt: {
      number,
      revision,
      passNumber,
      questionCount,
      versionId,
      startedAt: now,
      deadlineAt,
      saves: 0,
      submittedAt: null,
      frozenUntil: null,
      correctCount: null,
      passed: null,
      firstSubmittedAt: attempt?.firstSubmittedAt ?? null,
      lastSubmittedAt: attempt?.lastSubmittedAt ?? null,
      answers: {},
      sequence: 0,
      savedAt: null,
      past: attempt?.past ?? [],
    },
  }
}

/**
 * Grades and closes the attempt and returns the standing afterwards; whoever comes second finds it closed and changes
 * nothing (null). Graded from the answers that were read, and closed only if no save came between; if one did, the
 * attempt is locked, read again and closed.
 */
export async function closeAttempt(
  trx: Trx,
  userId: string,
  standing: Standing,
  submittedAt: Date,
): Promise<Standing | null> {
  const closed = await closeAsRead(trx, userId, standing, submittedAt)
  if (closed) return closed
  await sql`
    select from quiz_attempts
    where user_id = ${userId} and item_id = ${standing.quizId} and number = ${standing.attempt?.number ?? 0}
    for update`.execute(trx)
  const now = await readStanding(trx, userId, standing.quizId)
  return now && closeAsRead(trx, userId, now, submittedAt)
}

async function closeAsRead(trx: Trx, userId: string, standing: Standing, submittedAt: Date): Promise<Standing | null> {
  const { attempt, quizId } = standing
  if (!isOpen(attempt)) return null
  const key = answerKey(await questionsOf(trx, quizId, attempt.revision))
  const { correctCount } = grade(key, attempt.answers)
  const passed = isPassed(correctCount, attempt.passNumber)
  const until = frozenUntil(submittedAt, standing.freezingTimeInHours)
  const updated = await sql`
    update quiz_attempts set submitted_at = ${submittedAt}, frozen_until = ${until}, correct_count = ${correctCount},
      passed = ${passed}
    where user_id = ${userId} and item_id = ${quizId} and number = ${attempt.number} and submitted_at is null
      and saves = ${attempt.saves}
    returning number`.execute(trx)
  if (updated.rows.length === 0) return null
  return {
    ...standing,
    begun: true,
    attempt: {
      ...attempt,
      submittedAt,
      frozenUntil: until,
      correctCount,
      passed,
      firstSubmittedAt: attempt.firstSubmittedAt ?? submittedAt,
      lastSubmittedAt: submittedAt,
    },
  }
}

export function isOpen(attempt: StandingAttempt | null): attempt is StandingAttempt & { submittedAt: null } {
  return attempt !== null && attempt.submittedAt === null
}

/** True when the time of an open attempt is over and nobody has closed it yet. */
export function isOverdue(
  attempt: StandingAttempt | null,
  now: Date,
): attempt is StandingAttempt & { deadlineAt: Date } {
  return isOpen(attempt) && attempt.deadlineAt !== null && attempt.deadlineAt.getTime() <= now.getTime()
}

/** What the wire says of the learner's standing. */
export function learnerState(
  { quizId, begun, attempt }: Standing,
  now: Date,
): { quizMap: Record<string, QuizState>; recordMap: Record<string, QuizRecord>; attempt: Attempt | null } {
  if (!attempt) {
    const quizMap = { [quizId]: { quizStatus: 'draft', leftFreezingSeconds: 0, answered: false } } as const
    return { quizMap: begun ? quizMap : {}, recordMap: {}, attempt: null }
  }
  const submitted = attempt.submittedAt !== null
  const { answers, versionId } = attempt
  return {
    quizMap: {
      [quizId]: {
        quizStatus: submitted ? 'submitted' : 'draft',
        leftFreezingSeconds: secondsUntil(attempt.frozenUntil, now),
        answered: isAnswered(answers),
      },
    },
    recordMap: {
      [quizId]: {
        itemId: quizId,
        type: 'quiz',
        completed: submitted,
        completedTime: iso(attempt.firstSubmittedAt),
        lastCompletedTime: iso(attempt.lastSubmittedAt),
        withAll: versionId === null,
        versionId,
        updatedTime: (attempt.submittedAt ?? attempt.savedAt ?? attempt.startedAt).toISOString(),
        answers,
      },
    },
    attempt: {
      number: attempt.number,
      startedAt: attempt.startedAt.toISOString(),
      leftSeconds: attempt.deadlineAt && !submitted ? secondsUntil(attempt.deadlineAt, now) : null,
      questionAnswers: answers,
      sequence: attempt.sequence,
      savedAt: iso(attempt.savedAt),
      result: resultOf(attempt),
    },
  }
}

function resultOf(attempt: StandingAttempt): Attempt['result'] {
  const { submittedAt, correctCount, passed } = attempt
  if (submittedAt === null || correctCount === null || passed === null) return null
  return {
    submittedAt: submittedAt.toISOString(),
    correctCount,
    questionCount: attempt.questionCount,
    passNumber: attempt.passNumber,
    passed,
    usedSeconds: Math.max(0, Math.round((submittedAt.getTime() - attempt.startedAt.getTime()) / 1000)),
  }
}

export interface StandingRow {
  revision: number
  pass_number: number
  question_count: number
  freezing_time_in_hours: number
  time_limit_in_minutes: number | null
  begun: boolean
  attempt: AttemptRow | null
}

interface AttemptRow {
  number: number
  revision: number
  pass_number: number
  question_count: number
  version_id: string | null
  started_at: string
  deadline_at: string | null
  saves: number
  submitted_at: string | null
  frozen_until: string | null
  correct_count: number | null
  passed: boolean | null
  submissions: [string | null, string | null]
  past:
    | { number: number; submitted_at: string; correct_count: number; question_count: number; passed: boolean }[]
    | null
  answers: [questionId: string, optionIds: string[], sequence: number, savedAt: string][] | null
}

function standingAttempt(row: AttemptRow): StandingAttempt {
  const answers = row.answers ?? []
  const savedTimes = answers.map(([, , , savedAt]) => Date.parse(savedAt))
  return {
    number: row.number,
    revision: row.revision,
    passNumber: row.pass_number,
    questionCount: row.question_count,
    versionId: row.version_id,
    startedAt: new Date(row.started_at),
    deadlineAt: date(row.deadline_at),
    saves: row.saves,
    submittedAt: date(row.submitted_at),
    frozenUntil: date(row.frozen_until),
    correctCount: row.correct_count,
    passed: row.passed,
    firstSubmittedAt: date(row.submissions[0]),
    lastSubmittedAt: date(row.submissions[1]),
    answers: Object.fromEntries(answers.map(([questionId, optionIds]) => [questionId, optionIds])),
    sequence: Math.max(0, ...answers.map(([, , sequence]) => sequence)),
    savedAt: savedTimes.length === 0 ? null : new Date(Math.max(...savedTimes)),
    past: (row.past ?? []).map((past) => ({
      number: past.number,
      submittedAt: new Date(past.submitted_at).toISOString(),
      correctCount: past.correct_count,
      questionCount: past.question_count,
      passed: past.passed,
    })),
  }
}

function date(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

function iso(moment: Date | null): string | null {
  return moment?.toISOString() ?? null
}
