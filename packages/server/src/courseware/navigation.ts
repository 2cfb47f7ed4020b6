import type { UnitLock } from '@lantern/contract/courseware/package-rules.ts'
import type { UnitWays } from '@lantern/contract/courseware/packages.ts'
import {
  type Activity,
  type ActivityTree,
  activityOf,
  holds,
  type Learning,
  type Place,
  pathOf,
  treeOf,
  type UnitRecord,
} from './activity-tree.ts'
import { barOf, lockedUnits } from './sequencing.ts'
import type { AfterRule } from './units.ts'

// Where a package of SCORM 2004 goes on: exit rules of groups, rules after an activity, and what a unit itself asks for
// (Sequencing and Navigation 4th Ed., TB.2.1 to TB.2.3 and SB.2.1 to SB.2.13).

/** What a unit asks for when it ends (`adl.nav.request`), as far as the site knows it. */
export type NavRequest =
  | { kind: 'none' | 'continue' | 'previous' | 'exit' | 'exitAll' | 'abandon' | 'abandonAll' | 'suspendAll' }
  | { kind: 'choice' | 'jump'; target: string }

export function readNavRequest(request = ''): NavRequest {
  const targeted = /^\{target=(.+)\}(choice|jump)$/s.exec(request)
  if (targeted) return { kind: targeted[2] as 'choice' | 'jump', target: targeted[1] ?? '' }
  const kinds = ['continue', 'previous', 'exit', 'exitAll', 'abandon', 'abandonAll', 'suspendAll'] as const
  return { kind: kinds.find((one) => one === request) ?? 'none' }
}

/** Where a package goes on when a unit has ended: at a unit, or at none and thus at its list. */
export interface Following {
  unitId: string | null
}

interface End {
  unitId: string
  request: NavRequest
  /** The unit wants to go on where it was: what is put aside has no rules after it. */
  isPutAside: boolean
}

/** Which unit follows when this one ends. `following` is null where no rule names one: then the learner chooses. */
export function endOf(
  learning: Learning,
  { unitId, request, isPutAside }: End,
): { following: Following | null; place: Place } {
  const place = { ...learning.place, current: unitId }
  if (request.kind === 'exitAll' || request.kind === 'abandonAll')
    return atList({ ...place, current: null, active: [] })
  if (request.kind === 'abandon' || request.kind === 'suspendAll') return atList(place)
  const now = { ...learning, place, records: withRecord(learning, unitId, { isGoingOn: isPutAside }) }
  const tree = treeOf(now)
  const unit = activityOf(tree, unitId)
  if (!unit) return { following: null, place }
  const { ended, rule } = endedBy(tree, unit)
  if (rule?.action === 'exitAll') return atList({ ...place, current: null, active: [] })
  const over = rule?.action === 'retryAll' ? tree.root : ended
  const active = place.active.filter((id) => !isWithin(tree, id, over))
  // attempts that are over now count for what comes next
  const after = treeOf({ ...now, place: { ...place, active } })
  const from = after.activities[tree.activities.indexOf(over)] ?? after.root
  const following = rule ? idOf(targetOf(after, rule, from)) : asked(after, request, from, ended !== unit)
  return { following, place: { ...place, active, ledTo: following?.unitId ?? null } }
}

function withRecord({ records }: Learning, unitId: string, changed: Partial<UnitRecord>) {
  const fresh: UnitRecord = { state: 'begun', score: null, cmi: null, attempts: 0, isGoingOn: false }
  return new Map(records).set(unitId, { ...fresh, ...records.get(unitId), ...changed })
}

function atList(place: Place) {
  return { following: { unitId: null } as Following, place: { ...place, ledTo: null } }
}

/** What ends with a unit by exit rules, from the root down, and by rules after it, from there up. */
function endedBy(tree: ActivityTree, unit: Activity): { ended: Activity; rule: AfterRule | null } {
  const exited = pathOf(unit)
    .slice(0, -1)
    .find((group) => (group.unit.exits ?? []).some((rule) => holds(tree, rule, group)))
  let ended = exited ?? unit
  for (;;) {
    const activity: Activity = ended
    const rules = activity.isSuspended ? [] : (activity.unit.after ?? [])
    const rule = rules.find((one) => holds(tree, one, activity)) ?? null
    if (rule?.action !== 'exitParent') return { ended, rule }
    if (!activity.parent) return { ended, rule: null }
    ended = activity.parent
  }
}

function isWithin(tree: ActivityTree, id: string, group: Activity): boolean {
  const activity = activityOf(tree, id)
  return activity !== undefined && pathOf(activity).includes(group)
}

function idOf(activity: Activity | null): Following {
  return { unitId: activity?.unit.id ?? null }
}

function targetOf({ root }: ActivityTree, { action }: AfterRule, ended: Activity): Activity | null {
  switch (action) {
    case 'retry':
      return inside(ended)
    case 'retryAll':
      return inside(root)
    case 'continue':
      return beside(ended, true)
    case 'previous':
      return beside(ended, false)
    default:
      return null
  }
}

/** Where what a unit asks for leads, as far as the package lets it. */
function asked(tree: ActivityTree, request: NavRequest, from: Activity, hasEndedGroup: boolean): Following | null {
  const nowhere = hasEndedGroup || request.kind === 'exit' ? { unitId: null } : null
  switch (request.kind) {
    case 'choice':
    case 'jump': {
      const target = activityOf(tree, request.target)
      const unit = target && (request.kind === 'choice' ? chosen(target, lockedUnits(tree)) : jumpedTo(target))
      return unit ? idOf(unit) : nowhere
    }
    case 'previous': {
      const unit = beside(from, false)
      return unit ? idOf(unit) : nowhere
    }
    case 'continue':
      // past the last of its units the package is over
      return from.parent?.unit.flows ? idOf(beside(from, true)) : nowhere
    default:
      return nowhere
  }
}

