import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import {
  contentStatus,
  nextItem,
  type Progressed,
  percentDone,
  remainingMinutes,
} from '@lantern/contract/learning/progress.ts'
import type {
  LearnerRecord,
  NextRecord,
  RecordMap,
  StepState,
  SubItem,
} from '@lantern/contract/learning/record-shapes.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { shownTo } from '#catalog/index.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { type Outline, oneOf, outlinesOf, rowsOf } from './outlines.ts'

/** A row of `records` for the item that is asked for, in whichever language it was begun; times as JSON gives them. */
export interface RecordRow {
  item_id: string
  type: ItemType
  completed: boolean
  completed_time: string | null
  last_completed_time: string | null
  with_all: boolean
  version_id: string | null
  versions: Record<string, { completed: boolean; completedTime: number | null }>
  /** By the id of the work's step. */
  steps: Record<string, { completed: boolean; updatedTime: number }>
  answers: Record<string, string[]> | null
  frozen_until: string | null
  started_at: string
  updated_time: string
  last_viewed_time: string
  /** The step of the work. */
  last_section_id: string | null
  last_act: string
  feedback_given: boolean
}

export interface LearnerPart {
  recordMap: RecordMap
  rows: Map<string, RecordRow>
  collectMap: Record<string, boolean>
}

/**
 * Records of one learner for these items, with everything that follows from them, in one statement however many items
 * and contents there are. `opened` is the item whose page shows them: where its project and course go next is never
 * back to itself.
 */
export async function readLearnerPart(
  db: Db | Trx,
  userId: string,
  itemIds: readonly string[],
  opened: { id: string } | null = null,
): Promise<LearnerPart> {
  if (itemIds.length === 0) return { recordMap: {}, rows: new Map(), collectMap: {} }
  const { rows: found } = await sql<{ outlines: Outline[]; records: RecordRow[]; collected: string[] }>`
    with ids (id) as (
      ${rowsOf(itemIds)}
      union
      select child_id from item_contents where parent_id ${oneOf(itemIds)}
    )
    select
      coalesce((select json_agg(o) from (${outlinesOf(itemIds, opened ? null : userId)}) o), '[]') as outlines,
      coalesce((select json_agg(to_jsonb(r) || jsonb_build_object('item_id', k.id) || ${answersInWork}) from ids
        join items k on k.id = ids.id join records r on r.user_id = ${userId} and r.work_id = k.work_id), '[]') as records,
      coalesce((select json_agg(c.item_id) from ids join collections c on c.user_id = ${userId} and c.item_id = ids.id),
        '[]') as collected`.execute(db)
  const { outlines = [], records = [], collected = [] } = found[0] ?? {}
  const outlineMap = new Map(outlines.map((outline) => [outline.itemId, outline]))
  const rows = new Map(records.map((row) => [row.item_id, row]))
  const recordMap: RecordMap = {}
  for (const id of itemIds) {
    const row = rows.get(id)
    const outline = outlineMap.get(id)
    if (!row || !outline) continue
    const parent =
      opened?.id === id ? outlines.find((other) => other.contents.some((part) => part.id === id)) : undefined
    recordMap[id] = learnerRecord(row, outline, rows, { currentId: opened?.id ?? null, parent: parent ?? null })
  }
  return { recordMap, rows, collectMap: Object.fromEntries(collected.map((id) => [id, true])) }
}

/**
 * The answers of a quiz at work, to be laid over the record `r`: each save updates the attempt alone, and the record
 * gets them when the quiz is submitted.
 */
const answersInWork = sql`
  case when r.type = 'quiz' and not r.completed then coalesce((
    select jsonb_build_object('answers', (
      select coalesce(jsonb_object_agg(given.key, given.value -> 2), '{}') from jsonb_each(a.answers) given))
    from quiz_attempts a
    where a.user_id = r.user_id and a.item_id = r.item_id and (a.submitted_at is null or a.waiting > 0)
    order by a.number desc limit 1), '{}') else '{}' end`

