import type { CSSProperties } from 'react'

// Editors choose colours as `#rrggbb`; what is written on them has to be read in both colour sets.

/** The chosen colour as a custom property, for style sheets that make something of it. */
export function chosenColour(colour: string): CSSProperties | undefined {
  return colour === '' ? undefined : ({ '--chosen': colour } as CSSProperties)
}
