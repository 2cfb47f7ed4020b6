import type { Area } from '@lantern/contract/quiz/asks.ts'
import { cornersOf } from '@lantern/contract/quiz/kinds/hotspot.ts'
import type { XmlElement } from '#kit/xml-tree.ts'
import { RowProblem } from './source-rows.ts'

// Areas of pictures: shares of its size here, pixels in files.

export interface Size {
  width: number
  height: number
}

/** The size of a picture as its element says it; null where it does not. */
export function sizeIn({ attributes }: XmlElement): Size | null {
  const [width, height] = [Number.parseFloat(attributes.width ?? ''), Number.parseFloat(attributes.height ?? '')]
  return width > 0 && height > 0 ? { width, height } : null
}

/** An area as QTI 2 and HTML write it; a length can be a percentage. */
export function areaInPixels(shape: string, coords: string, size: Size | null): Area {
  const lengths = coords.split(/[\s,]+/).filter((text) => text !== '')
  const isCircle = shape === 'circle'
  const [across, down] = [size?.width ?? Number.NaN, size?.height ?? Number.NaN]
  const at = lengths.map((text, index) =>
    text.endsWith('%') ? Number.parseFloat(text) / 100 : Number(text) / (index % 2 === 0 ? across : down),
  )
  const [first = 0, second = 0, third = 0, fourth = isCircle ? (third * across) / down : 0] = at
  if (shape === 'default') return area('rectangle', [0, 0, 1, 1])
  if (shape === 'poly') return area('polygon', at.length % 2 === 0 ? at : [])
  if (isCircle || shape === 'ellipse') return area('ellipse', [first, second, third, fourth])
  if (shape === 'rect') return area('rectangle', [first, second, third - first, fourth - second])
  throw new RowProblem('hotspot', shape)
}

/** An area as QTI 1.2 writes it: edges or centre with the whole width and height, or corners. */
export function areaOfQti1(shape: string, coords: string, size: Size | null): Area {
  const [across, down] = [size?.width ?? Number.NaN, size?.height ?? Number.NaN]
  const at = coords
    .trim()
    .split(/[\s,]+/)
    .map((text, index) => Number(text) / (index % 2 === 0 ? across : down))
  const [first = 0, second = 0, third = 0, fourth = (third * across) / down] = at
  if (/^rectangle$/i.test(shape)) return area('rectangle', [first, second, third, fourth])
  if (/^(ellipse|circle)$/i.test(shape)) return area('ellipse', [first, second, third / 2, fourth / 2])
  if (/^bounded$/i.test(shape)) return area('polygon', at.length % 2 === 0 ? at : [])
  throw new RowProblem('hotspot', shape)
}

function area(shape: Area['shape'], at: number[]): Area {
  const isSound = at.length >= (shape === 'polygon' ? 6 : 4) && at.every(Number.isFinite)
  if (!isSound) throw new RowProblem('hotspot')
  return { shape, at: at.map((share) => Number(Math.min(1, Math.max(0, share)).toFixed(6))) }
}

/** The pixels of an area; in hundredths where the size is not known. */
function pixelsOf({ at }: Area, size: Size | null): number[] {
  const { width, height } = size ?? { width: 100, height: 100 }
  return at.map((share, index) => Math.round(share * (index % 2 === 0 ? width : height)))
}

/** As QTI 2 and 3 write it. */
export function coordsOf(area: Area, size: Size | null): { shape: string; coords: string } {
  const pixels = pixelsOf(area, size)
  const [left = 0, top = 0, width = 0, height = 0] = pixels
  const lengths = area.shape === 'rectangle' ? [left, top, left + width, top + height] : pixels
  const shape = { rectangle: 'rect', ellipse: 'ellipse', polygon: 'poly' }[area.shape]
  return { shape, coords: lengths.map((length) => (size ? String(length) : `${length}%`)).join(',') }
}

/** As QTI 1.2 writes it, which has the sizes of ellipses from edge to edge. */
export function coordsOfQti1(area: Area, size: Size): { shape: string; coords: string } {
  const pixels = pixelsOf(area, size)
  if (area.shape === 'polygon') {
    const corners = cornersOf(pixels).map(({ x, y }) => `${x},${y}`)
    return { shape: 'Bounded', coords: corners.join(' ') }
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = pixels
  if (area.shape === 'rectangle') return { shape: 'Rectangle', coords: pixels.join(',') }
  return { shape: 'Ellipse', coords: [first, second, third * 2, fourth * 2].join(',') }
}