/** The unit that choosing an activity opens; null: it cannot be chosen. */
function chosen(target: Activity, locks: ReadonlyMap<string, UnitLock>): Activity | null {
  return !target.parent || target.parent.unit.isInOrder || locks.has(target.unit.id) ? null : inside(target)
}

/** A jump heeds neither what can be chosen nor the order (SB.2.13). */
function jumpedTo(target: Activity): Activity | null {
  return target.children.length === 0 ? inside(target) : null
}

/** The unit itself, or the first of a group; null: it cannot be opened. */
function inside(activity: Activity): Activity | null {
  return delivered(activity.children.length === 0 ? activity : walked(activity, { isForward: true, isInto: true }))
}

/** The unit that "continue" or "previous" leads to; null: there is none, or something stands in between. */
function beside(from: Activity, isForward: boolean): Activity | null {
  return delivered(walked(from, { isForward, isInto: false }))
}

/** DB.1.1: neither a unit nor what holds it may be disabled or used up. */
function delivered(unit: Activity | null): Activity | null {
  return unit && unit.unit.href !== null && pathOf(unit).every((one) => barOf(one) === null) ? unit : null
}

/** SB.2.1, SB.2.2: the next unit from an activity, into it or past it. */
function walked(from: Activity, { isForward, isInto }: { isForward: boolean; isInto: boolean }): Activity | null {
  let [at, forward, into] = [from, isForward, isInto]
  for (;;) {
    const group = into ? at : at.parent
    if (!group?.unit.flows) return null
    // a group that is not gone back through is begun at its first unit
    if (into) forward ||= group.unit.isForwardOnly === true
    else if (forward ? at.asked.has('stopForwardTraversal') : group.unit.isForwardOnly) return null
    const next = into ? group.children.at(forward ? 0 : -1) : group.children[at.at + (forward ? 1 : -1)]
    into = false
    at = next ?? group
    if (!next || next.asked.has('skip') || (next.children.length === 0 && next.unit.href === null)) continue
    if (barOf(next)) return null
    if (next.children.length === 0) return next
    into = true
  }
}

/** Why a unit cannot be opened now; null: it can, as it may be chosen or is where the package leads. */
export function lockOf(learning: Learning, unitId: string): UnitLock | null {
  const { current } = learning.place
  const lock = lockedUnits(treeOf(learning)).get(unitId)
  if (lock === undefined || unitId === resumedUnit(learning)) return null
  const isBeside =
    current !== null &&
    (['continue', 'previous'] as const).some((kind) => goesOn(learning, current, kind)?.unitId === unitId)
  return isBeside ? null : lock
}

/** The unit with which the package resumes: the one that the last end led to, else the open one if it has not ended. */
export function resumedUnit(learning: Learning): string | null {
  const { ledTo, current } = learning.place
  const tree = treeOf(learning)
  const unit = activityOf(tree, ledTo ?? current)
  return unit && (ledTo !== null || unit.isSuspended) && delivered(unit) ? unit.unit.id : null
}

/** A unit is opened: an attempt of it begins where none goes on, and so with the groups around it. */
export function begun(learning: Learning, unitId: string): Learning {
  const { place } = learning
  const unit = activityOf(treeOf(learning), unitId)
  const path = unit ? pathOf(unit) : []
  const counted = path.map(({ unit: { id }, attempts, isGoingOn }) => [id, attempts + (isGoingOn ? 0 : 1)] as const)
  const attempts = Object.fromEntries(counted.filter(([id]) => id !== unitId))
  return {
    ...learning,
    records: withRecord(learning, unitId, { attempts: counted.at(-1)?.[1] ?? 1, isGoingOn: true }),
    place: {
      current: unitId,
      ledTo: null,
      active: Object.keys(attempts),
      attempts: { ...place.attempts, ...attempts },
    },
  }
}

/** Where a button of the page leads: as if the unit asked for it, now. */
function goesOn(learning: Learning, unitId: string, kind: 'continue' | 'previous'): Following | null {
  return endOf(learning, { unitId, request: { kind }, isPutAside: false }).following
}

/** Where one can go from a unit that is open: what the page's buttons lead to, and what the unit may ask for. */
export function waysOf(learning: Learning, unitId: string, isTeacher: boolean): UnitWays {
  const tree = treeOf({ ...learning, place: { ...learning.place, current: unitId } })
  const locks = lockedUnits(tree)
  const open = tree.activities.filter(
    ({ unit }) => unit.href !== null && (isTeacher || unit.id === unitId || !locks.has(unit.id)),
  )
  const at = open.findIndex(({ unit }) => unit.id === unitId)
  const here = open[at]
  const button = (kind: 'continue' | 'previous'): string | null => {
    if (here?.unit.hides?.includes(kind)) return null
    const following = goesOn(learning, unitId, kind)
    const to = following ? following.unitId : open[kind === 'continue' ? at + 1 : at - 1]?.unit.id
    return to === unitId ? null : (to ?? null)
  }
  const ids = (some: readonly Activity[]) => some.map(({ unit }) => unit.id)
  return {
    next: button('continue'),
    previous: button('previous'),
    canContinue: here !== undefined && beside(here, true) !== null,
    canGoBack: here !== undefined && beside(here, false) !== null,
    choices: ids(tree.activities.filter((one) => chosen(one, locks))),
    jumps: ids(tree.activities.filter((one) => jumpedTo(one))),
  }
}
