import type { Db } from '#kit/sql.ts'
import { BoundedCache } from './bounded-cache.ts'
import { forgetIndex } from './memory/index-in-memory.ts'
import type { RankedPage } from './ranking.ts'
import type { ShownCard } from './shown-cards.ts'

/** What a process remembers of what it found until something changes. */
export interface Remembered {
  /** Pages of everything that fits some filters. */
  pages: BoundedCache<{ found: RankedPage; languages: readonly string[] }>
  /** Cards of what everybody may see. */
  cards: BoundedCache<ShownCard>
  /** Raised with every change, so that what was made from the old state is not kept. */
  edition: number
}

/** Figures on the cards change without an event; they are at most this old. */
const lifeMs = 30_000

const remembered = new WeakMap<Db, Remembered>()

export function rememberedOf(db: Db): Remembered {
  let known = remembered.get(db)
  if (!known) {
    known = {
      pages: new BoundedCache(300, lifeMs),
      cards: new BoundedCache(3000, lifeMs),
      edition: 0,
    }
    remembered.set(db, known)
  }
  return known
}

export function forgetSearches(db: Db): void {
  const known = rememberedOf(db)
  known.pages.clear()
  known.cards.clear()
  known.edition++
  forgetIndex(db)
}

/** This item may look different; the index tells later whether it is found elsewhere. */
export function forgetCard(db: Db, itemId: string): void {
  const known = rememberedOf(db)
  known.cards.drop((id) => id === itemId)
  known.edition++
}

/** The index finds something else in these languages; null: in any. */
export function forgetFound(db: Db, languages: readonly string[] | null): void {
  const known = rememberedOf(db)
  known.pages.drop(
    (_key, page) =>
      languages === null || page.languages.length === 0 || page.languages.some((each) => languages.includes(each)),
  )
  known.edition++
  forgetIndex(db)
}
