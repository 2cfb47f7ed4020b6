import type { HeaderResult, SearchAnswer } from '@lantern/contract/search/searching.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import { BoundedCache } from './bounded-cache.ts'
import { type PlanOptions, planQuery, type QueryPlan } from './query-plan.ts'

/** What a process remembers of the index until it changes. */
export interface Remembered {
  /** Whole answers, for guests only: what they get is the same for all of a locale. */
  answers: BoundedCache<SearchAnswer>
  headers: BoundedCache<HeaderResult[]>
  plans: BoundedCache<QueryPlan | null>
  documentCount: number | null
  /** Raised with every change, so that an answer made from the old index is not kept. */
  edition: number
}

/** Figures on the cards change without an event; they are at most this old. */
const answerLifeMs = 30_000
const planLifeMs = 600_000

const remembered = new WeakMap<Db, Remembered>()

export function rememberedOf(db: Db): Remembered {
  let known = remembered.get(db)
  if (!known) {
    known = {
      answers: new BoundedCache(400, answerLifeMs),
      headers: new BoundedCache(1000, answerLifeMs),
      plans: new BoundedCache(4000, planLifeMs),
      documentCount: null,
      edition: 0,
    }
    remembered.set(db, known)
  }
  return known
}

export function forgetSearches(db: Db): void {
  const known = rememberedOf(db)
  known.answers.clear()
  known.headers.clear()
  known.plans.clear()
  known.documentCount = null
  known.edition++
}

/** The plan of a query, as long as the index stays as it is. */
export async function planOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  query: string,
  options: Omit<PlanOptions, 'documentCount'>,
): Promise<QueryPlan | null> {
  const known = rememberedOf(db)
  const key = `${options.people ? 'p' : 'w'}${options.typing ? 't' : ''}:${query}`
  const nowMs = clock.now().getTime()
  const kept = known.plans.get(key, nowMs)
  if (kept !== undefined) return kept
  const { edition } = known
  known.documentCount ??= await countDocuments(db)
  const plan = await planQuery(db, query, { ...options, documentCount: known.documentCount })
  if (edition === known.edition) known.plans.set(key, plan, nowMs)
  return plan
}

async function countDocuments(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from search_documents`.execute(db)
  return rows[0]?.n ?? 0
}
