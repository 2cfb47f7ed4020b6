import { coverAddress } from '@lantern/contract/catalog/cover.ts'
import { type ImageFormat, type ImageWidth, imageUrl } from '@lantern/contract/media/image-url.ts'
import type { ImageSource } from '#ui/image.tsx'

/** The picture of an item; one that came without it has a drawn one. */
export function itemCover(item: { title: string; topicIds: readonly string[]; thumbnail: { url: string | null } }) {
  return itemPicture(item.thumbnail.url ?? coverAddress(item))
}

/** The picture of an item from its stored address: sizes of it where the media store makes them, else as it is. */
export function itemPicture(url: string | null): ImageSource | null {
  if (!url) return null
  const stored = /^\/media\/images\/([^/]+)\/(\d+)\.(?:avif|webp)$/.exec(url)
  if (!stored?.[1] || !stored[2]) return { src: url, width: 570, height: 320 }
  const [, id] = stored
  const width = Number(stored[2])
  return {
    src: url,
    width,
    height: Math.round((width * 320) / 570),
    variant: (wanted, format) => imageUrl(id, wanted as ImageWidth, format as ImageFormat),
  }
}
