import { newId } from '@lantern/contract/ids.ts'
import { sql } from 'kysely'
import type { Trx } from '#kit/sql.ts'
import type { ChapterDraft, ContentDraft, SectionDraft } from './save-item.ts'

/** Chapters keep the ids they name, the others theirs by place. Answers their ids in order. */
export async function saveChapters(trx: Trx, itemId: string, chapters: ChapterDraft[]): Promise<string[]> {
  const before = await trx
    .selectFrom('chapters')
    .select('id')
    .where('item_id', '=', itemId)
    .orderBy('position')
    .execute()
  const known = new Set(before.map(({ id }) => id))
  const named = new Set(chapters.map(({ id }) => id))
  const unnamed = before.map(({ id }) => id).filter((id) => !named.has(id))
  const free = await freeIds(trx, 'chapters', chapters, known)
  const rows = chapters.map(({ id, title }, position) => ({
    id: (id && (known.has(id) || free.has(id)) && id) || (id ? undefined : unnamed.shift()) || newId('chapter'),
    item_id: itemId,
    position,
    title,
  }))
  const kept = new Set(rows.map(({ id }) => id))
  const gone = before.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  if (gone.length > 0) await trx.deleteFrom('chapters').where('id', 'in', gone).execute()
  if (rows.length > 0) {
    await trx
      .insertInto('chapters')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) => ({ title: eb.ref('excluded.title'), position: eb.ref('excluded.position') })),
      )
      .execute()
  }
  return rows.map(({ id }) => id)
}

/** The given ids that no other item has: another item's steps are never overwritten. */
async function freeIds(
  trx: Trx,
  table: 'chapters' | 'sections',
  drafts: readonly { id?: string }[],
  known: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const fresh = drafts.flatMap(({ id }) => (id === undefined || known.has(id) ? [] : [id]))
  if (fresh.length === 0) return new Set()
  const taken = await trx.selectFrom(table).select('id').where('id', 'in', fresh).execute()
  const others = new Set(taken.map(({ id }) => id))
  return new Set(fresh.filter((id) => !others.has(id)))
}

/**
 * Steps keep their ids, by the id they name or else by anchor, so that what learners did in a step survives every new
 * edition of the lesson.
 */
export async function saveSections(
  trx: Trx,
  itemId: string,
  sections: SectionDraft[],
  chapterIds: readonly string[],
): Promise<void> {
  const before = await trx.selectFrom('sections').select(['id', 'anchor']).where('item_id', '=', itemId).execute()
  const known = new Set(before.map(({ id }) => id))
  const named = new Set(sections.flatMap(({ id }) => (id !== undefined && known.has(id) ? [id] : [])))
  const byAnchor = new Map(before.filter(({ id }) => !named.has(id)).map(({ id, anchor }) => [anchor, id]))
  const free = await freeIds(trx, 'sections', sections, known)
  const idOf = ({ id, anchor }: SectionDraft) => {
    if (id !== undefined && named.has(id)) return id
    return byAnchor.get(anchor) ?? (id !== undefined && free.has(id) ? id : newId('section'))
  }
  const ids = sections.map(idOf)
  const originals = await originalsOf(
    trx,
    itemId,
    sections.map(({ originalId }, position) => ({
      id: ids[position] ?? '',
      originalId,
      isNew: !known.has(ids[position] ?? ''),
    })),
  )
  const rows = sections.map((section, position) => ({
    id: ids[position] ?? '',
    original_step_id: originals[position] ?? null,
    item_id: itemId,
    chapter_id: chapterAt(chapterIds, section.chapter),
    position,
    type: section.type ?? 'normal',
    option_type: section.optionType ?? 'required',
    title: section.title,
    body_html: section.bodyHtml,
    lab_url: section.labUrl ?? null,
    submission_type: section.submissionType ?? null,
    tool_link_id: section.toolLinkId ?? null,
    peer_questions: section.peerQuestions ?? [],
    anchor: section.anchor,
  }))
  const kept = new Set(rows.map(({ id }) => id))
  const gone = before.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  if (gone.length > 0) await trx.deleteFrom('sections').where('id', 'in', gone).execute()
  if (rows.length === 0) return
  await trx
    .insertInto('sections')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        chapter_id: eb.ref('excluded.chapter_id'),
        position: eb.ref('excluded.position'),
        type: eb.ref('excluded.type'),
        option_type: eb.ref('excluded.option_type'),
        title: eb.ref('excluded.title'),
        body_html: eb.ref('excluded.body_html'),
        lab_url: eb.ref('excluded.lab_url'),
        submission_type: eb.ref('excluded.submission_type'),
        tool_link_id: eb.ref('excluded.tool_link_id'),
        peer_questions: eb.ref('excluded.peer_questions'),
        anchor: eb.ref('excluded.anchor'),
      })),
    )
    .execute()
}

export async function saveContents(
  trx: Trx,
  itemId: string,
  contents: ContentDraft[],
  chapterIds: readonly string[],
): Promise<void> {
  await trx.deleteFrom('item_contents').where('parent_id', '=', itemId).execute()
  if (contents.length === 0) return
  const rows = contents.map(({ id, required, chapter }, position) => ({
    parent_id: itemId,
    child_id: id,
    chapter_id: chapterAt(chapterIds, chapter),
    position,
    required: required ?? true,
  }))
  await trx.insertInto('item_contents').values(rows).execute()
}

function chapterAt(chapterIds: readonly string[], index: number | null | undefined): string | null {
  return index === null || index === undefined ? null : (chapterIds[index] ?? null)
}

/**
 * The steps of the work that these new steps are, in order; null for one of its own and for a step that is known already.
 * Those that name no original take the one at the same place of another language that has equally many steps.
 */
async function originalsOf(
  trx: Trx,
  itemId: string,
  steps: readonly { id: string; originalId?: string | null | undefined; isNew: boolean }[],
): Promise<(string | null)[]> {
  const named = steps.flatMap(({ originalId, isNew }) => (isNew && originalId ? [originalId] : []))
  const { rows: copied } = await sql<{ id: string; work_step_id: string }>`
    select id, work_step_id from sections where id = any(${named}::text[])`.execute(trx)
  const workStep = new Map(copied.map(({ id, work_step_id }) => [id, work_step_id]))
  const atPlace = steps.some(({ isNew, originalId }) => isNew && originalId === undefined)
    ? await stepsOfTranslation(trx, itemId, steps.length)
    : []
  const { rows: taken } = await sql<{ id: string; work_step_id: string }>`
    select id, work_step_id from sections where item_id = ${itemId}`.execute(trx)
  const kept = new Set(steps.map(({ id }) => id))
  const used = new Set(taken.filter(({ id }) => kept.has(id)).map(({ work_step_id }) => work_step_id))
  return steps.map(({ isNew, originalId }, position) => {
    if (!isNew) return null
    const original =
      originalId === undefined ? atPlace[position] : originalId && (workStep.get(originalId) ?? originalId)
    if (!original || used.has(original)) return null
    used.add(original)
    return original
  })
}

/** The steps of the oldest translation that has so many. */
async function stepsOfTranslation(trx: Trx, itemId: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ steps: string[] }>`
    select array_agg(s.work_step_id order by s.position) as steps
    from items i join items o on o.work_id = i.work_id and o.id <> i.id join sections s on s.item_id = o.id
    where i.id = ${itemId} group by o.id, o.created_at having count(*) = ${count} order by o.created_at, o.id limit 1`.execute(
    trx,
  )
  return rows[0]?.steps ?? []
}
