import { anchorMaker } from '@lantern/contract/anchors.ts'
import type { Picture } from '@lantern/contract/media/image-url.ts'
import type { RichDoc, RichNode } from '@lantern/contract/media/rich-schema.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import type { Db } from '#kit/sql.ts'
import { extensionOf } from '../images.ts'
import type { RichTextContext } from './html-of.ts'

/**
 * What these documents of one item need to become HTML, read at once. Headings get anchors that are unique in all of them
 * together, in the order in which they are written.
 */
export async function richTextContext(
  db: Db,
  documents: readonly RichDoc[],
  { language, itemId, ownerId }: { language: ContentLanguage; itemId?: string; ownerId?: string },
): Promise<RichTextContext> {
  const imageIds = new Set<string>()
  const videoIds = new Set<string>()
  for (const document of documents) collect(document.content, imageIds, videoIds)
  const videoRows =
    videoIds.size === 0
      ? []
      : await db
          .selectFrom('videos')
          .select(['id', 'title', 'poster_image_id'])
          .where('id', 'in', [...videoIds])
          .execute()
  for (const { poster_image_id } of videoRows) if (poster_image_id) imageIds.add(poster_image_id)
  const pictures = await picturesById(db, imageIds)
  const videos = new Map(
    videoRows.map(({ id, title, poster_image_id }) => [
      id,
      { title, poster: (poster_image_id && pictures.get(poster_image_id)) || null },
    ]),
  )
  const allowedEmbeds = itemId && ownerId ? await allowedAddresses(db, itemId, ownerId) : new Set<string>()
  return { language, pictures, videos, allowedEmbeds, anchor: anchorMaker() }
}

/** The given pictures that exist in the media store. */
export async function picturesById(db: Db, ids: ReadonlySet<string>): Promise<Map<string, Picture>> {
  if (ids.size === 0) return new Map()
  const rows = await db
    .selectFrom('images')
    .select(['id', 'content_type', 'width', 'height', 'animated'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(
    rows.map(({ content_type, ...row }) => [row.id, { ...row, extension: extensionOf(content_type) }] as const),
  )
}

async function allowedAddresses(db: Db, itemId: string, ownerId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('embed_allowances')
    .select('url')
    .where('tutorial_id', '=', itemId)
    .where('user_id', '=', ownerId)
    .execute()
  return new Set(rows.map(({ url }) => url))
}

function collect(nodes: readonly RichNode[], imageIds: Set<string>, videoIds: Set<string>): void {
  for (const { type, attrs, content } of nodes) {
    if ((type === 'image' || type === 'inlineImage') && attrs?.imageId) imageIds.add(String(attrs.imageId))
    if (type === 'video' && attrs?.videoId) videoIds.add(String(attrs.videoId))
    if (content) collect(content, imageIds, videoIds)
  }
}
