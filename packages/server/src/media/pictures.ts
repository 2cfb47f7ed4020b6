import { imageUrl, originalUrl, widthFor } from '@lantern/contract/media/image-url.ts'
import type { Media } from '@lantern/contract/media/videos.ts'
import type { Db } from '#kit/sql.ts'
import { extensionOf } from './images.ts'

type Shown = NonNullable<Media['image']>

/** A stored picture at the width of a page, and as it was stored; nulls where there is none. */
export async function readPictures(
  db: Db,
  imageId: string | null,
): Promise<{ image: Shown; originalImage: Shown } | { image: null; originalImage: null }> {
  const row = imageId
    ? await db
        .selectFrom('images')
        .select(['id', 'width', 'height', 'content_type', 'animated'])
        .where('id', '=', imageId)
        .executeTakeFirst()
    : undefined
  if (!row) return { image: null, originalImage: null }
  const { id, width, height, animated: gif } = row
  const offered = widthFor(row, 1200)
  const shown = Math.min(offered, width)
  return {
    image: { url: imageUrl(id, offered, 'webp'), gif, width: shown, height: Math.round((height * shown) / width) },
    originalImage: { url: originalUrl(id, extensionOf(row.content_type)), gif, width, height },
  }
}
