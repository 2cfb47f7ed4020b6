// The recently learned block of the home page.

/** At most so many items are listed. */
export const maxRecents = 3

/** The close control hides the block for so many days. */
export const recentsCloseDays = 2
export const recentsCloseCookie = 'lantern_recents_closed'

export interface Recents<T> {
  shown: T[]
  /** How many the fold hides or, unfolded, could hide: the number in the toggle's label. */
  foldable: number
  /** One entry has nothing to fold away. */
  hasToggle: boolean
}

/** Folded, the last studied item stands alone; unfolded, all of them show. */
export function foldRecents<T>(items: readonly T[], isFolded: boolean): Recents<T> {
  const listed = items.slice(0, maxRecents)
  return {
    shown: isFolded ? listed.slice(0, 1) : listed,
    foldable: Math.max(0, listed.length - 1),
    hasToggle: listed.length > 1,
  }
}
