import type { TooltipPosition } from '#ui/tooltip.tsx'

/** One stop of a tour, beside the part of the page that carries its id in `data-tour`; the figures are pixels. */
export interface TourTip {
  id: string
  type: 'normal'
  position: TooltipPosition
  /** Width of the tip. */
  size: number
  left: number
  top: number
}

/** What a premium member is shown on the home page, in this order. */
export const premiumTourStops = ['menu_live_calendar', 'menu_my_learning', 'menu_my_account', 'search_box'] as const
export type PremiumTourStop = (typeof premiumTourStops)[number]

const size = 320
const gap = 14
const edge = 12

/** Where the tip of a stop stands: under its target, moved in from the edges of the window. */
export function tipBeside(id: PremiumTourStop, target: DOMRect, windowWidth: number): TourTip {
  const width = Math.min(size, windowWidth - 2 * edge)
  const centred = target.left + target.width / 2 - width / 2
  const left = Math.max(edge, Math.min(centred, windowWidth - width - edge))
  return { id, type: 'normal', position: 'bottom', size: width, left, top: target.bottom + gap }
}
