import type { CSSProperties } from 'react'

/** How many cards stand beside each other where there is room. */
export type Grid = 'col-2' | 'col-3' | 'col-4' | 'col-6'

/** How many of 12 columns a cell takes, by the room that its grid has. On a phone it is always all of them. */
export interface Span {
  small: number
  medium: number
  large: number
}

const spans: Record<Grid, Span> = {
  'col-2': { small: 6, medium: 6, large: 6 },
  'col-3': { small: 6, medium: 4, large: 4 },
  'col-4': { small: 6, medium: 6, large: 3 },
  'col-6': { small: 6, medium: 3, large: 2 },
}
/** Pictures need less room than cards with words. */
const col3Images: Span = { small: 6, medium: 4, large: 4 }
const defaultSpan: Span = { small: 6, medium: 6, large: 3 }

/** The cells of a triple tile: one large on the left, two on the right. */
export const tripleTileSpans = { left: whole(8), right: whole(4) } as const
/** Three cards under a heading. */
export const headingTripleSpan = { ...whole(4), small: 6 }
/** Media beside text. */
export const halfSpan = whole(6)

/** `2`, `'3'`, `'col4'` or `'col-6'`, as they are kept; anything else is the default. */
export function spanOf(columns: string | number | undefined, of: 'cards' | 'images' = 'cards'): Span {
  const count = Number.parseInt(String(columns ?? '').replace(/^col-?/, ''), 10)
  if (count === 3 && of === 'images') return col3Images
  return spans[`col-${count}` as Grid] ?? defaultSpan
}

/** Put on each cell of a grid (grid.module.css). */
export function cellStyle({ small, medium, large }: Span): CSSProperties {
  return { '--small': small, '--medium': medium, '--large': large } as CSSProperties
}

/** For the `sizes` of a picture that fills a cell. */
export function cellSizes({ small, medium, large }: Span): string {
  return [
    `(min-width: 1248px) ${Math.round((large / 12) * 1200)}px`,
    `(min-width: 1100px) ${share(large)}`,
    `(min-width: 768px) ${share(medium)}`,
    `(min-width: 640px) ${share(small)}`,
    '100vw',
  ].join(', ')
}

function share(columns: number): string {
  return `${Math.round((columns / 12) * 100)}vw`
}

function whole(columns: number): Span {
  return { small: 12, medium: columns, large: columns }
}
