export type Side =
  | 'bottom-start'
  | 'bottom-end'
  | 'top-start'
  | 'top-end'
  | 'top'
  | 'bottom'
  | 'left'
  | 'right'
  | 'top-left'
  | 'bottom-left'
  | 'top-width'

const gap = 8

/** Puts a floating element beside its anchor where the browser has no anchor positioning; elsewhere CSS does it. */
export function placeBeside(anchor: Element, floating: HTMLElement, side: Side): void {
  if (typeof CSS !== 'undefined' && CSS.supports('position-area: bottom')) return
  const from = anchor.getBoundingClientRect()
  const own = floating.getBoundingClientRect()
  const centre = from.left + from.width / 2 - own.width / 2
  const left =
    side === 'left'
      ? from.left - own.width - gap
      : side === 'right'
        ? from.right + gap
        : side === 'top' || side === 'bottom'
          ? centre
          : side.endsWith('-end')
            ? from.right - own.width
            : from.left
  const middle = from.top + from.height / 2 - own.height / 2
  const top =
    side === 'left' || side === 'right'
      ? middle
      : side.startsWith('top')
        ? from.top - own.height - gap
        : from.bottom + gap
  floating.style.left = `${within(left, own.width, innerWidth)}px`
  floating.style.top = `${within(top, own.height, innerHeight)}px`
}

function within(start: number, size: number, room: number): number {
  return Math.max(gap, Math.min(start, room - size - gap))
}
