import { isDone, type UnitState } from '@lantern/contract/courseware/package-rules.ts'
import { meets } from './prerequisites.ts'
import { type Cmi, group, numberIn, text } from './scorm-data.ts'
import type { AfterRule, SequencingCondition, SequencingRule, Unit } from './units.ts'

// Which units of a package can be opened now: prerequisites of SCORM 1.2, and of SCORM 2004 (Sequencing and Navigation)
// limits of choice, rules before and after an activity, rollup and objectives that activities share.

/** How far a learner is with a unit. */
export interface UnitRecord {
  state: UnitState
  /** 0 to 100. */
  score: number | null
  /** `cmi`, of SCORM 2004. */
  cmi: Cmi | null
}

interface Objective {
  satisfied: boolean | null
  /** -1 to 1. */
  measure: number | null
}

interface Status extends Objective {
  attempted: boolean
  completed: boolean | null
}

interface Activity {
  unit: Unit
  parent: Activity | null
  children: Activity[]
  status: Status
}

/** Whether there is anything to look at. */
export function hasRules({ prerequisites, rules, isInOrder }: Unit): boolean {
  return prerequisites !== undefined || rules !== undefined || isInOrder === true
}

/** Ids of units that the package does not let a learner open yet. */
export function lockedUnits(units: readonly Unit[], records: ReadonlyMap<string, UnitRecord>): ReadonlySet<string> {
  return look(units, records).closed
}

/** Where a package goes on when a unit has ended: at a unit, or at none and thus at its list. */
export interface Following {
  unitId: string | null
}

/** Where the package goes on after this unit; null where it has no rule for that and the learner chooses. */
export function followingOf(
  units: readonly Unit[],
  records: ReadonlyMap<string, UnitRecord>,
  unitId: string,
): Following | null {
  const { activities, shared, closed } = look(units, records)
  let ended = activities.find(({ unit }) => unit.id === unitId)
  for (let isOwn = true; ended; isOwn = false) {
    const activity: Activity = ended
    const rule = (activity.unit.after ?? []).find((one) => holds(one, activity, shared, records))
    if (!rule && isOwn) return null
    if (rule?.action !== 'exitParent') return { unitId: rule ? targetOf(rule, activity, activities, closed) : null }
    // what holds it has ended with it, and has rules of its own
    ended = activity.parent ?? undefined
  }
  return { unitId: null }
}

function targetOf(
  { action }: AfterRule,
  ended: Activity,
  activities: readonly Activity[],
  closed: ReadonlySet<string>,
): string | null {
  const from = activities.indexOf(ended)
  const next = activities.findIndex(({ unit }, at) => at > from && unit.depth <= ended.unit.depth)
  const until = next === -1 ? activities.length : next
  const open = (some: readonly Activity[]) =>
    some.filter(({ unit }) => unit.href !== null && !closed.has(unit.id)).map(({ unit }) => unit.id)
  switch (action) {
    case 'retry':
      return open(activities.slice(from, until))[0] ?? null
    case 'retryAll':
      return open(activities)[0] ?? null
    case 'continue':
      return open(activities.slice(until))[0] ?? null
    case 'previous':
      return open(activities.slice(0, from)).at(-1) ?? null
    default:
      return null
  }
}

function look(units: readonly Unit[], records: ReadonlyMap<string, UnitRecord>) {
  const activities = treeOf(units, records)
  const shared = sharedObjectives(activities, records)
  for (const activity of activities.toReversed()) if (activity.children.length > 0) rollUp(activity, shared)
  const stateOf = (id: string): UnitState => records.get(id)?.state ?? 'not_begun'
  const closed = new Set<string>()
  for (const activity of activities) {
    const { unit, parent } = activity
    const isClosed =
      (parent !== null && closed.has(parent.unit.id)) ||
      !meets(unit.prerequisites, stateOf) ||
      (unit.rules ?? []).some((rule) => holds(rule, activity, shared, records)) ||
      isBeyondReach(activity)
    if (isClosed) closed.add(unit.id)
  }
  return { activities, shared, closed: closed as ReadonlySet<string> }
}

function treeOf(units: readonly Unit[], records: ReadonlyMap<string, UnitRecord>): Activity[] {
  const open: Activity[] = []
  return units.map((unit) => {
    const parent = unit.depth === 0 ? null : (open[unit.depth - 1] ?? null)
    const activity: Activity = { unit, parent, children: [], status: statusOf(records.get(unit.id)) }
    parent?.children.push(activity)
    open.length = unit.depth
    open[unit.depth] = activity
    return activity
  })
}

