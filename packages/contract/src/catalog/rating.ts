export interface Rated {
  averageRating: number
  ratingCount: number
}

/** Ratings are stored from 0 to 10 and shown on five stars; null while nobody has rated. */
export function starsOf(stats: Rated): number | null {
  return stats.ratingCount > 0 ? stats.averageRating / 2 : null
}

/** How much of the five stars is filled, in percent. */
export function starsPercent(stats: Rated): number {
  return Math.round(Math.min(10, Math.max(0, stats.averageRating)) * 10)
}
