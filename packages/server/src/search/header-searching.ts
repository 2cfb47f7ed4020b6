import { contentLanguage, type OfferedLocale } from '@lantern/contract/locales.ts'
import type { Criteria } from '@lantern/contract/search/criteria.ts'
import type { HeaderResult } from '@lantern/contract/search/searching.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { conditionsOf } from './filters.ts'
import { mark } from './marking.ts'
import { rank } from './ranking.ts'
import { planOf, rememberedOf } from './remembered.ts'

const shown = 6

/** The first results while somebody is typing: the last word may go on. The same for everybody. */
export async function searchForHeader(
  services: Services,
  locale: OfferedLocale,
  criteria: Criteria,
): Promise<HeaderResult[]> {
  if (criteria.query === '') return []
  const known = rememberedOf(services.db)
  const nowMs = services.clock.now().getTime()
  const key = `${locale} ${criteria.premium ?? ''} ${criteria.type} ${criteria.query}`
  const kept = known.headers.get(key, nowMs)
  if (kept) return kept
  const { edition } = known
  const results = await readHeaderResults(services, locale, criteria)
  if (edition === known.edition) known.headers.set(key, results, nowMs)
  return results
}

async function readHeaderResults(
  services: Services,
  locale: OfferedLocale,
  criteria: Criteria,
): Promise<HeaderResult[]> {
  const plan = await planOf(services, criteria.query, { typing: true })
  if (!plan || plan.termIds.length === 0) return []
  const { rows } = await rank(services.db, {
    plan,
    where: conditionsOf({ ...criteria, status: null, hidden: null }, { scope: { kind: 'listed' }, versions: [] }),
    types: criteria.type,
    order: 'none',
    language: plan.language ?? contentLanguage(locale),
    offset: 0,
    limit: shown,
  })
  const ids = rows.map((row) => row.item_id)
  const found = await sql<Omit<HeaderResult, 'title'> & { title: string }>`
    select i.id, i.type, i.slug, i.language, i.title from unnest(${ids}::text[]) with ordinality x (id, n)
    join items i on i.id = x.id where i.status = 'published' and not i.hidden order by x.n`.execute(services.db)
  return found.rows.map((row) => ({ ...row, title: mark(row.title, plan.marks, row.language) }))
}
