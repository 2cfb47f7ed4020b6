/** A row of `records` as far as merging two of them is concerned. Times are moments. */
export interface MergeableRecord {
  work_id: string
  /** The language it was begun in. */
  item_id: string
  /** The language it was learned in last. */
  last_item_id: string
  completed: boolean
  completed_time: Date | null
  last_completed_time: Date | null
  with_all: boolean
  version_id: string | null
  versions: Record<string, VersionState>
  steps: Record<string, StepState>
  answers: Record<string, string[]> | null
  frozen_until: Date | null
  started_at: Date
  updated_time: Date
  last_viewed_time: Date
  last_section_id: string | null
  last_act: string
  home_hidden: boolean
  feedback_given: boolean
  parent_ids: string[]
}

interface StepState {
  completed: boolean
  updatedTime: number
}

interface VersionState {
  completed: boolean
  completedTime: number | null
}

/**
 * Two records of one work as one: what is done in either is done, the first completion and the latest act count, and
 * where to go on is where the learner was last. The order of the two does not matter.
 */
export function mergedRecord(one: MergeableRecord, other: MergeableRecord): MergeableRecord {
  const [newer, older] = isNewer(other, one) ? [other, one] : [one, other]
  const [seenLast, seenBefore] = newer.last_viewed_time >= older.last_viewed_time ? [newer, older] : [older, newer]
  // of an unfinished and a finished one, the finished one keeps its answers
  const answering = newer.completed || !older.completed ? newer : older
  return {
    work_id: newer.work_id,
    item_id: (newer.started_at < older.started_at ? newer : older).item_id,
    last_item_id: seenLast.last_item_id,
    completed: newer.completed || older.completed,
    completed_time: earliest(newer.completed_time, older.completed_time),
    last_completed_time: latest(newer.last_completed_time, older.last_completed_time),
    with_all: newer.with_all,
    version_id: newer.version_id ?? older.version_id,
    versions: mergedEach(older.versions, newer.versions, mergedVersion),
    steps: mergedEach(older.steps, newer.steps, mergedStep),
    answers: answering.answers ?? newer.answers ?? older.answers,
    frozen_until: latest(newer.frozen_until, older.frozen_until),
    started_at: earliest(newer.started_at, older.started_at) ?? newer.started_at,
    updated_time: newer.updated_time,
    last_viewed_time: seenLast.last_viewed_time,
    last_section_id: seenLast.last_section_id ?? seenBefore.last_section_id,
    last_act: newer.last_act,
    home_hidden: newer.home_hidden && older.home_hidden,
    feedback_given: newer.feedback_given || older.feedback_given,
    parent_ids: seenLast.parent_ids.length > 0 ? seenLast.parent_ids : seenBefore.parent_ids,
  }
}

function isNewer(one: MergeableRecord, other: MergeableRecord): boolean {
  return one.updated_time > other.updated_time
}

function mergedStep(one: StepState, other: StepState): StepState {
  if (one.completed !== other.completed) return one.completed ? one : other
  return one.updatedTime >= other.updatedTime ? one : other
}

function mergedVersion(one: VersionState, other: VersionState): VersionState {
  if (one.completed !== other.completed) return one.completed ? one : other
  return (one.completedTime ?? 0) <= (other.completedTime ?? 0) ? one : other
}

function mergedEach<T>(
  one: Record<string, T>,
  other: Record<string, T>,
  merge: (one: T, other: T) => T,
): Record<string, T> {
  const merged = { ...one }
  for (const [id, state] of Object.entries(other)) {
    const before = merged[id]
    merged[id] = before === undefined ? state : merge(before, state)
  }
  return merged
}

function earliest(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other
  return one < other ? one : other
}

function latest(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other
  return one > other ? one : other
}
