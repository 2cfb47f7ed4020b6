import type { DraftReferences } from '@lantern/contract/authoring/drafts.ts'
import type {
  AnyForms,
  LiveSessionForms,
  OutlineForms,
  QuizForms,
  TutorialForms,
} from '@lantern/contract/authoring/forms.ts'
import type { Material } from '@lantern/contract/catalog/items.ts'
import type { RichNode } from '@lantern/contract/media/rich-schema.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { nameOf, readReference } from '#catalog/index.ts'
import { personJson } from '#identity/index.ts'
import { idRows } from '#kit/id-lists.ts'
import type { Db } from '#kit/sql.ts'
import { unknownItems } from '../publishing/check-references.ts'
import { foreignIds } from '../publishing/foreign-media.ts'
import { documentsOf } from '../publishing/item-of-forms.ts'
import { thumbnailsOf } from '../publishing/known-item.ts'

interface NamedIds {
  items: Set<string>
  users: Set<string>
  tags: Set<string>
  packages: Set<string>
  images: Set<string>
  videos: Set<string>
  attachments: Set<string>
}

/**
 * Everything that the forms refer to by id, as an editor shows it. What is gone is left out, and so is what the viewer
 * may not name: anybody can write any id into a form.
 */
export async function draftReferences(
  db: Db,
  { viewer, itemId }: { viewer: SignedIn; itemId: string },
  forms: readonly AnyForms[],
  language: string,
): Promise<DraftReferences> {
  const ids = idsOf(forms)
  for (const id of await foreignIds(db, viewer, itemId, [...ids.attachments, ...ids.videos])) {
    ids.attachments.delete(id)
    ids.videos.delete(id)
  }
  const videos = await rowsOf<{ id: string; title: string; posterId: string | null }>(
    db,
    ids.videos,
    (given) =>
      sql`select v.id, v.title, v.poster_image_id as "posterId" from ${given} given join videos v on v.id = given.id`,
  )
  for (const { posterId } of videos) if (posterId) ids.images.add(posterId)
  const pictures = await thumbnailsOf(db, [...ids.images])
  const reference = await readReference(db)
  return {
    items: await namedItems(db, viewer, itemId, ids.items),
    users: byId(
      await rowsOf<DraftReferences['users'][string]>(
        db,
        ids.users,
        (given) => sql`select u.* from ${given} given join users x on x.id = given.id,
          lateral (select ${authorOf}) a (author), lateral json_to_record(a.author)
            as u (id text, "fullName" text, avatar text)`,
      ),
    ),
    tags: byId([...ids.tags].flatMap((id) => reference.tag(id, language) ?? [])),
    packages: byId(
      (
        await rowsOf<{ id: string; names: Record<string, string> }>(
          db,
          ids.packages,
          (given) => sql`select p.id, p.names from ${given} given join packages p on p.id = given.id`,
        )
      ).map((row) => ({ id: row.id, name: nameOf(row, language) })),
    ),
    images: Object.fromEntries(pictures),
    videos: byId(
      videos.map(({ id, title, posterId }) => ({
        id,
        title,
        posterUrl: (posterId && pictures.get(posterId)?.url) || null,
      })),
    ),
    attachments: byId(
      await rowsOf<DraftReferences['attachments'][string]>(
        db,
        ids.attachments,
        (given) => sql`select a.id, a.name, a.byte_size as "byteSize"
          from ${given} given join attachments a on a.id = given.id`,
      ),
    ),
  }
}

const authorOf = personJson(sql`x.id`)

type NamedItem = DraftReferences['items'][string] & { itemId: string }

async function namedItems(db: Db, viewer: SignedIn, itemId: string, ids: ReadonlySet<string>) {
  const rows = await rowsOf<NamedItem>(db, ids, itemRows)
  const unknown = new Set(await unknownItems(db, viewer, itemId, [...new Set(rows.map((row) => row.itemId))]))
  return byId(rows.filter((row) => !unknown.has(row.itemId)).map(({ itemId: _, ...row }) => row))
}

