// Addresses of stored pictures. Pure: the importer writes them into lessons, pages build them for cards.

/** A picture can be had in these widths; the server makes them on demand and refuses any other. */
export const imageWidths = [200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800, 2000] as const
export type ImageWidth = (typeof imageWidths)[number]

export const imageFormats = ['avif', 'webp'] as const
export type ImageFormat = (typeof imageFormats)[number]

/** What the original may be, and how its file is named. */
export const originalTypes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  svg: 'image/svg+xml',
} as const
export type OriginalExtension = keyof typeof originalTypes

/** What a page has to know of a picture to place it without a jump. */
export interface Picture {
  id: string
  width: number
  height: number
  extension: OriginalExtension
  animated?: boolean
}

/** The address below which every size of a picture lies. */
export function imageFolder(id: string): string {
  return `/media/images/${id}`
}

export function imageUrl(id: string, width: ImageWidth, format: ImageFormat): string {
  return `${imageFolder(id)}/${width}.${format}`
}

export function originalUrl(id: string, extension: OriginalExtension): string {
  return `${imageFolder(id)}/orig.${extension}`
}

/** The address to store for a picture that stands for an item: line art stays as drawn, photographs get a size. */
export function thumbnailUrl(picture: Picture): string {
  return picture.extension === 'svg'
    ? originalUrl(picture.id, 'svg')
    : imageUrl(picture.id, widthFor(picture, 800), 'webp')
}

export function isImageWidth(width: number): width is ImageWidth {
  return (imageWidths as readonly number[]).includes(width)
}

/** Widths worth offering: every one below the original's own, and the first that holds all of it. */
export function offeredWidths(originalWidth: number): ImageWidth[] {
  const firstEnough = imageWidths.findIndex((width) => width >= originalWidth)
  return imageWidths.slice(0, firstEnough < 0 ? imageWidths.length : firstEnough + 1)
}

/** The picture of this site that an address leads to, in any of its sizes; null for other addresses. */
export function imageIdOf(url: string): string | null {
  return /^\/media\/images\/([a-z]+_[0-9a-z]+)\/[0-9a-z.]+$/i.exec(url)?.[1] ?? null
}

/** The smallest offered width that fills the wanted one. */
export function widthFor(picture: Pick<Picture, 'width'>, wanted: number): ImageWidth {
  const offered = offeredWidths(picture.width)
  return offered.find((width) => width >= wanted) ?? offered.at(-1) ?? imageWidths[0]
}

/** `srcset` of a picture in one format. */
export function srcset(picture: Pick<Picture, 'id' | 'width'>, format: ImageFormat): string {
  return offeredWidths(picture.width)
    .map((width) => `${imageUrl(picture.id, width, format)} ${Math.min(width, picture.width)}w`)
    .join(', ')
}

/** The same picture at another width, for an address that was stored earlier; other addresses stay as they are. */
export function resizedUrl(url: string, wanted: ImageWidth): string {
  return url.replace(/^(\/media\/images\/[^/]+\/)\d+(\.(?:avif|webp))$/, `$1${wanted}$2`)
}
