import type { Fault } from '@lantern/contract/authoring/faults.ts'
import type {
  DraftPart,
  OutlineContents,
  OutlineDetails,
  QuizDetails,
  QuizGeneral,
  TutorialDetails,
  TutorialGeneral,
  TutorialSteps,
} from '@lantern/contract/authoring/forms.ts'
import type { Material } from '@lantern/contract/catalog/items.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { idRows } from '#kit/id-lists.ts'
import type { Db, Trx } from '#kit/sql.ts'
import type { DraftState } from '../drafts/draft-state.ts'

// What a form names has to be there: an id is a promise that only the database can check.

interface Named {
  kind: 'users' | 'images' | 'videos' | 'tags' | 'packages' | 'attachments' | 'items'
  field: string
  ids: readonly string[]
}

/**
 * Faults of the ids in one part; paths inside the part. Refuses prerequisites that lead in a
 * circle, and a language that another translation has.
 */
export async function referenceFaults(
  trx: Trx,
  state: Pick<DraftState, 'id' | 'type'>,
  part: DraftPart,
  form: object,
): Promise<Fault[]> {
  if (part === 'general' && (await isLanguageTaken(trx, state.id, (form as QuizGeneral).language))) {
    throw refuse('translation_exists')
  }
  const named = namesIn(state.type, part, form)
  const faults: Fault[] = []
  for (const { kind, field, ids } of named) {
    const missing = await missingIds(trx, kind, ids)
    if (missing.length > 0) faults.push({ field, message: 'authoring.fault_unknown' })
  }
  if (part === 'steps') faults.push(...(await foreignSteps(trx, state.id, form as TutorialSteps)))
  if (part === 'contents') faults.push(...(await contentFaults(trx, state, form as OutlineContents)))
  if (part === 'details' && 'prerequisites' in form) {
    await refuseCircle(trx, state.id, (form as QuizDetails | OutlineDetails).prerequisites, 'drafts')
  }
  return faults
}

/** Another item is this same work in that language. */
export async function isLanguageTaken(trx: Trx, itemId: string, language: string): Promise<boolean> {
  const other = await trx
    .selectFrom('items as other')
    .innerJoin('items as own', 'own.translation_group', 'other.translation_group')
    .select('other.id')
    .where('own.id', '=', itemId)
    .where('other.id', '<>', itemId)
    .where('other.language', '=', language)
    .executeTakeFirst()
  return other !== undefined
}

function namesIn(type: DraftState['type'], part: DraftPart, form: object): Named[] {
  if (part === 'general') {
    const { ownerId, thumbnailId } = form as QuizGeneral
    const { overviewVideoId = null, educatorPlan = null, solutionPlan = null } = form as Partial<TutorialGeneral>
    return [
      { kind: 'users', field: 'ownerId', ids: [ownerId] },
      { kind: 'images', field: 'thumbnailId', ids: thumbnailId === null ? [] : [thumbnailId] },
      { kind: 'videos', field: 'overviewVideoId', ids: overviewVideoId === null ? [] : [overviewVideoId] },
      { kind: 'attachments', field: 'educatorPlan.materials', ids: filesOf(educatorPlan?.materials) },
      { kind: 'attachments', field: 'solutionPlan.materials', ids: filesOf(solutionPlan?.materials) },
    ]
  }
  if (part !== 'details') return []
  const details = form as Partial<TutorialDetails & QuizDetails & OutlineDetails>
  return [
    { kind: 'users', field: 'authorId', ids: type === 'quiz' || !details.authorId ? [] : [details.authorId] },
    { kind: 'tags', field: 'tagIds', ids: details.tagIds ?? [] },
    { kind: 'tags', field: 'topicIds', ids: details.topicIds ?? [] },
    { kind: 'tags', field: 'industryIds', ids: details.industryIds ?? [] },
    { kind: 'packages', field: 'packageIds', ids: details.packageIds ?? [] },
    { kind: 'packages', field: 'asset.packageIds', ids: details.asset?.packageIds ?? [] },
    {
      kind: 'attachments',
      field: 'asset.uploads',
      ids: details.asset?.uploads.map(({ attachmentId }) => attachmentId) ?? [],
    },
    { kind: 'attachments', field: 'materials', ids: filesOf(details.materials) },
    { kind: 'attachments', field: 'documents', ids: filesOf(details.documents) },
    { kind: 'items', field: 'prerequisites', ids: details.prerequisites ?? [] },
  ]
}

function filesOf(materials: readonly Material[] | undefined): string[] {
  return (materials ?? []).flatMap((material) =>
    material.type === 'file' && material.attachmentId !== '' ? [material.attachmentId] : [],
  )
}

