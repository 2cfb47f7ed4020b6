import { sightOf } from '@lantern/contract/catalog/access.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { Criteria } from '@lantern/contract/search/criteria.ts'
import type { HeaderResult } from '@lantern/contract/search/searching.ts'
import { preferredLanguageOf } from '#catalog/index.ts'
import type { Services } from '#kit/services.ts'
import { conditionsOf } from './filters.ts'
import { mark } from './marking.ts'
import { withIndex } from './memory/index-in-memory.ts'
import { planQuery } from './query-plan.ts'
import { rankByWords } from './ranking.ts'
import { shownCards } from './shown-cards.ts'

const shown = 6

/** The first results while the visitor types: the last word may go on. The same for everybody. */
export async function searchForHeader(
  services: Services,
  locale: OfferedLocale,
  criteria: Criteria,
): Promise<HeaderResult[]> {
  if (criteria.query === '') return []
  const { db } = services
  const language = await preferredLanguageOf(db, locale)
  return withIndex(db, async (index) => {
    const plan = await planQuery(db, index, criteria.query, { typing: true })
    if (!plan || plan.units.length === 0) return []
    const { rows } = await rankByWords(db, index, plan, {
      where: conditionsOf(
        { ...criteria, status: null, hidden: null },
        { scope: { sight: sightOf({ kind: 'guest' }), unlisted: 'none' }, versions: [] },
      ),
      types: criteria.type,
      order: 'none',
      now: services.clock.now(),
      language,
      offset: 0,
      limit: shown,
    })
    const ids = rows.map(({ itemId }) => itemId)
    const cards = await shownCards(services, { kind: 'guest' }, ids)
    return ids.flatMap((id) => {
      const found = cards.get(id)
      if (!found) return []
      const { card, title } = found
      const { type, slug } = card
      return [{ id, type, slug, language: card.language, title: mark(title, plan.marks, card.language) }]
    })
  })
}
