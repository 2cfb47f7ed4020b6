/** What text of ordinary size needs so that everybody can read it (WCAG 2.2, 1.4.3). */
export const readableContrast = 4.5
/** What large text needs. */
export const readableContrastOfLarge = 3

/** How much two colours differ, from 1 to 21; null when one of them is no `#rrggbb`. */
export function contrastBetween(one: string, other: string): number | null {
  const [left, right] = [luminanceOf(one), luminanceOf(other)]
  if (left === null || right === null) return null
  return (Math.max(left, right) + 0.05) / (Math.min(left, right) + 0.05)
}

function luminanceOf(colour: string): number | null {
  const [, red = '', green = '', blue = ''] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour) ?? []
  if (red === '') return null
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: string): number {
  const share = Number.parseInt(channel, 16) / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
