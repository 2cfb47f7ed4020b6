// How many pixels a picture needs where it stands, for telling authors of those that are too small.

export interface PictureSize {
  width: number
  height: number
}

/**
 * Least width in pixels. A cover and a background: as screens show them; the height of a cover follows from 16:9. In
 * text: that of the next smaller width, in which the picture would do as well.
 */
export const neededWidths = { cover: 780, background: 1440, full: 480, medium: 280, small: 140 } as const
export type PicturePlaceName = keyof typeof neededWidths

/** A drawing has no pixels to lose: half the size is enough for its lines. */
const drawnShare = 0.5

/**
 * The size that the picture needs in this place, in whole pixels; null when it is large enough, or its size is not known
 * (0). `width` and `height` of a drawing are those of its viewBox where it names none.
 */
export function neededSize(place: PicturePlaceName, picture: PictureSize, isDrawing: boolean): PictureSize | null {
  const { width, height } = picture
  if (width <= 0 || height <= 0) return null
  const least = neededWidths[place] * (isDrawing ? drawnShare : 1)
  if (place !== 'cover') {
    return width >= least ? null : { width: Math.ceil(least), height: Math.ceil((height * least) / width) }
  }
  const needed = { width: Math.floor(least), height: Math.floor((least * 9) / 16) }
  return width >= needed.width && height >= needed.height ? null : needed
}
