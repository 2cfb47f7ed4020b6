import type { EducatorPlan, Material } from '@lantern/contract/catalog/items.ts'
import { type OriginalExtension, originalTypes, thumbnailUrl } from '@lantern/contract/media/image-url.ts'
import { sql } from 'kysely'
import { type ItemDraft, relatedColumns } from '#catalog/index.ts'
import type { Db, Trx } from '#kit/sql.ts'

/** What an item holds that its forms do not, or that new text is compared with. */
export interface KnownItem {
  translationGroup: string
  descriptionHtml: string
  summary: string
  thumbnailUrl: string | null
  duration: number
  fromOutside: boolean
  withLab: boolean
  /** What the forms of its type do not have stays as it is. */
  kept: Partial<ItemDraft>
  chapters: { id: string; title: string }[]
  sections: { id: string; anchor: string; chapterId: string | null }[]
  /** Of a translation: by the id of each part, that of the original's part it was copied from. */
  sourceIds: Readonly<Record<string, string>>
}

interface KnownRow {
  translation_group: string
  description_html: string
  summary: string
  thumbnail_url: string | null
  duration: number
  source_key: string | null
  price_fen: number | null
  live_session_ids: string[]
  properties: ItemDraft['properties']
  premium: boolean
  with_lab: boolean
  author_id: string
  tag_ids: string[]
  topic_ids: string[]
  industry_ids: string[]
  package_ids: string[]
  prerequisites: string[]
  materials: Material[]
  documents: Material[]
  educator_plan: EducatorPlan | null
  is_video: boolean
  offline: boolean
  chapters: KnownItem['chapters']
  sections: KnownItem['sections']
  source_ids: KnownItem['sourceIds'] | null
}

export async function readKnownItem(db: Db | Trx, itemId: string): Promise<KnownItem> {
  const { rows } = await sql<KnownRow>`
    select i.translation_group, e.description_html, i.summary, i.thumbnail_url, i.duration, i.source_key, i.price_fen,
      i.live_session_ids, e.properties, i.premium, i.with_lab, i.author_id, i.tag_ids, i.topic_ids, i.industry_ids,
      ${relatedColumns}, e.materials, coalesce(w.documents, '[]') as documents, e.educator_plan,
      coalesce(w.is_video, false) as is_video, coalesce(w.offline, false) as offline,
      coalesce((select json_agg(json_build_object('id', c.id, 'title', c.title) order by c.position)
        from chapters c where c.item_id = i.id), '[]') as chapters,
      coalesce((select json_agg(json_build_object('id', s.id, 'anchor', s.anchor, 'chapterId', s.chapter_id)
        order by s.position) from sections s where s.item_id = i.id), '[]') as sections,
      (select d.source_ids from drafts d where d.item_id = i.id) as source_ids
    from items i join item_details e on e.item_id = i.id left join tutorial_details w on w.item_id = i.id
    where i.id = ${itemId}`.execute(db)
  const row = rows[0]
  if (!row) throw new Error(`item ${itemId} is gone`)
  return {
    translationGroup: row.translation_group,
    descriptionHtml: row.description_html,
    summary: row.summary,
    thumbnailUrl: row.thumbnail_url,
    duration: row.duration,
    fromOutside: row.source_key !== null,
    withLab: row.with_lab,
    kept: {
      authorId: row.author_id,
      priceFen: row.price_fen,
      liveSessionIds: row.live_session_ids,
      properties: row.properties,
      premium: row.premium,
      tagIds: row.tag_ids,
      topicIds: row.topic_ids,
      industryIds: row.industry_ids,
      packageIds: row.package_ids,
      prerequisites: row.prerequisites,
      materials: row.materials,
      documents: row.documents,
      educatorPlan: row.educator_plan,
      isVideo: row.is_video,
      offline: row.offline,
    },
    chapters: row.chapters,
    sections: row.sections,
    sourceIds: row.source_ids ?? {},
  }
}

/** The address of a stored picture as items carry it. */
export async function thumbnailOf(db: Db | Trx, imageId: string | null): Promise<string | null> {
  return imageId === null ? null : ((await thumbnailsOf(db, [imageId])).get(imageId)?.url ?? null)
}

/** The pictures among these, each with its address as a thumbnail and its own size in pixels. */
export async function thumbnailsOf(
  db: Db | Trx,
  imageIds: readonly string[],
): Promise<Map<string, { id: string; url: string; width: number; height: number }>> {
  if (imageIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('images')
    .select(['id', 'width', 'height', 'content_type'])
    .where('id', 'in', [...new Set(imageIds)])
    .execute()
  return new Map(
    rows.map(({ content_type, ...picture }) => [
      picture.id,
      { ...picture, url: thumbnailUrl({ ...picture, extension: extensionOf(content_type) }) },
    ]),
  )
}

function extensionOf(contentType: string): OriginalExtension {
  const found = Object.entries(originalTypes).find(([, type]) => type === contentType)
  return (found?.[0] ?? 'png') as OriginalExtension
}