/** What a unit does not say itself follows from its end: who is done has completed it and met its objective (SN 4.9.6). */
function statusOf(record: UnitRecord | undefined): Status {
  if (!record || record.state === 'not_begun') {
    return { attempted: false, completed: null, satisfied: null, measure: null }
  }
  const { state, score } = record
  return {
    attempted: true,
    completed: isDone(state) || text(record.cmi?.completion_status) === 'completed',
    satisfied: isDone(state) ? true : state === 'failed' ? false : null,
    measure: score === null ? null : score / 100,
  }
}

/** Objectives of the whole package, as units wrote them that share them. */
function sharedObjectives(
  activities: readonly Activity[],
  records: ReadonlyMap<string, UnitRecord>,
): ReadonlyMap<string, Objective> {
  const shared = new Map<string, Objective>()
  for (const { unit, status } of activities) {
    for (const { objective, target, writes } of unit.sharedObjectives ?? []) {
      if (!writes || !status.attempted) continue
      const own = objective === null ? status : objectiveOf(records.get(unit.id)?.cmi ?? null, objective)
      const before = shared.get(target)
      shared.set(target, {
        satisfied: own.satisfied ?? before?.satisfied ?? null,
        measure: own.measure ?? before?.measure ?? null,
      })
    }
  }
  return shared
}

/** One of the objectives that the unit itself reports. */
function objectiveOf(cmi: Cmi | null, id: string): Objective {
  const found = Object.values(group(cmi?.objectives))
    .map(group)
    .find((one) => one.id === id)
  const success = text(found?.success_status)
  return {
    satisfied: success === 'passed' ? true : success === 'failed' ? false : null,
    measure: numberIn(group(found?.score).scaled),
  }
}

/** What the children of a group add up to: all of them, unless the package says otherwise. */
function rollUp(activity: Activity, shared: ReadonlyMap<string, Objective>): void {
  const { unit, children, status } = activity
  const all = (test: (child: Status) => boolean) => children.every((child) => test(child.status))
  status.attempted = children.some((child) => child.status.attempted)
  status.satisfied = all(({ satisfied }) => satisfied === true) ? true : null
  status.completed = all(({ completed }) => completed === true) ? true : status.attempted ? false : null
  for (const { set, count, conditions, isAny, action } of unit.rollup ?? []) {
    const met = children.filter((child) => {
      const each = (condition: SequencingCondition) => isTrue(condition, child.status)
      return isAny ? conditions.some(each) : conditions.every(each)
    }).length
    const least = set === 'atLeastPercent' ? count * children.length : count
    const isMet =
      set === 'all' ? met === children.length : set === 'any' ? met > 0 : set === 'none' ? met === 0 : met >= least
    if (!isMet) continue
    if (action === 'satisfied' || action === 'notSatisfied') status.satisfied = action === 'satisfied'
    else status.completed = action === 'completed'
  }
  const read = (unit.sharedObjectives ?? []).find(({ objective, reads }) => objective === null && reads)
  if (read) status.satisfied ??= shared.get(read.target)?.satisfied ?? null
}

function holds(
  { conditions, isAny }: SequencingRule,
  { unit, status }: Activity,
  shared: ReadonlyMap<string, Objective>,
  records: ReadonlyMap<string, UnitRecord>,
): boolean {
  const each = (condition: SequencingCondition) => {
    const objective = condition.objective ?? null
    const map = (unit.sharedObjectives ?? []).find((one) => one.objective === objective && one.reads)
    const own = objective === null ? status : objectiveOf(records.get(unit.id)?.cmi ?? null, objective)
    const other = map && shared.get(map.target)
    const seen = {
      ...status,
      satisfied: other?.satisfied ?? own.satisfied,
      measure: other?.measure ?? own.measure,
    }
    return isTrue(condition, seen)
  }
  return isAny ? conditions.some(each) : conditions.every(each)
}

function isTrue({ condition, isNot, measure = 0 }: SequencingCondition, status: Status): boolean {
  return isTold(condition, measure, status) !== isNot
}

function isTold(condition: string, measure: number, status: Status): boolean {
  switch (condition) {
    case 'always':
      return true
    case 'satisfied':
      return status.satisfied === true
    case 'objectiveStatusKnown':
      return status.satisfied !== null
    case 'objectiveMeasureKnown':
      return status.measure !== null
    case 'objectiveMeasureGreaterThan':
      return status.measure !== null && status.measure > measure
    case 'objectiveMeasureLessThan':
      return status.measure !== null && status.measure < measure
    case 'completed':
      return status.completed === true
    case 'activityProgressKnown':
      return status.completed !== null
    case 'attempted':
      return status.attempted
    default:
      // limits of time and of attempts are not counted here
      return false
  }
}

/** Where a group does not let one choose, its units are gone through in their order. */
function isBeyondReach({ parent, unit, status }: Activity): boolean {
  if (!parent?.unit.isInOrder || status.attempted) return false
  const before = parent.children[parent.children.findIndex((one) => one.unit.id === unit.id) - 1]
  return before !== undefined && !before.status.attempted
}
