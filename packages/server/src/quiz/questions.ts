import { Ask } from '@lantern/contract/quiz/asks.ts'
import { type QuestionDraft, type QuizDraft, quizFaults } from '@lantern/contract/quiz/faults.ts'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { refuse } from '#kit/errors.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { withoutMarks } from '#media/index.ts'

/** A question with its answer. Never leaves the server as it is: see views.ts. */
export interface KeyedQuestion {
  id: string
  name: string
  body: string
  shuffleOptions: boolean
  options: KeyedOption[]
  /** None for a choice. */
  ask?: Ask
  /** Omitted: 1. */
  points?: number
  quizFeedback: { correct: string; wrong: string }
  contentIds: string[]
}

export interface KeyedOption {
  id: string
  body: string
  correct: boolean
  feedback: string
  match?: string
  credit?: number
}

export interface SavedQuiz {
  revision: number
  /** False when the questions and the settings were already like this. */
  changed: boolean
}

/**
 * Makes these the questions of the quiz. Texts must be sanitized HTML. A question has the id that the draft names; where
 * it names none it keeps the one it had if its name and text are still the same, so that answers can be compared over
 * revisions; attempts in work keep the revision they began with. Nothing is written when nothing changed.
 */
export async function saveQuizQuestions(trx: Trx, quizId: string, draft: QuizDraft): Promise<SavedQuiz> {
  const faults = quizFaults(draft)
  if (faults.length > 0) throw refuse('bad_request', { details: faults })

  const { passNumber, freezingTimeInHours, timeLimitInMinutes = null } = draft
  const current = await sql<{ revision: number; setting: string }>`
    select revision, concat_ws('/', pass_number, freezing_time_in_hours, coalesce(time_limit_in_minutes, 0)) as setting
    from quizzes where item_id = ${quizId} for update`.execute(trx)
  const before = current.rows[0]
  const known = before ? await readRevision(trx, quizId, before.revision) : []
  const questions = identified(draft.questions, known)
  const sameQuestions = JSON.stringify(questions) === JSON.stringify(known)
  const setting = [passNumber, freezingTimeInHours, timeLimitInMinutes ?? 0].join('/')
  if (before && sameQuestions && before.setting === setting) return { revision: before.revision, changed: false }

  const revision = before ? before.revision + (sameQuestions ? 0 : 1) : 1
  await sql`
    insert into quizzes (item_id, revision, question_count, pass_number, freezing_time_in_hours, time_limit_in_minutes)
    values (${quizId}, ${revision}, ${questions.length}, ${passNumber}, ${freezingTimeInHours}, ${timeLimitInMinutes})
    on conflict (item_id) do update set
      revision = excluded.revision, question_count = excluded.question_count, pass_number = excluded.pass_number,
      freezing_time_in_hours = excluded.freezing_time_in_hours,
      time_limit_in_minutes = excluded.time_limit_in_minutes`.execute(trx)
  await sql`update items set questions_count = ${questions.length} where id = ${quizId}`.execute(trx)
  if (!sameQuestions) await insertRevision(trx, quizId, revision, questions)
  return { revision, changed: true }
}

/** The questions that a new attempt would get, with their answers; for authors, exports and copies. */
export async function readQuizQuestions(db: Db, quizId: string): Promise<KeyedQuestion[]> {
  const { rows } = await sql<{ revision: number }>`select revision from quizzes where item_id = ${quizId}`.execute(db)
  return rows[0] ? readRevision(db, quizId, rows[0].revision) : []
}

/** By quiz, then by revision: 5,000 questions at the most. */
const remembered = new LRUCache<string, Map<number, readonly KeyedQuestion[]>>({
  maxSize: 5_000,
  sizeCalculation: (revisions) => [...revisions.values()].reduce((sum, { length }) => sum + length, 0),
})

/** A revision never changes, so the ones in use stay in memory: the quizzes not used for longest go first. */
export async function questionsOf(db: Db, quizId: string, revision: number): Promise<readonly KeyedQuestion[]> {
  const hit = rememberedRevisions(quizId).get(revision)
  if (hit) return hit
  const questions = (await readRevision(db, quizId, revision)).map(forReaders)
  if (questions.length > 0) remembered.set(quizId, new Map(remembered.peek(quizId)).set(revision, questions))
  return questions
}

/** Marks such as "picture missing" are for authors; learners get the question without them. */
function forReaders(question: KeyedQuestion): KeyedQuestion {
  const { correct, wrong } = question.quizFeedback
  return {
    ...question,
    body: withoutMarks(question.body),
    options: question.options.map((option) => ({
      ...option,
      body: withoutMarks(option.body),
      feedback: withoutMarks(option.feedback),
    })),
    quizFeedback: { correct: withoutMarks(correct), wrong: withoutMarks(wrong) },
  }
}

/** The revisions of a quiz that this process has in memory, perhaps none. */
export function rememberedRevisions(quizId: string): ReadonlyMap<number, readonly KeyedQuestion[]> {
  return remembered.get(quizId) ?? new Map()
}

