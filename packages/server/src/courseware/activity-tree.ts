import { isDone, type UnitState } from '@lantern/contract/courseware/package-rules.ts'
import { type Cmi, group, numberIn, text } from './scorm-data.ts'
import type { BeforeAction, RollupAction, SequencingCondition, SequencingRule, Unit } from './units.ts'

// The activities of a package as a tree, each with how far a learner is with it: rollup, objectives that activities share,
// and the conditions of rules (SCORM 2004, Sequencing and Navigation).

/** How far a learner is with a unit. */
export interface UnitRecord {
  state: UnitState
  /** 0 to 100. */
  score: number | null
  /** `cmi`, of SCORM 2004. */
  cmi: Cmi | null
  /** How often it was begun. */
  attempts: number
  /** The newest attempt has not ended: the unit is open, was put aside or was broken off. */
  isGoingOn: boolean
}

/** Where a learner is in a package. */
export interface Place {
  /** The unit that was opened last. */
  current: string | null
  /** Where the end of that one has led. */
  ledTo: string | null
  /** Groups whose attempt goes on. */
  active: readonly string[]
  /** How often groups were begun. */
  attempts: Readonly<Record<string, number>>
}

export const outside: Place = { current: null, ledTo: null, active: [], attempts: {} }

/** What is known of a person's way through a version of a package. */
export interface Learning {
  units: readonly Unit[]
  records: ReadonlyMap<string, UnitRecord>
  place: Place
}

interface Objective {
  satisfied: boolean | null
  /** -1 to 1. */
  measure: number | null
}

interface Status extends Objective {
  attempted: boolean
  completed: boolean | null
  hasNoAttemptLeft: boolean
}

export interface Activity {
  unit: Unit
  parent: Activity | null
  children: Activity[]
  /** Its place in the manifest, and among the children of what holds it. */
  order: number
  at: number
  status: Status
  attempts: number
  /** A unit whose attempt has not ended, and what holds one (UP.4). */
  isSuspended: boolean
  /** It can be opened again without beginning another attempt. */
  isGoingOn: boolean
  /** What its rules before an activity ask for now. */
  asked: ReadonlySet<BeforeAction>
}

export interface ActivityTree extends Omit<Learning, 'units'> {
  root: Activity
  /** Each after what holds it, the root first. */
  activities: readonly Activity[]
  /** Objectives of the whole package. */
  shared: Map<string, Objective>
  /** Objectives that a unit itself reports, by the unit and their ids. Read when one is first asked for. */
  reported: Map<string, ReadonlyMap<string, Objective>>
}

/** A package that says nothing of the whole has a root without rules. */
export function treeOf({ units, records, place }: Learning): ActivityTree {
  const hasRoot = units[0]?.depth === -1
  const all = hasRoot ? units : [{ id: '', title: '', depth: -1, href: null }, ...units]
  const open: Activity[] = []
  const activities = all.map((unit, order) => {
    const level = unit.depth + 1
    const parent = open[level - 1] ?? null
    const record = records.get(unit.id)
    const activity: Activity = {
      unit,
      parent,
      children: [],
      order,
      at: parent?.children.length ?? 0,
      status: statusOf(record),
      attempts: record?.attempts ?? place.attempts[unit.id] ?? 0,
      isSuspended: record?.isGoingOn ?? false,
      isGoingOn: record?.isGoingOn ?? place.active.includes(unit.id),
      asked: new Set(),
    }
    activity.status.hasNoAttemptLeft = unit.attemptLimit !== undefined && activity.attempts >= unit.attemptLimit
    parent?.children.push(activity)
    open.length = level
    open[level] = activity
    return activity
  })
  const [root] = activities as [Activity, ...Activity[]]
  const tree: ActivityTree = { root, activities, place, records, shared: new Map(), reported: new Map() }
  for (const activity of activities) if (activity.children.length === 0) share(tree, activity)
  for (const activity of activities.toReversed()) {
    if (activity.children.length === 0) continue
    rollUp(tree, activity)
    share(tree, activity)
    activity.isSuspended = activity.children.some(({ isSuspended }) => isSuspended)
    activity.isGoingOn ||= activity.isSuspended
  }
  for (const activity of activities) {
    const held = (activity.unit.rules ?? []).filter((rule) => holds(tree, rule, activity))
    activity.asked = new Set(held.map(({ action = 'disabled' }) => action))
  }
  return tree
}

export function activityOf({ activities }: ActivityTree, id: string | null): Activity | undefined {
  return activities.find(({ unit }) => unit.id === id)
}

/** What holds an activity, the root first, the activity itself last. */
export function pathOf(activity: Activity): Activity[] {
  const path: Activity[] = []
  for (let one: Activity | null = activity; one; one = one.parent) path.unshift(one)
  return path
}

