import type {
  AnswerKey,
  AnswerToMark,
  getAnswerToMark,
  listToMark,
  markAnswer,
} from '@lantern/contract/campus/marking.ts'
import type { MarkState } from '@lantern/contract/campus/marking-rules.ts'
import { sightOf } from '@lantern/contract/catalog/access.ts'
import type { BodyOf, QueryOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import { charactersOf } from '@lantern/contract/quiz/kinds/essay.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { visibleTo } from '#catalog/index.ts'
import { nameInLists } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { completeItem, lockLearner, reopenItem } from '#learning/index.ts'
import { notify } from '#notifications/index.ts'
import { markAnswer as giveMark, type KeyedQuestion } from '#quiz/index.ts'
import { quizMarked } from './assignment-kinds.ts'
import { isFor } from './recipients.ts'
import { refused } from './refused.ts'

/**
 * Whether the viewer marks the attempt `a` at the quiz `i`. What a class was given is marked by those who teach it, and by
 * nobody else; the rest by who makes the quiz or teaches in its organisation. Nobody marks themselves.
 */
function marks(viewer: SignedIn): RawBuilder<unknown> {
  const { teaches, leads } = sightOf(viewer)
  const given = sql`
    from assignments s
      join classes c on c.id = s.class_id and c.archived_at is null
      join class_members k on k.class_id = c.id and k.user_id = a.user_id
      join memberships m on (m.organisation_id, m.user_id) = (c.organisation_id, k.user_id)
        and m.ended_at is null and m.role = 'learner'
    where ${isFor(sql`a.user_id`, 's')} and s.item_id in (
      select a.item_id
      union select p.parent_id from item_contents p where p.child_id = a.item_id
      union select g.parent_id from item_contents p join item_contents g on g.child_id = p.parent_id
        where p.child_id = a.item_id)`
  return sql`a.user_id <> ${viewer.id} and case when exists (select ${given})
    then exists (select ${given} and (c.organisation_id = any(${leads}::text[])
      or c.organisation_id = any(${teaches}::text[]) and c.id = any(${[...viewer.classes]}::text[])))
    else (${viewer.id} in (i.owner_id, i.author_id) or i.organisation_id = any(${teaches}::text[]))
      and ${visibleTo(viewer)} end`
}

/** Answers that people mark, as rows of the attempt `a`, the quiz `i`, the question `q` and the learner `u`. */
function answersFor(viewer: SignedIn) {
  return sql`quiz_attempts a
    join items i on i.id = a.item_id
    join quiz_questions q on q.item_id = a.item_id and q.revision = a.revision and q.ask ->> 'kind' = 'essay'
    join users u on u.id = a.user_id and u.deleted_at is null
    where a.submitted_at is not null and jsonb_array_length(coalesce(a.answers -> q.id -> 2, '[]')) > 0
      and ${marks(viewer)}`
}

const isIn: Record<MarkState, RawBuilder<unknown>> = {
  waiting: sql`a.waiting > 0 and not coalesce(a.marks ? q.id, false)`,
  marked: sql`a.marks ? q.id`,
}

/** Learners are named as the organisations in which the viewer teaches list them. */
function columnsFor(viewer: SignedIn): RawBuilder<unknown> {
  const { teaches } = sightOf(viewer)
  const listed = sql`(select m.listed_name from memberships m
    where m.user_id = u.id and m.organisation_id = any(${teaches}::text[]) and m.ended_at is null and m.listed_name <> ''
    order by m.organisation_id limit 1)`
  return sql`a.user_id as "userId", a.item_id as "quizId", a.number, q.id as "questionId",
    ${nameInLists(listed)} as "learnerName", i.title as "quizTitle", i.language, q.position + 1 as question,
    a.submitted_at as "submittedAt", q.points, (a.marks -> q.id ->> 'credit')::float8 * q.points as given`
}

type Row = Omit<AnswerToMark, 'submittedAt'> & { submittedAt: Date }

export async function readToMark(
  { db }: Services,
  viewer: SignedIn,
  { state = 'waiting', page = 0, pageSize = 20 }: QueryOf<typeof listToMark>,
): Promise<ResponseOf<typeof listToMark>> {
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<Row>`
      select ${columnsFor(viewer)} from ${answersFor(viewer)} and ${isIn[state]}
      order by ${state === 'waiting' ? inOrder : sql`(a.marks -> q.id ->> 'at')::bigint desc, q.id`}
      limit ${pageSize} offset ${page * pageSize}`.execute(db),
    sql<{ waiting: number; marked: number }>`
      select count(*) filter (where ${isIn.waiting})::integer as waiting,
        count(*) filter (where ${isIn.marked})::integer as marked
      from ${answersFor(viewer)}`.execute(db),
  ])
  const counts = counted[0] ?? { waiting: 0, marked: 0 }
  return { results: rows.map(shown), counts, page, pageSize, total: counts[state] }
}

