import type { ItemCard, ItemStats } from '@lantern/contract/catalog/items.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { type Cards, itemCards, type Person } from '#catalog/index.ts'
import type { Services } from '#kit/services.ts'
import { type Markable, markable } from './marking.ts'
import { lifeMs, rememberedOf } from './remembered.ts'

/** The card of an item with its figures and the people on it. */
export interface ShownCard {
  card: ItemCard
  stats: ItemStats
  people: Person[]
  title: Markable
  summary: Markable
}

/**
 * The cards of these items. What everybody may see is the same for everybody and kept for a while; the rest is asked for
 * on behalf of the viewer.
 */
export async function shownCards(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, ShownCard>> {
  const known = rememberedOf(db)
  const { edition } = known
  const nowMs = clock.now().getTime()
  const found = new Map<string, ShownCard>()
  const missing: string[] = []
  for (const id of ids) {
    const kept = known.cards.get(id)
    if (kept && kept.untilMs > nowMs) found.set(id, kept.shown)
    else missing.push(id)
  }
  if (missing.length === 0) return found
  for (const shown of shownOf(await itemCards(db, { kind: 'guest' }, missing))) {
    found.set(shown.card.id, shown)
    if (edition === known.edition) known.cards.set(shown.card.id, { shown, untilMs: nowMs + lifeMs })
  }
  const unlisted = viewer.kind === 'user' ? missing.filter((id) => !found.has(id)) : []
  for (const shown of shownOf(await itemCards(db, viewer, unlisted))) found.set(shown.card.id, shown)
  return found
}

function shownOf({ items, statsMap, userMap }: Cards): ShownCard[] {
  return items.flatMap((card) => {
    const stats = statsMap[card.id]
    const people = [...new Set([card.authorId, card.ownerId])].flatMap((id) => userMap[id] ?? [])
    return stats ? [{ card, stats, people, title: markable(card.title), summary: markable(card.summary) }] : []
  })
}
