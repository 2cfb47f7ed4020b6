import { frozenUntil, isAnswered, isPassed, secondsUntil } from '@lantern/contract/quiz/attempt.ts'
import { grade, type Mark } from '@lantern/contract/quiz/grading.ts'
import { countsInPart } from '@lantern/contract/quiz/kinds/index.ts'
import type { Attempt, PastAttempt, QuizRecord, QuizState } from '@lantern/contract/quiz/quizzes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#kit/sql.ts'
import { type KeyedQuestion, questionsOf } from './questions.ts'

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
  /** With what counts in part; null while open, and where nothing can count in part. */
  score: number | null
  /** What the answers that can count in part are worth, by question. */
  credits: Record<string, number> | null
  passed: boolean | null
  /** How many answers a person has yet to mark, once submitted. */
  waiting: number
  /** What people gave for answers, by question; null without any. */
  marks: Record<string, KeptMark> | null
  firstSubmittedAt: Date | null
  lastSubmittedAt: Date | null
  answers: Record<string, string[]>
  sequence: number
  savedAt: Date | null
}

/** A mark as it is kept in its attempt; `at` in milliseconds. */
export type KeptMark = Mark & { at: number }

/** Null when there is no such quiz, or it has no questions yet. */
export async function readStanding(db: Db | Trx, userId: string | null, quizId: string): Promise<Standing | null> {
  const { rows } = await sql<StandingRow>`
    select q.revision, q.pass_number, q.question_count, q.freezing_time_in_hours, q.time_limit_in_minutes,
      exists (select from records r where r.user_id = ${userId} and r.work_id = q.item_id) as begun,
      (select ${attemptColumn} from quiz_attempts a where a.user_id = ${userId} and a.item_id = q.item_id
       order by a.number desc limit 1) as attempt
    from quizzes q where q.item_id = ${quizId}`.execute(db)
  const row = rows[0]
  if (!row) return null
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

function onlyAttempt(attempt: StandingAttempt): PastAttempt[] {
  const { number, submittedAt, correctCount, questionCount, passed, waiting } = attempt
  if (submittedAt === null || correctCount === null || passed === null) return []
  return [{ number, submittedAt: submittedAt.toISOString(), correctCount, questionCount, passed, ...waits(waiting) }]
}

/** Said only where something waits. */
function waits(waiting: number): { waiting?: number } {
  return waiting > 0 ? { waiting } : {}
}

/** The attempt `a` as JSON, and when its learner submitted first and last before it. */
export const attemptColumn = sql`json_build_object('row', row_to_json(a), 'before', case when a.number > 1 then (
  select json_build_array(min(b.submitted_at), max(b.submitted_at)) from quiz_attempts b
  where b.user_id = a.user_id and b.item_id = a.item_id and b.number < a.number) end)`

/** Attempts of the learner that are over, newest first, at most 20. */
export async function readPastAttempts(db: Db, userId: string, { quizId, attempt }: Standing): Promise<PastAttempt[]> {
  if (!attempt) return []
  if (attempt.number === 1) return onlyAttempt(attempt)
  const { rows } = await sql<PastRow>`
    select number, submitted_at, correct_count, question_count, passed, waiting from quiz_attempts
    where user_id = ${userId} and item_id = ${quizId} and submitted_at is not null
    order by number desc limit 20`.execute(db)
  return rows.map((past) => ({
    number: past.number,
    submittedAt: past.submitted_at.toISOString(),
    correctCount: past.correct_count,
    questionCount: past.question_count,
    passed: past.passed,
    ...waits(past.waiting),
  }))
}

/** Opens the next attempt unless one is open. Of two tabs at the same moment one opens it: null for the other. */
export async function openAttempt(
  trx: Trx,
  userId: string,
  standing: Standing,
  opening: Opening,
): Promise<Standing | null> {
  const opened = await sql`
    with learner as (select ${userId}::text as id) ${attemptOpened(standing, opening)}`.execute(trx)
  return opened.rows.length === 0 ? null : standingOpened(standing, opening)
}

export interface Opening {
  now: Date
  versionId: string | null
}

/** Opens the next attempt of each `learner`; returns those for whom none was open. */
export function attemptOpened(standing: Standing, { now, versionId }: Opening) {
  const { quizId, revision, passNumber, questionCount } = standing
  return sql`
    insert into quiz_attempts
      (user_id, item_id, number, revision, pass_number, question_count, version_id, started_at, deadline_at)
    select learner.id, ${quizId}, ${nextNumber(standing)}::integer, ${revision}::integer, ${passNumber}::integer,
      ${questionCount}::integer, ${versionId}, ${now}::timestamptz, ${deadlineOf(standing, now)}::timestamptz
    from learner
    on conflict do nothing returning user_id`
}

/** Where the learner stands once that attempt is open. */
export function standingOpened(standing: Standing, { now, versionId }: Opening): Standing {
  const { attempt, revision, passNumber, questionCount } = standing
  return {
    ...standing,
    begun: true,
    attempt: {
      number: nextNumber(standing),
      revision,
      passNumber,
      questionCount,
      versionId,
      startedAt: now,
      deadlineAt: deadlineOf(standing, now),
      saves: 0,
      submittedAt: null,
      frozenUntil: null,
      correctCount: null,
      score: null,
      credits: null,
      passed: null,
      waiting: 0,
      marks: null,
      firstSubmittedAt: attempt?.firstSubmittedAt ?? null,
      lastSubmittedAt: attempt?.lastSubmittedAt ?? null,
      answers: {},
      sequence: 0,
      savedAt: null,
    },
  }
}

function nextNumber({ attempt }: Standing): number {
  return (attempt?.number ?? 0) + 1
}

function deadlineOf({ timeLimitInMinutes }: Standing, now: Date): Date | null {
  return timeLimitInMinutes === null ? null : new Date(now.getTime() + timeLimitInMinutes * 60_000)
}

/**
 * Grades and closes the attempt and returns the standing afterwards; a second call finds it closed and changes
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
  const after = await standingClosed(trx, standing, submittedAt)
  if (!after) return null
  const updated = await sql`
    with learner as (select ${userId}::text as id) ${attemptClosed(after)}`.execute(trx)
  return updated.rows.length === 0 ? null : after
}

/** How an open attempt stands once it is graded and closed with the answers that were read; null when it is not open. */
export async function standingClosed(
  db: Db | Trx,
  standing: Standing,
  submittedAt: Date,
): Promise<ClosedStanding | null> {
  const { attempt, quizId } = standing
  if (!isOpen(attempt)) return null
  const questions = await questionsOf(db, quizId, attempt.revision)
  const graded = gradedAs(questions, attempt)
  return {
    ...standing,
    begun: true,
    attempt: {
      ...attempt,
      submittedAt,
      frozenUntil: frozenUntil(submittedAt, standing.freezingTimeInHours),
      ...graded,
      firstSubmittedAt: attempt.firstSubmittedAt ?? submittedAt,
      lastSubmittedAt: submittedAt,
    },
  }
}

type Graded = Pick<StandingAttempt, 'correctCount' | 'score' | 'credits' | 'passed' | 'waiting'>

/** What the answers are worth with the marks that were given. While some wait for theirs nobody has passed. */
export function gradedAs(
  questions: readonly KeyedQuestion[],
  { answers, marks, passNumber }: Pick<StandingAttempt, 'answers' | 'marks' | 'passNumber'>,
): Graded {
  const { correctCount, score, credits, waiting } = grade(questions, answers, marks ?? {})
  const others = questions
    .filter((question) => countsInPart(question) && !waiting.has(question.id))
    .map(({ id }) => [id, credits.get(id) ?? 0] as const)
  const isInPart = questions.some(countsInPart)
  return {
    correctCount,
    score: isInPart ? score : null,
    credits: isInPart ? Object.fromEntries(others) : null,
    passed: waiting.size === 0 && isPassed(score, passNumber),
    waiting: waiting.size,
  }
}

export type ClosedStanding = Standing & { attempt: StandingAttempt }

/**
 * Closes the attempt of the one row of `learner` like this, on a further condition; returns its number unless a save
 * came between.
 */
export function attemptClosed({ quizId, attempt }: ClosedStanding, condition: RawBuilder<unknown> = sql`true`) {
  return sql`
    update quiz_attempts a set submitted_at = ${attempt.submittedAt}, frozen_until = ${attempt.frozenUntil},
      correct_count = ${attempt.correctCount}, passed = ${attempt.passed}, score = ${attempt.score},
      credits = ${attempt.credits && JSON.stringify(attempt.credits)}::jsonb, waiting = ${attempt.waiting}
    from learner
    where a.user_id = learner.id and a.item_id = ${quizId} and a.number = ${attempt.number}
      and a.submitted_at is null and a.saves = ${attempt.saves} and ${condition}
    returning a.number`
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
  { quizId, begun, attempt }: Pick<Standing, 'quizId' | 'begun' | 'attempt'>,
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
        ...waits(attempt.waiting),
      },
    },
    recordMap: {
      [quizId]: {
        itemId: quizId,
        type: 'quiz',
        completed: submitted && attempt.waiting === 0,
        completedTime: iso(isFirstWait(attempt) ? null : attempt.firstSubmittedAt),
        lastCompletedTime: iso(isFirstWait(attempt) ? null : attempt.lastSubmittedAt),
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

/** The only attempt so far waits for marks: nothing was completed yet. */
function isFirstWait({ waiting, number }: StandingAttempt): boolean {
  return waiting > 0 && number === 1
}

function resultOf(attempt: StandingAttempt): Attempt['result'] {
  const { submittedAt, correctCount, passed } = attempt
  if (submittedAt === null || correctCount === null || passed === null) return null
  return {
    submittedAt: submittedAt.toISOString(),
    correctCount,
    ...(attempt.score !== null && { score: attempt.score }),
    questionCount: attempt.questionCount,
    passNumber: attempt.passNumber,
    passed,
    usedSeconds: Math.max(0, Math.round((submittedAt.getTime() - attempt.startedAt.getTime()) / 1000)),
    ...waits(attempt.waiting),
  }
}

interface StandingRow {
  revision: number
  pass_number: number
  question_count: number
  freezing_time_in_hours: number
  time_limit_in_minutes: number | null
  begun: boolean
  attempt: AttemptJson | null
}

interface PastRow {
  number: number
  submitted_at: Date
  correct_count: number
  question_count: number
  passed: boolean
  waiting: number
}

/** How an answer is kept in its attempt. */
export type KeptAnswer = [sequence: number, savedAtMs: number, given: string[]]

/** What `attemptColumn` gives; times as JSON gives them. */
export interface AttemptJson {
  row: {
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
    score: number | null
    credits: Record<string, number> | null
    passed: boolean | null
    waiting: number
    marks: Record<string, KeptMark> | null
    answers: Record<string, KeptAnswer>
  }
  before: [first: string | null, last: string | null] | null
}

export function standingAttempt({ row, before }: AttemptJson): StandingAttempt {
  const answers = Object.entries(row.answers)
  const submittedAt = date(row.submitted_at)
  const savedAtMs = Math.max(...answers.map(([, [, ms]]) => ms))
  return {
    number: row.number,
    revision: row.revision,
    passNumber: row.pass_number,
    questionCount: row.question_count,
    versionId: row.version_id,
    startedAt: new Date(row.started_at),
    deadlineAt: date(row.deadline_at),
    saves: row.saves,
    submittedAt,
    frozenUntil: date(row.frozen_until),
    correctCount: row.correct_count,
    score: row.score,
    credits: row.credits,
    passed: row.passed,
    waiting: row.waiting,
    marks: row.marks,
    firstSubmittedAt: date(before?.[0] ?? null) ?? submittedAt,
    lastSubmittedAt: submittedAt ?? date(before?.[1] ?? null),
    answers: Object.fromEntries(answers.map(([questionId, [, , given]]) => [questionId, given])),
    sequence: Math.max(0, ...answers.map(([, [sequence]]) => sequence)),
    savedAt: answers.length === 0 ? null : new Date(savedAtMs),
  }
}

function date(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

function iso(moment: Date | null): string | null {
  return moment?.toISOString() ?? null
}