/** The quiz whose answers wait longest first; of one quiz all answers to a question together, to be marked by one measure. */
const inOrder = sql`(select min(b.submitted_at) from quiz_attempts b where b.item_id = a.item_id and b.waiting > 0),
  a.item_id, q.position, a.submitted_at, a.user_id, a.number`

function shown(row: Row): AnswerToMark {
  const { points, given } = row
  return {
    ...row,
    points: rounded(points),
    given: given === null ? null : rounded(given),
    submittedAt: row.submittedAt.toISOString(),
  }
}

function rounded(points: number): number {
  return Math.round(points * 100) / 100
}

export async function readAnswerToMark(
  { db }: Services,
  viewer: SignedIn,
  key: AnswerKey,
): Promise<ResponseOf<typeof getAnswerToMark>> {
  const { rows } = await sql<Row & Details>`
    select ${columnsFor(viewer)}, q.body_html as body, q.ask ->> 'guidance' as guidance, (q.ask ->> 'least')::integer as least,
      a.answers -> q.id -> 2 ->> 0 as text, a.marks -> q.id ->> 'comment' as comment,
      (a.marks -> q.id ->> 'at')::bigint as at,
      (select coalesce(nullif(b.full_name, ''), b.name) from users b where b.id = a.marked_by) as "markedBy"
    from ${answersFor(viewer)} and ${isThis(key)}`.execute(db)
  const [row] = rows
  if (!row) throw refuse('not_found')
  const { at, comment, markedBy, ...answer } = row
  const { next, waiting } = await nextToMark(db, viewer, key)
  return {
    ...answer,
    ...shown(row),
    characters: charactersOf(row.text),
    comment: comment ?? '',
    markedAt: at === null ? null : new Date(Number(at)).toISOString(),
    markedBy: at === null ? null : markedBy,
    next,
    waiting,
  }
}

interface Details {
  body: string
  guidance: string
  least: number
  text: string
  comment: string | null
  at: string | number | null
  markedBy: string | null
}

function isThis({ userId, quizId, number, questionId }: AnswerKey) {
  return sql`a.user_id = ${userId} and a.item_id = ${quizId} and a.number = ${number} and q.id = ${questionId}`
}

/** The answer behind this one in the list of those that wait, at its end the first one; and how many wait. */
async function nextToMark(
  db: Db | Trx,
  viewer: SignedIn,
  key: AnswerKey,
): Promise<{ next: AnswerKey | null; waiting: number }> {
  const { rows } = await sql<{ next: AnswerKey | null; waiting: number }>`
    with list as (
      select json_build_object('userId', a.user_id, 'quizId', a.item_id, 'number', a.number, 'questionId', q.id) as key,
        ${isIn.waiting} as waits, ${isThis(key)} as is_this, row_number() over (order by ${inOrder}) as place
      from ${answersFor(viewer)} and (${isIn.waiting} or ${isThis(key)}))
    select (select count(*) from list where waits)::integer as waiting, (
      select l.key from list l where l.waits and not l.is_this
      order by l.place > coalesce((select place from list where is_this), 0) desc, l.place limit 1) as next`.execute(db)
  return rows[0] ?? { next: null, waiting: 0 }
}

/**
 * Gives an answer its points and comment. With the last mark of an attempt the quiz is completed, as of its submission,
 * and the learner is told.
 */
export async function markGiven(
  services: Services,
  viewer: SignedIn,
  { given, comment, markedAt, ...key }: BodyOf<typeof markAnswer>,
): Promise<ResponseOf<typeof markAnswer>> {
  const { db, clock } = services
  const now = clock.now()
  const { userId, quizId } = key
  const seenAt = markedAt === null ? null : Date.parse(markedAt)
  await inTransaction(db, async (trx) => {
    await lockLearner(trx, userId)
    const { rows } = await sql`select from ${answersFor(viewer)} and ${isThis(key)}`.execute(trx)
    if (rows.length === 0) throw refuse('not_found')
    const markOf = ({ points = 1 }: KeyedQuestion) => {
      if (given > points) throw refused('given', 'campus.marking_too_many')
      return { credit: given / points, comment: comment.trim() }
    }
    const marked = await giveMark(trx, key, { markOf, seenAt, markedBy: viewer.id, now })
    if (marked.outcome === 'none') throw refuse('not_found')
    if (marked.outcome === 'changed') throw refuse('mark_changed')
    if (!marked.isWhole) return
    const { answers, frozenUntil, submittedAt } = marked.attempt
    await completeItem(trx, { userId, itemId: quizId, now, answers, frozenUntil, doneAt: submittedAt ?? now })
    // what contains the quiz is completed; the attempt that was begun meanwhile goes on
    if (marked.isRetaken) await reopenItem(trx, { userId, itemId: quizId, now })
    const payload = { passed: marked.attempt.passed ?? false }
    await notify(services, trx, quizMarked, {
      people: [userId],
      key: `quiz_marked:${quizId}:${key.number}`,
      itemId: quizId,
      payload,
    })
  })
  const { next } = await nextToMark(db, viewer, key)
  return { next }
}
