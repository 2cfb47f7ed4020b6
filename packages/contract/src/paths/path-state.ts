import { columnsOf, type GraphStage } from './path-graph.ts'

// How far a learner is on a path, from what is kept of them. Pure: the server answers with it, and the rules are tested here.

export interface PlannedItem {
  id: string
  minutes: number
}

export interface PlannedBranch<Item extends PlannedItem = PlannedItem> {
  id: string
  items: readonly Item[]
}

export interface PlannedStage<Branch extends PlannedBranch = PlannedBranch> extends GraphStage {
  /** `all` of its branches, or `one` that the learner chooses. */
  rule: 'all' | 'one'
  branches: readonly Branch[]
}

/** What is kept of a learner. */
export interface Walked {
  /** Of items that were begun; `done`: completed at any time, also if it was reopened since. */
  items: ReadonlyMap<string, { done: boolean; percent: number }>
  /** Branches that were finished, by learning or by a test, before the path became another. */
  doneBranches: ReadonlySet<string>
  /** Branch by stage. */
  choices: ReadonlyMap<string, string>
}

export type BranchStatus = 'done' | 'current' | 'open' | 'locked'

export interface BranchState {
  status: BranchStatus
  /** Of its stage's branches the one that counts: chosen, or of a stage in which all count. */
  counts: boolean
  percent: number
  minutes: number
  minutesLeft: number
}

export interface PathState {
  branches: ReadonlyMap<string, BranchState>
  /** Stages that have to be finished first, by locked stage. */
  waitsFor: ReadonlyMap<string, readonly string[]>
  doneStages: ReadonlySet<string>
  completed: boolean
  /** 100 only of a path that is completed. */
  percent: number
  minutes: number
  minutesLeft: number
  next: { stageId: string; branchId: string; itemId: string } | null
}

/**
 * A branch is done when it was finished once or when all of its items are; an item that left the path does not hold it
 * up. A stage opens when the stages before it are done. What was begun or finished is never locked again.
 */
export function pathState(stages: readonly PlannedStage[], walked: Walked): PathState {
  const isDone = (branch: PlannedBranch) =>
    walked.doneBranches.has(branch.id) ||
    (branch.items.length > 0 && branch.items.every(({ id }) => walked.items.get(id)?.done))
  const isBegun = (branch: PlannedBranch) => branch.items.some(({ id }) => walked.items.has(id))
  const inOrder = columnsOf(stages).flat()
  const doneStages = new Set(
    inOrder
      .filter(({ rule, branches }) => {
        // a branch of which nothing is left asks for nothing
        const asked = branches.filter((branch) => branch.items.length > 0 || isDone(branch))
        return rule === 'all' || asked.length === 0 ? asked.every(isDone) : asked.some(isDone)
      })
      .map(({ id }) => id),
  )
  const waitsFor = new Map<string, string[]>()
  const branches = new Map<string, BranchState>()
  let next: PathState['next'] = null
  let minutes = 0
  let minutesLeft = 0
  let asksAnything = false
  for (const stage of inOrder) {
    const waiting = stage.after.filter((id) => !doneStages.has(id) && stages.some((other) => other.id === id))
    if (waiting.length > 0) waitsFor.set(stage.id, waiting)
    const counted = countedBranches(stage, walked, isDone, isBegun)
    for (const branch of stage.branches) {
      const done = isDone(branch)
      const own = minutesOfBranch(branch, walked, done)
      const counts = counted.has(branch.id)
      const isLocked = waiting.length > 0 && !done && !isBegun(branch)
      const nextItem = done || isLocked ? undefined : branch.items.find(({ id }) => !walked.items.get(id)?.done)
      const isCurrent = next === null && counts && nextItem !== undefined
      if (isCurrent && nextItem) next = { stageId: stage.id, branchId: branch.id, itemId: nextItem.id }
      branches.set(branch.id, {
        status: done ? 'done' : isLocked ? 'locked' : isCurrent ? 'current' : 'open',
        counts,
        ...own,
      })
      asksAnything ||= branch.items.length > 0
      if (!counts) continue
      minutes += own.minutes
      minutesLeft += own.minutesLeft
    }
  }
  const completed = asksAnything && stages.every(({ id }) => doneStages.has(id))
  const percent = minutes === 0 ? 0 : Math.floor((100 * (minutes - minutesLeft)) / minutes)
  return {
    branches,
    waitsFor,
    doneStages,
    completed,
    percent: completed ? 100 : Math.min(percent, 99),
    minutes,
    minutesLeft: completed ? 0 : minutesLeft,
    next: completed ? null : next,
  }
}

/** All of a stage, or of a choice the chosen one; without a choice what was finished or begun, else the first. */
function countedBranches(
  { id, rule, branches }: PlannedStage,
  { choices }: Walked,
  isDone: (branch: PlannedBranch) => boolean,
  isBegun: (branch: PlannedBranch) => boolean,
): ReadonlySet<string> {
  if (rule === 'all') return new Set(branches.map((branch) => branch.id))
  const chosen = branches.find((branch) => branch.id === choices.get(id))
  const counted = branches.find(isDone) && !chosen ? branches.find(isDone) : (chosen ?? branches.find(isBegun))
  const one = counted ?? branches.find(({ items }) => items.length > 0) ?? branches[0]
  return new Set(one ? [one.id] : [])
}

function minutesOfBranch({ items }: PlannedBranch, walked: Walked, isDone: boolean) {
  let minutes = 0
  let left = 0
  for (const item of items) {
    // so that a path of items without a length has a percentage as well
    const own = Math.max(1, item.minutes)
    const state = walked.items.get(item.id)
    minutes += own
    if (!isDone && !state?.done) left += own * (1 - (state?.percent ?? 0) / 100)
  }
  const minutesLeft = Math.round(left)
  const percent = isDone ? 100 : minutes === 0 ? 0 : Math.min(99, Math.floor((100 * (minutes - left)) / minutes))
  return { minutes, minutesLeft, percent }
}