/** What a unit does not say itself follows from its end: who is done has completed it and met its objective (SN 4.9.6). */
function statusOf(record: UnitRecord | undefined): Status {
  if (!record || record.state === 'not_begun') {
    return { attempted: false, completed: null, satisfied: null, measure: null, hasNoAttemptLeft: false }
  }
  const { state, score } = record
  return {
    attempted: true,
    completed: isDone(state) || text(record.cmi?.completion_status) === 'completed',
    satisfied: isDone(state) ? true : state === 'failed' ? false : null,
    measure: score === null ? null : score / 100,
    hasNoAttemptLeft: false,
  }
}

/** Objectives of the whole package that an activity writes. */
function share(tree: ActivityTree, activity: Activity): void {
  if (!activity.status.attempted) return
  for (const { objective, target, writes } of activity.unit.sharedObjectives ?? []) {
    if (!writes) continue
    const own = objectiveOf(tree, activity, objective)
    const before = tree.shared.get(target)
    tree.shared.set(target, {
      satisfied: own.satisfied ?? before?.satisfied ?? null,
      measure: own.measure ?? before?.measure ?? null,
    })
  }
}

/** One of the objectives that the unit itself reports; null: the primary one. */
function objectiveOf({ records, reported }: ActivityTree, { unit, status }: Activity, id: string | null): Objective {
  if (id === null) return status
  const known = reported.get(unit.id) ?? objectivesIn(records.get(unit.id)?.cmi ?? null)
  reported.set(unit.id, known)
  return known.get(id) ?? { satisfied: null, measure: null }
}

function objectivesIn(cmi: Cmi | null): ReadonlyMap<string, Objective> {
  const all = Object.values(group(cmi?.objectives)).map((one) => {
    const { id, success_status: success, score } = group(one)
    const satisfied = success === 'passed' ? true : success === 'failed' ? false : null
    return [text(id), { satisfied, measure: numberIn(group(score).scaled) }] as const
  })
  // of two with the same id the first counts
  return new Map(all.toReversed())
}

/** What the children of a group add up to: all of them, unless the package says otherwise (RB.1.1 to RB.1.3). */
function rollUp(tree: ActivityTree, { unit, children, status }: Activity): void {
  const counted = (action: RollupAction) => children.filter((child) => countsFor(tree, child, action))
  const areAll = (action: RollupAction, test: (child: Status) => boolean) => {
    const some = counted(action)
    return some.length > 0 && some.every((child) => test(child.status))
  }
  status.attempted = children.some((child) => child.status.attempted)
  status.measure = measureOf(children)
  status.satisfied = areAll('satisfied', ({ satisfied }) => satisfied === true) ? true : null
  const isCompleted = areAll('completed', ({ completed }) => completed === true)
  status.completed = isCompleted ? true : status.attempted ? false : null
  for (const { set, count, conditions, isAny, action } of unit.rollup ?? []) {
    const some = counted(action)
    const met = some.filter((child) => {
      const each = (condition: SequencingCondition) => isTrue(condition, child.status)
      return isAny ? conditions.some(each) : conditions.every(each)
    }).length
    const least = set === 'atLeastPercent' ? count * some.length : count
    const isMet =
      set === 'all' ? met === some.length : set === 'any' ? met > 0 : set === 'none' ? met === 0 : met >= least
    if (!isMet) continue
    if (action === 'satisfied' || action === 'notSatisfied') status.satisfied = action === 'satisfied'
    else status.completed = action === 'completed'
  }
  // a measure that decides comes before rules
  if (unit.masteryScore !== undefined && status.measure !== null) status.satisfied = status.measure >= unit.masteryScore
  const read = (unit.sharedObjectives ?? []).find(({ objective, reads }) => objective === null && reads)
  if (read) status.satisfied ??= tree.shared.get(read.target)?.satisfied ?? null
}

/** One without a measure counts as 0, once another has one. */
function measureOf(children: readonly Activity[]): number | null {
  const weightOf = ({ unit: { weight = 1 } }: Activity) => weight
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
  const whole = sum(children.map(weightOf))
  if (whole === 0 || children.every((child) => child.status.measure === null || weightOf(child) === 0)) return null
  return sum(children.map((child) => weightOf(child) * (child.status.measure ?? 0))) / whole
}

function countsFor(tree: ActivityTree, child: Activity, action: RollupAction): boolean {
  switch (child.unit.counts?.[action]) {
    case 'never':
      return false
    case 'ifAttempted':
      return child.status.attempted
    case 'ifNotSuspended':
      return !child.isSuspended
    case 'ifNotSkipped':
      return !(child.unit.rules ?? []).some((rule) => rule.action === 'skip' && holds(tree, rule, child))
    default:
      return true
  }
}

/** Whether the conditions of a rule are met. */
export function holds(tree: ActivityTree, { conditions, isAny }: SequencingRule, activity: Activity): boolean {
  const { unit, status } = activity
  const each = (condition: SequencingCondition) => {
    const objective = condition.objective ?? null
    const map = (unit.sharedObjectives ?? []).find((one) => one.objective === objective && one.reads)
    const own = objectiveOf(tree, activity, objective)
    const other = map && tree.shared.get(map.target)
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
    case 'attemptLimitExceeded':
      return status.hasNoAttemptLeft
    default:
      // limits of time are told to the unit, and are nothing that a rule knows of
      return false
  }
}
