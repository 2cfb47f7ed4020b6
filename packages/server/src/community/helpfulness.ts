/** How long ago a message may be so that twice as many likes make up for it. */
const doublingDays = 3

/**
 * What "most helpful" orders by: likes on a logarithmic scale, and newer before older. It changes with the likes alone, so
 * an index holds the order. `now` bounds `createdAt`: a date in the future gains nothing.
 */
export function helpfulness(createdAt: Date, likes: number, now: Date = createdAt): number {
  const days = Math.min(createdAt.getTime(), now.getTime()) / 86_400_000
  return Math.log2(1 + likes) + days / doublingDays
}
