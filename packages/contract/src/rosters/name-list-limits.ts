export const nameListLimits = {
  /** Limit for one file, packed or not. */
  fileBytes: 20 * 1024 * 1024,
  unpackedBytes: 120 * 1024 * 1024,
  lines: 200_000,
} as const

/** What can be put right in one line, without another file. */
export const mendableFields = ['name', 'number', 'phone', 'email', 'class', 'role'] as const
export type MendableField = (typeof mendableFields)[number]

/** Who is not in a list any more is ended only up to this share of those whom lists named before. */
export const mostGone = { share: 0.2, people: 5 } as const

/** Whether so many may be ended at once: a list that was cut off looks like one in which many have left. */
export function mayEnd(gone: number, known: number): boolean {
  return gone <= mostGone.people || gone <= known * mostGone.share
}