/** Questions may also send their readers to a step: it goes by the title of its lesson and its own. */
function itemRows(given: RawBuilder<unknown>) {
  return sql`
    select i.id as "itemId", i.id, i.type, i.title, i.slug, i.language, i.status = 'published' as published,
      i.thumbnail_url as "thumbnailUrl"
    from ${given} given join items i on i.id = given.id where i.deleted_at is null
    union all
    select i.id, s.id, 'section', i.title || ' · ' || s.title, i.slug, i.language, i.status = 'published', null
    from ${given} given join sections s on s.id = given.id join items i on i.id = s.item_id`
}

async function rowsOf<Row>(
  db: Db,
  ids: ReadonlySet<string>,
  statement: (given: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<Row[]> {
  if (ids.size === 0) return []
  const { rows } = await statement(idRows([...ids])).execute(db)
  return rows as Row[]
}

function byId<Row extends { id: string }>(rows: readonly Row[]): Record<string, Row> {
  return Object.fromEntries(rows.map((row) => [row.id, row]))
}

function idsOf(forms: readonly AnyForms[]): NamedIds {
  const each = forms.map(idsOfOne)
  const all = (kind: keyof NamedIds) => new Set(each.flatMap((ids) => [...ids[kind]]))
  return {
    items: all('items'),
    users: all('users'),
    tags: all('tags'),
    packages: all('packages'),
    images: all('images'),
    videos: all('videos'),
    attachments: all('attachments'),
  }
}

function idsOfOne(forms: AnyForms): NamedIds {
  const { general, details } = forms as Partial<TutorialForms & QuizForms & OutlineForms> & Pick<QuizForms, 'general'>
  const { questions, contents } = forms as Partial<
    Pick<QuizForms, 'questions'> & { contents: Pick<OutlineForms['contents'], 'contentIds'> }
  >
  const tutorial = general as Partial<TutorialForms['general']>
  const more = (details ?? {}) as Partial<
    TutorialForms['details'] & OutlineForms['details'] & LiveSessionForms['details']
  >
  const ids: NamedIds = {
    items: new Set([
      ...(more.prerequisites ?? []),
      ...(contents?.contentIds ?? []),
      ...(questions?.questions ?? []).flatMap(({ contentIds }) => contentIds),
    ]),
    users: new Set([
      general.ownerId,
      ...(more.authorId ? [more.authorId] : []),
      ...(more.hosts ?? []).flatMap(({ userId }) => userId ?? []),
    ]),
    tags: new Set([...(more.tagIds ?? []), ...(more.topicIds ?? []), ...(more.industryIds ?? [])]),
    packages: new Set([...(more.packageIds ?? []), ...(more.asset?.packageIds ?? [])]),
    images: new Set(general.thumbnailId === null ? [] : [general.thumbnailId]),
    videos: new Set([tutorial.overviewVideoId, more.recordingVideoId].filter((id) => typeof id === 'string')),
    attachments: new Set([
      ...filesOf(more.materials),
      ...filesOf(more.documents),
      ...filesOf(tutorial.educatorPlan?.materials),
      ...filesOf(tutorial.solutionPlan?.materials),
      ...(more.asset?.uploads ?? []).map(({ attachmentId }) => attachmentId),
    ]),
  }
  for (const document of documentsOf(forms)) collect(document.content, ids)
  return ids
}

function filesOf(materials: readonly Material[] | undefined): string[] {
  return (materials ?? []).flatMap((material) => (material.type === 'file' ? [material.attachmentId] : []))
}

function collect(nodes: readonly RichNode[], ids: NamedIds): void {
  for (const { attrs, content } of nodes) {
    if (typeof attrs?.imageId === 'string' && attrs.imageId) ids.images.add(attrs.imageId)
    if (typeof attrs?.videoId === 'string' && attrs.videoId) ids.videos.add(attrs.videoId)
    if (content) collect(content, ids)
  }
}
