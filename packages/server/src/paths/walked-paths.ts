import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import { type PathState, type PlannedStage, pathState } from '@lantern/contract/paths/path-state.ts'
import type { Author, Guest } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { shownTo } from '#catalog/index.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { readLearnerPart } from '#learning/index.ts'
import { itemIdsOf, type PathRow } from './path-rows.ts'

export interface ShownItem {
  id: string
  type: ItemType
  title: string
  language: string
  learnOptionType: 'campus' | 'other'
  minutes: number
  thumbnailUrl: string | null
  questions: number
  timeLimit: number | null
}

export interface KeptBranch {
  doneAt: Date
  testPercent: number | null
}

export interface KeptTest {
  quizId: string
  openedAt: Date
  submittedAt: Date | null
  percent: number | null
}

/** What is kept of one person on one path. */
export interface Kept {
  member: { joinedAt: Date; leftAt: Date | null; completedAt: Date | null } | null
  choices: Map<string, string>
  done: Map<string, KeptBranch>
  tests: Map<string, KeptTest>
}

export interface WalkedPath {
  row: PathRow
  /** Items and quizzes that the viewer may see, by id. */
  items: ReadonlyMap<string, ShownItem>
  progress: ReadonlyMap<string, { done: boolean; percent: number }>
  kept: Kept
  state: PathState
}

/** These paths as they stand for the viewer: with what they may see of them, and how far they are. */
export async function walkPaths(db: Db | Trx, viewer: Guest | Author, rows: readonly PathRow[]): Promise<WalkedPath[]> {
  if (rows.length === 0) return []
  const userId = viewer.kind === 'guest' ? null : viewer.id
  const itemIds = [...new Set(rows.flatMap(({ stages }) => itemIdsOf(stages)))]
  const quizIds = rows.flatMap(({ stages }) =>
    stages.flatMap((stage) => stage.branches.flatMap((b) => b.test?.quizId ?? [])),
  )
  const items = await shownItems(db, viewer, [...new Set([...itemIds, ...quizIds])])
  const kept = userId === null ? new Map<string, Kept>() : await keptOf(db, userId, rows)
  const progress =
    userId === null ? new Map<string, { done: boolean; percent: number }>() : await progressOf(db, userId, itemIds)
  return rows.map((row) => {
    const own = kept.get(row.id) ?? nothingKept()
    const state = pathState(plannedStages(row, items), {
      items: progress,
      doneBranches: new Set(own.done.keys()),
      choices: own.choices,
    })
    return { row, items, progress, kept: own, state }
  })
}

/** The stages with what the viewer may see of their items. */
function plannedStages({ stages }: PathRow, items: ReadonlyMap<string, ShownItem>): PlannedStage[] {
  return stages.map((stage) => ({
    ...stage,
    branches: stage.branches.map((branch) => ({
      id: branch.id,
      items: branch.items.flatMap((id) => items.get(id) ?? []),
    })),
  }))
}

async function shownItems(
  db: Db | Trx,
  viewer: Guest | Author,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ShownItem>> {
  const { rows } = await sql<ShownItem>`
    select i.id, i.type, i.title, i.language, i.learn_option_type as "learnOptionType",
      coalesce(i.manual_duration, i.duration) as minutes, i.thumbnail_url as "thumbnailUrl",
      i.questions_count as questions, q.time_limit_in_minutes as "timeLimit"
    from items i left join quizzes q on q.item_id = i.id
    where i.id = any(${ids}::text[]) and ${shownTo(viewer)}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

async function progressOf(db: Db | Trx, userId: string, itemIds: readonly string[]) {
  const { recordMap } = await readLearnerPart(db, userId, itemIds)
  return new Map(
    Object.entries(recordMap).map(([id, { completedTime, percent }]) => [
      id,
      { done: completedTime !== null, percent: completedTime === null ? percent : 100 },
    ]),
  )
}

async function keptOf(db: Db | Trx, userId: string, rows: readonly PathRow[]): Promise<Map<string, Kept>> {
  const ids = rows.map(({ id }) => id)
  const ofPerson = <Row>(columns: string, table: string) =>
    sql<Row>`select path_id as "pathId", ${sql.raw(columns)} from ${sql.raw(table)}
      where user_id = ${userId} and path_id = any(${ids}::text[])`.execute(db)
  // one after the other: the caller may be a transaction
  const members = await ofPerson<{ pathId: string } & NonNullable<Kept['member']>>(
    'joined_at as "joinedAt", left_at as "leftAt", completed_at as "completedAt"',
    'path_members',
  )
  const kept = new Map<string, Kept>()
  const of = (pathId: string) => {
    const known = kept.get(pathId) ?? nothingKept()
    kept.set(pathId, known)
    return known
  }
  for (const { pathId, ...member } of members.rows) of(pathId).member = member
  if (kept.size === 0) return kept
  const choices = await ofPerson<{ pathId: string; stageId: string; branchId: string }>(
    'stage_id as "stageId", branch_id as "branchId"',
    'path_choices',
  )
  for (const { pathId, stageId, branchId } of choices.rows) of(pathId).choices.set(stageId, branchId)
  const done = await ofPerson<{ pathId: string; branchId: string } & KeptBranch>(
    'branch_id as "branchId", done_at as "doneAt", test_percent as "testPercent"',
    'path_done',
  )
  for (const { pathId, branchId, ...one } of done.rows) of(pathId).done.set(branchId, one)
  const tests = await ofPerson<{ pathId: string; branchId: string } & KeptTest>(
    'branch_id as "branchId", quiz_id as "quizId", opened_at as "openedAt", submitted_at as "submittedAt", percent',
    'path_tests',
  )
  for (const { pathId, branchId, ...test } of tests.rows) of(pathId).tests.set(branchId, test)
  return kept
}

function nothingKept(): Kept {
  return { member: null, choices: new Map(), done: new Map(), tests: new Map() }
}
