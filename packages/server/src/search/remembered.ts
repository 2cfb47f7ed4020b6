import { LRUCache } from 'lru-cache'
import type { Db } from '#kit/sql.ts'
import { forgetIndex } from './memory/index-in-memory.ts'
import type { RankedPage } from './ranking.ts'
import type { ShownCard } from './shown-cards.ts'

/** A result, and until when it may be shown, in milliseconds. */
type Fleeting<Found> = Found & { untilMs: number }

/** What a process remembers of what it found until something changes. */
export interface Remembered {
  /** Pages of everything that fits some filters. */
  pages: LRUCache<string, Fleeting<{ found: RankedPage; languages: readonly string[] }>>
  /** Cards of what everybody may see. */
  cards: LRUCache<string, Fleeting<{ shown: ShownCard }>>
  /** Raised with every change, so that results of the old state are not kept. */
  edition: number
}

/** Figures on the cards change without an event; they are at most this old. */
export const lifeMs = 30_000

const remembered = new WeakMap<Db, Remembered>()

export function rememberedOf(db: Db): Remembered {
  let known = remembered.get(db)
  if (!known) {
    known = {
      pages: new LRUCache({ max: 300 }),
      cards: new LRUCache({ max: 3000 }),
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
  known.cards.delete(itemId)
  known.edition++
}

/** The index finds something else in these languages; null: in any. */
export function forgetFound(db: Db, languages: readonly string[] | null): void {
  const known = rememberedOf(db)
  for (const [key, page] of known.pages.entries()) {
    if (languages === null || page.languages.length === 0 || page.languages.some((each) => languages.includes(each)))
      known.pages.delete(key)
  }
  known.edition++
  forgetIndex(db)
}