/** The record as the wire shows it. Everything that the learner's rows and the outline already say is worked out here. */
export function learnerRecord(
  row: RecordRow,
  outline: Outline,
  rows: ReadonlyMap<string, RecordRow>,
  context: { currentId: string | null; parent: Outline | null } = { currentId: null, parent: null },
): LearnerRecord {
  const steps = stepStates(row, outline)
  const subItems = subItemsOf(outline, rows, row.completed)
  const parts = outline.contents.length > 0 ? subItems : Object.values(steps)
  const percent = percentDone(parts)
  return {
    itemId: row.item_id,
    type: row.type,
    completed: row.completed,
    completedTime: isoOf(row.completed_time),
    lastCompletedTime: isoOf(row.last_completed_time),
    withAll: row.with_all,
    versionId: row.version_id,
    recordVersions: Object.fromEntries(
      Object.entries(row.versions).map(([id, version]) => [
        id,
        { completed: version.completed, completedTime: isoOfMs(version.completedTime) },
      ]),
    ),
    steps,
    answers: row.answers,
    subItems,
    nextRecordData: nextRecord(outline, steps, subItems, { currentId: context.currentId, completed: row.completed }),
    status: context.parent
      ? contentStatus(progressOf(context.parent, rows), row.item_id, rows.get(context.parent.itemId)?.completed)
      : { ...contentStatus([], row.item_id), completed: row.completed },
    percent,
    remainingMinutes: remainingMinutes(outline.minutes, percent),
    startedTime: isoOf(row.started_at),
    updatedTime: isoOf(row.updated_time),
    lastViewedTime: isoOf(row.last_viewed_time),
    lastSectionId: outline.steps.find((step) => step.workStepId === row.last_section_id)?.id ?? null,
    feedbackGiven: row.feedback_given,
  }
}

function stepStates(row: RecordRow, outline: Outline): Record<string, StepState> {
  return Object.fromEntries(
    outline.steps.map((step, index) => {
      const kept = row.steps[step.workStepId]
      const updatedTime = isoOfMs(kept?.updatedTime ?? null)
      return [step.id, { completed: kept?.completed ?? false, index, required: step.required, updatedTime }]
    }),
  )
}

function subItemsOf(outline: Outline, rows: ReadonlyMap<string, RecordRow>, completed: boolean): SubItem[] {
  const progress = progressOf(outline, rows)
  return outline.contents.map((content) => {
    const child = rows.get(content.id)
    return {
      itemId: content.id,
      type: content.type,
      required: content.required,
      completed: child?.completed ?? false,
      begun: child !== undefined,
      completedTime: isoOf(child?.completed_time ?? null),
      updatedTime: isoOf(child?.updated_time ?? null),
      questionAnswers: child?.answers ?? null,
      status: contentStatus(progress, content.id, completed),
    }
  })
}

function progressOf(outline: Outline, rows: ReadonlyMap<string, RecordRow>): Progressed[] {
  return outline.contents.map(({ id }) => {
    const child = rows.get(id)
    return { id, completed: child?.completed ?? false, updatedTime: isoOf(child?.updated_time ?? null) }
  })
}

function nextRecord(
  outline: Outline,
  steps: Record<string, StepState>,
  subItems: readonly SubItem[],
  options: { currentId: string | null; completed: boolean },
): NextRecord | null {
  if (outline.contents.length > 0) {
    const next = nextItem(
      subItems.map((item) => ({ id: item.itemId, completed: item.completed, updatedTime: item.updatedTime })),
      options,
    )
    const content = outline.contents.find(({ id }) => id === next?.id)
    if (!content) return null
    const { id, type, title, slug, language, thumbnailUrl, minutes } = content
    return { itemId: id, type, title, slug, language, thumbnailUrl, durationMinutes: minutes, anchor: null }
  }
  const next = nextItem(
    outline.steps.map(({ id }) => ({
      id,
      completed: steps[id]?.completed ?? false,
      updatedTime: steps[id]?.updatedTime ?? null,
    })),
    { completed: options.completed },
  )
  const step = outline.steps.find(({ id }) => id === next?.id)
  return step
    ? {
        itemId: step.id,
        type: 'section',
        title: step.title,
        slug: null,
        language: null,
        thumbnailUrl: null,
        durationMinutes: null,
        anchor: step.anchor,
      }
    : null
}

function isoOf(time: string): string
function isoOf(time: string | null): string | null
function isoOf(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}

function isoOfMs(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}

/**
 * The learner's records `r`, each with its item `i`: the language that it was learned in last, or another one of the work
 * where that one is not for this viewer.
 */
export function shownRecords(viewer: Viewer, userId: string) {
  return sql`(select * from records where user_id = ${userId}) r join lateral (
    select i.id from items i where i.work_id = r.work_id and ${shownTo(viewer)}
    order by i.id <> r.last_item_id, i.id limit 1) i on true`
}

/** Which of these items a learner has finished; guests have finished none. */
export async function completedAmong(db: Db, viewer: Viewer, itemIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (viewer.kind === 'guest' || itemIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select i.id from items i join records r on r.user_id = ${viewer.id} and r.work_id = i.work_id
    where i.id = any(${itemIds}::text[]) and r.completed`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
