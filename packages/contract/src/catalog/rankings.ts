// The ranking lists of the home page: how each is computed, and where it leads.

export const rankings = {
  /** Begun or gone on with by most people in the last days. */
  A: { days: 7, more: '/tutorials?ob=starts', campaign: 'rank_popular' },
  /** Items for beginners, by people who began them in the last months. */
  B: { days: 90, more: '/tutorials?sl=beginner&ob=starts', campaign: 'rank_first_steps' },
  /** Rated best, by enough people. */
  C: { leastRatings: 3, more: null, campaign: 'rank_best_rated' },
} as const

export type RankName = keyof typeof rankings
export const rankNames = ['A', 'B', 'C'] as const satisfies readonly RankName[]

/** As many as a list shows. */
export const rankLength = 5

/** What editors put in order by hand: the first of the home page, and what stands first in each ranking. */
export const featuredLists = ['home', 'rankA', 'rankB', 'rankC'] as const
export type FeaturedListName = (typeof featuredLists)[number]
