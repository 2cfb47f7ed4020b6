import type { Fault } from '@lantern/contract/authoring/fault-rules.ts'
import type {
  DraftPart,
  LiveSessionContents,
  LiveSessionDetails,
  OutlineContents,
  OutlineDetails,
  QuizDetails,
  QuizGeneral,
  TutorialDetails,
  TutorialGeneral,
  TutorialSteps,
} from '@lantern/contract/authoring/forms.ts'
import type { Material } from '@lantern/contract/catalog/items.ts'
import type { SignedIn, Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { visibleIds } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import { idRows } from '#kit/id-lists.ts'
import type { Db, Trx } from '#kit/sql.ts'
import type { DraftState } from '../drafts/draft-state.ts'
import { neededInDraft, refuseCircle } from './circles.ts'

// What a form names has to be there: an id is a promise that only the database can check.

interface Named {
  kind: 'users' | 'images' | 'videos' | 'tags' | 'packages' | 'attachments' | 'items'
  field: string
  ids: readonly string[]
}

/**
 * Faults of the ids in one part; paths inside the part. An item of others that its author may not see is as good as none:
 * to name it would tell what it is called. Refuses prerequisites and contents that lead in a circle, and a language that
 * another translation has.
 */
export async function referenceFaults(
  trx: Trx,
  viewer: SignedIn,
  state: Pick<DraftState, 'id' | 'type' | 'organisationId'>,
  part: DraftPart,
  form: object,
): Promise<Fault[]> {
  if (part === 'general' && (await isLanguageTaken(trx, state.id, (form as QuizGeneral).language))) {
    throw refuse('translation_exists')
  }
  const named = namesIn(state.type, part, form)
  const faults: Fault[] = []
  for (const { kind, field, ids } of named) {
    const missing = kind === 'items' ? await unknownItems(trx, viewer, state.id, ids) : await missingIds(trx, kind, ids)
    if (missing.length > 0) faults.push({ field, message: 'authoring.fault_unknown' })
  }
  if (part === 'steps') faults.push(...(await foreignSteps(trx, state.id, form as TutorialSteps)))
  if (part === 'contents') {
    const contents = form as OutlineContents | LiveSessionContents
    if ('contents' in contents) faults.push(...(await contentFaults(trx, viewer, state, contents)))
    else faults.push(...(await projectFaults(trx, viewer, state, contents)))
  }
  if (faults.length === 0 && (part === 'details' || part === 'contents')) {
    const needed = await neededInDraft(trx, state.id, { [part]: form })
    await refuseCircle(trx, state.id, needed, 'drafts')
  }
  return faults
}

/** Another item is this same work in that language. Of two that become so at once the unique key lets one through. */
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
  const details = form as Partial<TutorialDetails & QuizDetails & OutlineDetails & LiveSessionDetails>
  return [
    { kind: 'users', field: 'hosts', ids: (details.hosts ?? []).flatMap(({ userId }) => userId ?? []) },
    { kind: 'videos', field: 'recordingVideoId', ids: details.recordingVideoId ? [details.recordingVideoId] : [] },
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

/** The given ids that do not exist. */
export async function missingIds(db: Db | Trx, kind: Named['kind'], ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const there = kind === 'items' ? sql`items where deleted_at is null` : sql.table(kind)
  const { rows } = await sql<{ id: string }>`
    select given.id from ${idRows(ids)} given left join (select id from ${there}) t on t.id = given.id
    where t.id is null`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The given ids that name no item, or none that the viewer may see. References of the
 * published item are accepted: another editor may have set them.
 */
export async function unknownItems(
  db: Db | Trx,
  viewer: Viewer,
  itemId: string,
  ids: readonly string[],
): Promise<string[]> {
  const visible = await visibleIds(db, viewer, ids)
  const hidden = ids.filter((id) => !visible.has(id))
  if (hidden.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select given.id from ${idRows(hidden)} given join items i on i.id = given.id and i.deleted_at is null
    where exists (select from item_prerequisites q where q.item_id = ${itemId} and q.prerequisite_id = given.id)
      or exists (select from item_contents c where c.parent_id = ${itemId} and c.child_id = given.id)`.execute(db)
  const named = new Set(rows.map(({ id }) => id))
  return hidden.filter((id) => !named.has(id))
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

/** What may stand in what: nothing can hold itself, by any path. */
const holds = {
  project: ['tutorial', 'quiz', 'liveSession'],
  course: ['tutorial', 'project', 'quiz', 'liveSession'],
} as const

async function contentFaults(
  trx: Trx,
  viewer: SignedIn,
  { id, type, organisationId }: Pick<DraftState, 'id' | 'type' | 'organisationId'>,
  { contents, chapters }: OutlineContents,
): Promise<Fault[]> {
  const ids = contents.map((content) => content.id)
  if (ids.includes(id)) return [{ field: `contents.${id}`, message: 'authoring.fault_inside_itself' }]
  const fit = await fittingItems(
    trx,
    viewer,
    { id, organisationId },
    ids,
    type === 'project' || type === 'course' ? holds[type] : [],
  )
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

/** What a live session is about: a project, or a lesson where it was imported so. */
async function projectFaults(
  trx: Trx,
  viewer: SignedIn,
  state: Pick<DraftState, 'id' | 'organisationId'>,
  { contentIds }: LiveSessionContents,
): Promise<Fault[]> {
  const fit = await fittingItems(trx, viewer, state, contentIds, ['project', 'tutorial'])
  return contentIds.every((id) => fit.has(id)) ? [] : [{ field: 'contentIds', message: 'authoring.fault_unknown' }]
}

/** Those of the ids that the viewer may name in the item, of the allowed types. */
async function fittingItems(
  trx: Trx,
  viewer: SignedIn,
  { id, organisationId }: Pick<DraftState, 'id' | 'organisationId'>,
  ids: readonly string[],
  allowed: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await trx
    .selectFrom('items')
    .select(['id', 'type', 'organisation_id'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  const unknown = new Set(await unknownItems(trx, viewer, id, ids))
  // what is an organisation's is no part of what belongs to everybody or to another one
  const fits = (row: (typeof rows)[number]) =>
    allowed.includes(row.type) &&
    !unknown.has(row.id) &&
    (row.organisation_id === null || row.organisation_id === organisationId)
  return new Set(rows.filter(fits).map((row) => row.id))
}
