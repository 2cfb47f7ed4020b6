import type { BodyOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import { isFrozen, secondsUntil } from '@lantern/contract/quiz/attempt.ts'
import type { saveQuiz } from '@lantern/contract/quiz/quizzes.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction } from '#kit/sql.ts'
import {
  beginRecords,
  completeItem,
  completeWhatContains,
  lockedLearner,
  lockLearner,
  recordCompleted,
  reopenItem,
  requireStart,
  standsAlone,
  versionsOf,
} from '#learning/index.ts'
import {
  attemptClosed,
  checkAnswers,
  closeAttempt,
  type GivenAnswer,
  isOpen,
  isOverdue,
  keepAnswers,
  keepAtOnce,
  learnerState,
  openAttempt,
  questionsOf,
  readStanding,
  type Standing,
  standingClosed,
} from '#quiz/index.ts'
import { beginFirst } from './first-attempts.ts'

type SaveBody = BodyOf<typeof saveQuiz>
type Saved = ResponseOf<typeof saveQuiz>

/**
 * Begins, saves or submits: an attempt is a matter of the quiz, the record of learning, and both change together. The
 * learner is locked before the attempt, as in every act on several records.
 */
export async function recordQuiz(services: Services, viewer: SignedIn, body: SaveBody): Promise<Saved> {
  const now = services.clock.now()
  const answers = givenAnswers(body, now)
  if (!body.completed) {
    const meant = { quizId: body.id, number: body.attempt }
    const kept = await keepAtOnce(services.db, viewer.id, meant, answers, now)
    if (kept) return answer(kept, now)
  }
  const standing = await currentStanding(services, viewer, body.id)
  if (!standing) throw refuse('not_found')
  const isSave = answers.length > 0 || body.attempt !== undefined
  if (body.completed) return submit(services, viewer, body, { standing, answers })
  return isSave ? save(services, viewer, body, { standing, answers }) : begin(services, viewer, body, standing)
}

/** The same under the address of the campus: what is not the campus's is not found. */
export async function recordCampusQuiz(services: Services, viewer: SignedIn, body: SaveBody): Promise<Saved> {
  const found = await services.db
    .selectFrom('items')
    .select('id')
    .where('id', '=', body.id)
    .where('learn_option_type', '=', 'campus')
    .executeTakeFirst()
  if (!found) throw refuse('not_found')
  return recordQuiz(services, viewer, body)
}

/** Where the learner stands, after an attempt whose time is over was closed with the answers it has. */
export async function currentStanding(services: Services, viewer: SignedIn, quizId: string): Promise<Standing | null> {
  const standing = await readStanding(services.db, viewer.id, quizId)
  if (!standing || !isOverdue(standing.attempt, services.clock.now())) return standing
  return (await closeOverdue(services, viewer.id, standing)) ?? (await readStanding(services.db, viewer.id, quizId))
}

/** Closes an attempt at the end of its time. Null when its time is not over, or somebody else closed it. */
export async function closeOverdue(services: Services, userId: string, standing: Standing): Promise<Standing | null> {
  if (!isOverdue(standing.attempt, services.clock.now())) return null
  return closeOnce(services, userId, standing, { answers: [], submittedAt: standing.attempt.deadlineAt })
}

/** Begins the first attempt, goes on with the open one, or begins the next one when nothing is frozen. */
async function begin(services: Services, viewer: SignedIn, body: SaveBody, standing: Standing): Promise<Saved> {
  const begun = isOpen(standing.attempt) ? standing : await open(services, viewer, body, standing)
  return answer(begun, services.clock.now())
}

async function open(services: Services, viewer: SignedIn, body: SaveBody, standing: Standing): Promise<Standing> {
  const { db, clock } = services
  const now = clock.now()
  const left = secondsUntil(standing.attempt?.frozenUntil ?? null, now)
  if (isFrozen(standing.attempt ? 'submitted' : null, left)) throw refuse('quiz_frozen', { retryAfterSeconds: left })
  const { id, projectId, courseId } = body
  const versionId = body.versionId ?? undefined
  const { item, parents } = await requireStart(db, viewer, { id, type: 'quiz', versionId, projectId, courseId })
  const opening = { now, versionId: versionId ?? null }
  const versions = await versionsOf(db)
  const isFirst = standing.attempt === null && parents.length === 0
  const opened = isFirst
    ? await beginFirst(db, viewer.id, { standing, item, opening })
    : await inTransaction(db, async (trx) => {
        await lockLearner(trx, viewer.id)
        await beginRecords(trx, viewer.id, [...parents, item], { itemId: id, versionId, versions }, now)
        if (standing.attempt) await reopenItem(trx, { userId: viewer.id, itemId: id, now })
        return openAttempt(trx, viewer.id, standing, opening)
      })
  return opened ?? (await readStanding(db, viewer.id, id)) ?? standing
}

interface Work {
  standing: Standing
  answers: GivenAnswer[]
}

async function save(services: Services, viewer: SignedIn, body: SaveBody, work: Work): Promise<Saved> {
  const { db, clock } = services
  const now = clock.now()
  const { answers } = work
  const standing = await workingStanding(services, viewer, body, work.standing)
  if (!isOpen(standing.attempt) || isOtherAttempt(body, standing)) throw refuse('quiz_already_submitted')
  checkAnswers(await questionsOf(db, body.id, standing.attempt.revision), answers)
  const kept = await keepAnswers(db, viewer.id, standing, answers, now)
  if (!kept) throw refuse('quiz_already_submitted')
  return answer(kept, now)
}

/** Submits once: a second submission of the same attempt, at the same moment or later, answers the same result. */
async function submit(services: Services, viewer: SignedIn, body: SaveBody, work: Work): Promise<Saved> {
  const { db, clock } = services
  const standing = await workingStanding(services, viewer, body, work.standing)
  if (isOtherAttempt(body, standing)) throw refuse('quiz_already_submitted')
  if (!isOpen(standing.attempt)) return answer(standing, clock.now())
  checkAnswers(await questionsOf(db, body.id, standing.attempt.revision), work.answers)
  // a record that was forgotten meanwhile comes back: a submitted attempt has to be listed somewhere
  if (!standing.begun) await beginAgain(services, viewer, body.id)
  const closing = { answers: work.answers, submittedAt: clock.now() }
  const closed =
    (await closeAtOnce(db, viewer, standing, closing)) ??
    (await closeOnce(services, viewer.id, standing, closing)) ??
    (await readStanding(db, viewer.id, body.id))
  return answer(closed ?? standing, clock.now())
}

interface Closing {
  answers: GivenAnswer[]
  submittedAt: Date
}

/**
 * The usual submission, in one statement: nothing new was answered, no save came between, and no project or course of
 * the learner waits for the quiz. Null, and nothing done, when it is not so.
 */
async function closeAtOnce(
  db: Db,
  viewer: SignedIn,
  standing: Standing,
  { answers, submittedAt: now }: Closing,
): Promise<Standing | null> {
  const after = answers.length === 0 ? await standingClosed(db, standing, now) : null
  if (!after || after.attempt.waiting > 0) return null
  const { answers: counted, frozenUntil } = after.attempt
  const completion = { userId: viewer.id, itemId: standing.quizId, now, answers: counted, frozenUntil }
  const { rows } = await sql`
    with ${lockedLearner(viewer.id)}, closed as (
      ${attemptClosed(after, standsAlone(viewer.id, standing.quizId))}
    ), ${recordCompleted(completion)}
    select from closed`.execute(db)
  if (rows.length === 0) return null
  // a course that was started at this very moment had not seen the completion, nor the statement above the course
  await completeWhatContains(db, completion)
  return after
}

/** Closes the attempt and completes the record. Null when it is closed already. */
async function closeOnce(
  { db }: Services,
  userId: string,
  standing: Standing,
  { answers, submittedAt }: Closing,
): Promise<Standing | null> {
  const { quizId } = standing
  return inTransaction(db, async (trx) => {
    await lockLearner(trx, userId)
    const kept = answers.length > 0 ? await keepAnswers(trx, userId, standing, answers, submittedAt) : standing
    const after = kept && (await closeAttempt(trx, userId, kept, submittedAt))
    if (!after?.attempt) return null
    // completed when its marks are there
    if (after.attempt.waiting > 0) return after
    const { answers: counted, frozenUntil } = after.attempt
    await completeItem(trx, { userId, itemId: quizId, now: submittedAt, answers: counted, frozenUntil })
    return after
  })
}

async function beginAgain({ db, clock }: Services, viewer: SignedIn, quizId: string): Promise<void> {
  const { item } = await requireStart(db, viewer, { id: quizId, type: 'quiz' })
  const versions = await versionsOf(db)
  await inTransaction(db, async (trx) => {
    await lockLearner(trx, viewer.id)
    await beginRecords(trx, viewer.id, [item], { itemId: quizId, versions }, clock.now())
  })
}

/** A first answer or submission without a beginning begins: nobody's answer is lost for a missing call. */
async function workingStanding(
  services: Services,
  viewer: SignedIn,
  body: SaveBody,
  standing: Standing,
): Promise<Standing> {
  if (standing.attempt !== null) return standing
  if (body.attempt !== undefined && body.attempt > 1) throw refuse('quiz_not_started')
  return open(services, viewer, body, standing)
}

function isOtherAttempt(body: SaveBody, { attempt }: Standing): boolean {
  return body.attempt !== undefined && body.attempt !== attempt?.number
}

function givenAnswers(body: SaveBody, now: Date): GivenAnswer[] {
  const sequence = body.sequence ?? now.getTime()
  return (body.answers ?? []).map((answer) => ({
    questionId: answer.questionId,
    given: answered(answer.given ?? answer.optionIds ?? []),
    sequence: answer.sequence ?? sequence,
  }))
}

/** Nothing but empty places is no answer. */
function answered(given: string[]): string[] {
  return given.every((text) => text.trim() === '') ? [] : given
}

function answer(standing: Pick<Standing, 'quizId' | 'begun' | 'attempt'>, now: Date): Saved {
  const { savedAt } = standing.attempt ?? {}
  return { ...learnerState(standing, now), savedAt: (savedAt ?? now).toISOString() }
}
