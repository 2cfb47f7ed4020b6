// What pages and server agree on about rubrics. Pure, and without the schema library.

export const mostCriteria = 10
export const mostLevels = 5
/** Of a mark; the best levels of all criteria make so many together. */
export const mostPoints = 100

interface Criterion {
  name: string
  levels: readonly { points: number }[]
}

/** The field that is wrong, as a dotted path, with the key of its message; null: the rubric can be used. */
export function rubricFault(criteria: readonly Criterion[]): { field: string; message: string } | null {
  if (criteria.length === 0) return null
  for (const [at, { name, levels }] of criteria.entries()) {
    if (name.trim() === '') return { field: `criteria.${at}.name`, message: 'campus.rubric_no_name' }
    const wrong = levels.findIndex(({ points }, place) => place > 0 && points >= (levels[place - 1]?.points ?? 0))
    if (wrong > 0) return { field: `criteria.${at}.levels.${wrong}.points`, message: 'campus.rubric_order' }
  }
  return bestOf(criteria) === mostPoints ? null : { field: 'criteria', message: 'campus.rubric_sum' }
}

export function bestOf(criteria: readonly Criterion[]): number {
  return criteria.reduce((sum, { levels }) => sum + (levels[0]?.points ?? 0), 0)
}

/** The points of the chosen levels, one for each criterion; null where one is missing or not there. */
export function pointsOf(criteria: readonly Criterion[], levels: readonly (number | null)[]): number | null {
  if (levels.length !== criteria.length) return null
  let sum = 0
  for (const [at, criterion] of criteria.entries()) {
    const points = criterion.levels[levels[at] ?? -1]?.points
    if (points === undefined) return null
    sum += points
  }
  return sum
}