const StoredOptions = Type.Array(
  Type.Object({
    id: Type.String(),
    body: Type.String(),
    correct: Type.Boolean(),
    feedback: Type.String(),
    match: Type.Optional(Type.String()),
    credit: Type.Optional(Type.Number()),
  }),
)
const StoredFeedback = Type.Object({ correct: Type.String(), wrong: Type.String() })

interface QuestionRow {
  id: string
  name: string
  body_html: string
  shuffle_options: boolean
  options: unknown
  ask: unknown
  points: number
  feedback: unknown
  content_ids: string[]
}

async function readRevision(db: Db, quizId: string, revision: number): Promise<KeyedQuestion[]> {
  const { rows } = await sql<QuestionRow>`
    select id, name, body_html, shuffle_options, options, ask, points, feedback, content_ids
    from quiz_questions where item_id = ${quizId} and revision = ${revision} order by position`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    body: row.body_html,
    shuffleOptions: row.shuffle_options,
    options: Value.Parse(StoredOptions, row.options).map(asOption),
    ...asAsked(row.ask === null ? undefined : Value.Parse(Ask, row.ask), row.points),
    quizFeedback: asFeedback(Value.Parse(StoredFeedback, row.feedback)),
    contentIds: row.content_ids,
  }))
}

async function insertRevision(trx: Trx, quizId: string, revision: number, questions: KeyedQuestion[]): Promise<void> {
  const rows = questions.map((question, position) => ({
    position,
    id: question.id,
    name: question.name,
    body_html: question.body,
    shuffle_options: question.shuffleOptions,
    options: question.options,
    ask: question.ask ?? null,
    points: question.points ?? 1,
    feedback: question.quizFeedback,
    content_ids: question.contentIds,
  }))
  await sql`
    insert into quiz_questions
      (item_id, revision, id, position, name, body_html, shuffle_options, options, ask, points, feedback, content_ids)
    select ${quizId}, ${revision}::int, id, position, name, body_html, shuffle_options, options, nullif(ask, 'null'), points,
      feedback, content_ids
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as q (
      id text, position int, name text, body_html text, shuffle_options boolean, options jsonb, ask jsonb,
      points float8, feedback jsonb, content_ids text[])`.execute(trx)
}

/** Gives every question and option its id, the known ones first. */
function identified(drafts: readonly QuestionDraft[], known: readonly KeyedQuestion[]): KeyedQuestion[] {
  const sameText = (draft: QuestionDraft, old: KeyedQuestion) =>
    draft.body === old.body && (draft.name ?? '') === old.name
  return matched(drafts, known, sameText).map(([draft, old]) => ({
    id: old?.id ?? draft.id ?? randomId('qq'),
    name: draft.name ?? '',
    body: draft.body,
    shuffleOptions: draft.shuffleOptions ?? true,
    options: matched(draft.options, old?.options ?? [], (option, oldOption) => option.body === oldOption.body).map(
      ([{ id, feedback = '', ...option }, oldOption]) =>
        asOption({ ...option, id: oldOption?.id ?? id ?? randomId('qo'), feedback }),
    ),
    ...asAsked(draft.ask, draft.points),
    quizFeedback: asFeedback(draft.quizFeedback ?? { correct: '', wrong: '' }),
    contentIds: [...(draft.contentIds ?? [])],
  }))
}

/** Pairs each draft with the known thing it continues: the one it names, or the first that reads the same. */
function matched<D extends { id?: string }, K extends { id: string }>(
  drafts: readonly D[],
  known: readonly K[],
  isSame: (draft: D, old: K) => boolean,
): [D, K | undefined][] {
  const free = new Map(known.map((old) => [old.id, old]))
  const take = (id: string | undefined) => {
    const old = id === undefined ? undefined : free.get(id)
    if (old) free.delete(old.id)
    return old
  }
  const named = drafts.map((draft) => take(draft.id))
  return drafts.map((draft, index) => [
    draft,
    named[index] ??
      (draft.id === undefined ? take([...free.values()].find((old) => isSame(draft, old))?.id) : undefined),
  ])
}

/** Not sortable, unlike other ids: the order in which an author wrote the options often tells the right one. */
function randomId(prefix: 'qq' | 'qo'): string {
  return `${prefix}_${crypto.randomUUID().replaceAll('-', '').slice(0, 20)}`
}

// jsonb does not keep the order of fields; one order everywhere makes revisions comparable
function asOption({ id, body, correct, feedback, match, credit }: KeyedOption): KeyedOption {
  return {
    id,
    body,
    correct,
    feedback,
    ...(match !== undefined && { match }),
    ...(credit !== undefined && { credit }),
  }
}

function asAsked(ask: Ask | undefined, points = 1): Pick<KeyedQuestion, 'ask' | 'points'> {
  return { ...(ask && { ask: inOneOrder(ask) }), ...(points !== 1 && { points }) }
}

function inOneOrder<Data>(data: Data): Data {
  if (Array.isArray(data)) return data.map(inOneOrder) as Data
  if (typeof data !== 'object' || data === null) return data
  const fields = Object.entries(data).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(fields.map(([name, value]) => [name, inOneOrder(value)])) as Data
}

function asFeedback({ correct, wrong }: { correct: string; wrong: string }) {
  return { correct, wrong }
}
