import type { CSSProperties } from 'react'

// Editors choose colours as `#rrggbb`; what is written on them has to be read in both colour sets.

/** Whether white is read better on it than black. */
export function isDarkColour(colour: string): boolean {
  // where contrast with white and with black are the same
  return luminance(colour) < 0.179
}

/** The chosen colour as a custom property, for style sheets that make something of it. */
export function chosenColour(colour: string): CSSProperties | undefined {
  return colour === '' ? undefined : ({ '--chosen': colour } as CSSProperties)
}

/** WCAG's relative luminance. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