/** Those of the ids that nothing has. */
export async function missingIds(db: Db | Trx, kind: Named['kind'], ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const there = kind === 'items' ? sql`items where deleted_at is null` : sql.table(kind)
  const { rows } = await sql<{ id: string }>`
    select given.id from ${idRows(ids)} given left join (select id from ${there}) t on t.id = given.id
    where t.id is null`.execute(db)
  return rows.map(({ id }) => id)
}

/** A step of another item cannot be written from here. */
async function foreignSteps(trx: Trx, itemId: string, { sections }: TutorialSteps): Promise<Fault[]> {
  if (sections.length === 0) return []
  const rows = await trx
    .selectFrom('sections')
    .select('id')
    .where(
      'id',
      'in',
      sections.map(({ id }) => id),
    )
    .where('item_id', '<>', itemId)
    .execute()
  return rows.map(({ id }) => ({ field: `sections.${id}`, message: 'authoring.fault_twice' }))
}

/** What may stand in what: nothing can hold itself, by whatever way. */
const holds = {
  project: ['tutorial', 'quiz', 'liveSession'],
  course: ['tutorial', 'project', 'quiz', 'liveSession'],
} as const

async function contentFaults(
  trx: Trx,
  { id, type }: Pick<DraftState, 'id' | 'type'>,
  { contents, chapters }: OutlineContents,
): Promise<Fault[]> {
  const ids = contents.map((content) => content.id)
  if (ids.includes(id)) return [{ field: `contents.${id}`, message: 'authoring.fault_inside_itself' }]
  const rows =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('items')
          .select(['id', 'type'])
          .where('id', 'in', ids)
          .where('deleted_at', 'is', null)
          .execute()
  const allowed: readonly string[] = type === 'project' || type === 'course' ? holds[type] : []
  const fit = new Set(rows.filter((row) => allowed.includes(row.type)).map((row) => row.id))
  const chapterIds = chapters.map((chapter) => chapter.id)
  const foreign =
    chapterIds.length === 0
      ? []
      : await trx.selectFrom('chapters').select('id').where('id', 'in', chapterIds).where('item_id', '<>', id).execute()
  return [
    ...ids
      .filter((one) => !fit.has(one))
      .map((one): Fault => ({ field: `contents.${one}`, message: 'authoring.fault_unknown' })),
    ...foreign.map((one): Fault => ({ field: `chapters.${one.id}`, message: 'authoring.fault_twice' })),
  ]
}

// held while prerequisites are looked at and written: two authors could close a circle from both ends
const prerequisitesLock = 20_261_122

/** The prerequisites of the others as their drafts stand, or as learners see them. */
const ledBy = {
  drafts: sql`coalesce(
    (select d.forms -> 'details' -> 'prerequisites' from drafts d where d.item_id = i.id), i.prerequisites, '[]')`,
  published: sql`case when i.status = 'published' then coalesce(i.prerequisites, '[]') else '[]' end`,
}

/** What has to be learned before may not, in the end, wait for the item itself. */
export async function refuseCircle(
  trx: Trx,
  itemId: string,
  prerequisites: readonly string[],
  as: keyof typeof ledBy,
): Promise<void> {
  if (prerequisites.length === 0) return
  await sql`select pg_advisory_xact_lock(${prerequisitesLock})`.execute(trx)
  // each item once, however many ways lead to it: of ways there are too many to walk
  const { rows } = await sql<{ id: string; title: string; before: string[] }>`
    with recursive way (id) as (
      select given.id from ${idRows(prerequisites)} given
      union
      select step.id from way join items i on i.id = way.id
        cross join jsonb_array_elements_text(${ledBy[as]}) step (id)
      where way.id <> ${itemId}
    )
    select i.id, i.title, ${ledBy[as]} as before from way join items i on i.id = way.id
    where exists (select from way where id = ${itemId})`.execute(trx)
  if (rows.length === 0) return
  const known = new Map(rows.map((row) => [row.id, row]))
  const circle = shortestWay(prerequisites, itemId, (id) => known.get(id)?.before ?? [])
  const titles = [itemId, ...circle].map((id) => known.get(id)?.title ?? id)
  throw refuse('prerequisite_cycle', { values: { titles: titles.join(' → ') } })
}

/** From one of these to the aim, both named. */
function shortestWay(from: readonly string[], aim: string, next: (id: string) => readonly string[]): string[] {
  const cameFrom = new Map<string, string | null>(from.map((id) => [id, null]))
  for (const id of cameFrom.keys()) {
    if (id === aim) break
    for (const step of next(id)) if (!cameFrom.has(step)) cameFrom.set(step, id)
  }
  const way: string[] = []
  for (let id: string | null | undefined = aim; id; id = cameFrom.get(id)) way.unshift(id)
  return way
}
