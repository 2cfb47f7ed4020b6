import { sql } from 'kysely'
import type { Trx } from '#kit/sql.ts'

export interface ItemFacts {
  id: string
  type: string
  title: string
  language: string
  learnOptionType: 'campus' | 'other'
}

export async function readItems(trx: Trx, ids: readonly string[]): Promise<ReadonlyMap<string, ItemFacts>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ItemFacts>`
    select id, type, title, language, learn_option_type as "learnOptionType" from items
    where id = any(${[...new Set(ids)]})`.execute(trx)
  return new Map(rows.map((row) => [row.id, row]))
}

export interface AttemptFacts {
  number: number
  passed: boolean
  score: number
  questions: number
  seconds: number
}

/** By the position of the event that tells of them. Attempts of an account that was merged meanwhile are not found. */
export async function readAttempts(
  trx: Trx,
  events: readonly { position: number; name: string; payload: object }[],
): Promise<ReadonlyMap<number, AttemptFacts>> {
  const graded = events.flatMap(({ name, position, payload }) =>
    name === 'attempt_graded' ? [{ position, ...payload }] : [],
  )
  if (graded.length === 0) return new Map()
  const { rows } = await sql<AttemptFacts & { position: number }>`
    select e.position, a.number, a.passed, coalesce(a.score, a.correct_count)::float8 as score,
      a.question_count as questions, extract(epoch from a.submitted_at - a.started_at)::float8 as seconds
    from jsonb_to_recordset(${JSON.stringify(graded)}::jsonb) as e (position integer, "userId" text, "itemId" text, number integer)
      join quiz_attempts a on a.user_id = e."userId" and a.item_id = e."itemId" and a.number = e.number
    where a.submitted_at is not null and a.waiting = 0`.execute(trx)
  return new Map(rows.map(({ position, ...attempt }) => [position, attempt]))
}

export interface CertificateFacts {
  number: string
  title: string
  language: string
  certificateOf: 'path' | 'course'
  subjectId: string
  /** Of a course. */
  learnOptionType: 'campus' | 'other' | null
}

/** By their numbers. */
export async function readCertificates(
  trx: Trx,
  events: readonly { name: string; payload: object }[],
): Promise<ReadonlyMap<string, CertificateFacts>> {
  const numbers = events.flatMap(({ payload }) => ('number' in payload ? [String(payload.number)] : []))
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<CertificateFacts>`
    select c.number, c.title, c.language, c.kind as "certificateOf", c.subject_id as "subjectId",
      i.learn_option_type as "learnOptionType"
    from certificates c left join items i on i.id = c.subject_id
    where c.number = any(${numbers})`.execute(trx)
  return new Map(rows.map((row) => [row.number, row]))
}
