export interface Rated {
  averageRating: number
  ratingCount: number
}

/** Ratings are stored from 0 to 10 and shown on five stars; null while nobody has rated. */
export function starsOf(stats: Rated): number | null {
  return stats.ratingCount > 0 ? stats.averageRating / 2 : null
}
