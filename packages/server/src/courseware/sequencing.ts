import type { UnitLock } from '@lantern/contract/courseware/package-rules.ts'
import { type Activity, type ActivityTree, activityOf, pathOf } from './activity-tree.ts'
import { meets } from './prerequisites.ts'
import type { Unit } from './units.ts'

// Which units of a package can be opened: prerequisites of SCORM 1.2; of SCORM 2004 rules before an activity, limits of attempts
// and limits of choice.

/** Whether there is anything to look at. */
export function hasRules(unit: Unit): boolean {
  const { prerequisites, rules, attemptLimit } = unit
  const { isInOrder, isForwardOnly, keepsInside, preventsActivation, constrainsChoice } = unit
  return [
    prerequisites,
    rules,
    attemptLimit,
    isInOrder,
    isForwardOnly,
    keepsInside,
    preventsActivation,
    constrainsChoice,
  ].some((one) => one !== undefined)
}

/** Activities that the package does not let a learner choose now, by their ids. */
export function lockedUnits(tree: ActivityTree): ReadonlyMap<string, UnitLock> {
  const locks = new Map<string, UnitLock>()
  const current = activityOf(tree, tree.place.current)
  const path = current ? pathOf(current) : []
  for (const activity of tree.activities) {
    const { unit, parent } = activity
    const lock =
      (parent && locks.get(parent.unit.id)) ?? barOf(activity) ?? (isClosed(tree, activity, path) ? 'not_yet' : null)
    if (lock) locks.set(unit.id, lock)
  }
  return locks
}

/** Why an activity cannot be opened by choice or by navigation. Its parents are not looked at: they may be barred too. */
export function barOf({ isGoingOn, status, asked }: Activity): UnitLock | null {
  if (!isGoingOn && status.hasNoAttemptLeft) return 'attempts_used'
  return asked.has('disabled') ? 'not_yet' : null
}

function isClosed(tree: ActivityTree, activity: Activity, path: readonly Activity[]): boolean {
  const stateOf = (id: string) => tree.records.get(id)?.state ?? 'not_begun'
  return (
    !meets(activity.unit.prerequisites, stateOf) ||
    activity.asked.has('hiddenFromChoice') ||
    isBeyondReach(activity) ||
    isBeside(activity, path) ||
    isOutside(tree, activity, path) ||
    isPrevented(activity, path) ||
    isFar(activity, path)
  )
}

/** Where a group does not let one choose, its units are gone through in their order. */
function isBeyondReach({ parent, at, status }: Activity): boolean {
  if (!parent?.unit.isInOrder || status.attempted) return false
  const before = parent.children.slice(0, at).findLast(({ asked }) => !asked.has('skip'))
  return before !== undefined && !before.status.attempted
}

/** In a `forwardOnly` group the activities before the current one; in any group those after a `stopForwardTraversal` (SB.2.4). */
function isBeside({ parent, at }: Activity, path: readonly Activity[]): boolean {
  if (!parent) return false
  const here = parent.children.findIndex((one) => path.includes(one))
  if (at < here) return parent.unit.isForwardOnly === true
  return parent.children.slice(Math.max(here, 0), at).some(({ asked }) => asked.has('stopForwardTraversal'))
}

/** Who is in a group that keeps them inside chooses within it until it ends (`choiceExit`). */
function isOutside({ place }: ActivityTree, activity: Activity, path: readonly Activity[]): boolean {
  const keeps = path.findLast(({ unit }) => unit.keepsInside && place.active.includes(unit.id))
  return keeps !== undefined && !pathOf(keeps).includes(activity) && !pathOf(activity).includes(keeps)
}

/** What a group holds that is begun by going through it alone. */
function isPrevented({ parent }: Activity, path: readonly Activity[]): boolean {
  if (!parent || path.includes(parent)) return false
  return (parent.unit.preventsActivation === true && !parent.isGoingOn) || isPrevented(parent, path)
}

/** Who is in an activity that constrains choice may choose in what comes next to it alone. */
function isFar(activity: Activity, path: readonly Activity[]): boolean {
  const around = pathOf(activity)
  const from = path.findLast((one) => one.unit.constrainsChoice && !around.includes(one))
  if (!from || path.includes(activity)) return false
  const next = neighbour(from, activity.order > from.order ? 1 : -1)
  return next === undefined || !around.includes(next)
}

function neighbour({ parent, at }: Activity, step: 1 | -1): Activity | undefined {
  return parent ? (parent.children[at + step] ?? neighbour(parent, step)) : undefined
}
