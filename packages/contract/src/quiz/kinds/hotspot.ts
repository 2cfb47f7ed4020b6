import type { Area, HotspotAsk } from '../asks.ts'
import { pictureOf } from './hotspot-picture.ts'
import type { QuestionKind } from './question-kind.ts'

/** Points are set on the picture of the text; what they should hit is told to nobody before the submission. */
export const hotspot: QuestionKind<HotspotAsk> = {
  faults({ ask, body }) {
    const { areas = [] } = ask ?? {}
    return [
      ...(pictureOf(body)?.alt.trim() ? [] : [{ field: 'body', message: 'quiz.fault.hotspot_picture' } as const]),
      ...(areas.length > 0 && areas.every(isWide)
        ? []
        : [{ field: 'ask.areas', message: 'quiz.fault.areas' } as const]),
    ]
  },
  refusal: ({ ask }, given) =>
    given.length <= (ask?.most ?? 0) && given.every((text) => /^(0(\.\d{1,4})?|1),(0(\.\d{1,4})?|1)$/.test(text))
      ? null
      : 'quiz.refused.answer',
  /** Each area that was hit is worth the same. A point too many takes its share away: nobody is right by marking everything. */
  credit({ ask }, given) {
    const { areas = [], most = 1 } = ask ?? {}
    const points = given.map(pointOf)
    const hit = areas.filter((area) => points.some((point) => isInside(area, point))).length
    const wanted = Math.min(areas.length, most)
    return Math.min(1, hit / Math.max(1, wanted, given.length))
  },
  shown: ({ ask }) => ({ kind: 'hotspot', most: ask?.most ?? 1 }),
  right: ({ id, ask }) => ({ [id]: (ask?.areas ?? []).map(({ shape, at }) => [shape, ...at].join(' ')) }),
}

export interface PointInPicture {
  /** Shares of the picture's width and height, from its upper left corner. */
  x: number
  y: number
}

/** `0.25,0.5`: as an answer is kept, to a hundredth of a percent. */
export function textOfPoint({ x, y }: PointInPicture): string {
  const share = (value: number) => String(Number(Math.min(1, Math.max(0, value)).toFixed(4)))
  return `${share(x)},${share(y)}`
}

export function pointOf(text: string): PointInPicture {
  const [x = Number.NaN, y = Number.NaN] = text.split(',').map(Number)
  return { x, y }
}

/** An area as `right` tells it; null for what is none. */
export function areaOf(text: string): Area | null {
  const [shape, ...at] = text.split(' ')
  const area = { shape, at: at.map(Number) }
  return shape === 'rectangle' || shape === 'ellipse' || shape === 'polygon' ? { ...area, shape } : null
}

export function isInside({ shape, at }: Area, { x, y }: PointInPicture): boolean {
  const [first = 0, second = 0, third = 0, fourth = 0] = at
  if (shape === 'rectangle') return x >= first && x <= first + third && y >= second && y <= second + fourth
  if (shape === 'ellipse') return ((x - first) / third) ** 2 + ((y - second) / fourth) ** 2 <= 1
  const corners = cornersOf(at)
  // a line to the right crosses the edges of what it begins in an odd number of times
  return corners.reduce((inside, one, index) => {
    const next = corners[(index + 1) % corners.length] ?? one
    const crosses = one.y > y !== next.y > y && x < ((next.x - one.x) * (y - one.y)) / (next.y - one.y) + one.x
    return crosses ? !inside : inside
  }, false)
}

export function cornersOf(at: readonly number[]): PointInPicture[] {
  return Array.from({ length: Math.floor(at.length / 2) }, (_, index) => ({
    x: at[2 * index] ?? 0,
    y: at[2 * index + 1] ?? 0,
  }))
}

/** Whether something of the picture lies in it. */
function isWide({ shape, at }: Area): boolean {
  return shape === 'polygon' ? at.length >= 6 : at.length === 4 && (at[2] ?? 0) > 0 && (at[3] ?? 0) > 0
}
