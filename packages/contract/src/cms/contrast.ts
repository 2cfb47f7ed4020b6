/** What text of ordinary size needs so that everybody can read it (WCAG 2.2, 1.4.3). */
export const readableContrast = 4.5
/** What large text needs. */
export const readableContrastOfLarge = 3

/**
 * What lies under the words of a page where its editor chose nothing: of the two surfaces of each set of colours the one
 * that words stand out from least.
 */
export const pageGrounds = { light: '#f8f9fb', dark: '#14181e' } as const

/** How much two colours differ, from 1 to 21; null when one of them is no `#rrggbb`. */
export function contrastBetween(one: string, other: string): number | null {
  const [left, right] = [luminanceOf(one), luminanceOf(other)]
  if (left === null || right === null) return null
  return (Math.max(left, right) + 0.05) / (Math.min(left, right) + 0.05)
}

/** Whether white is read better on it than black. */
export function isDarkColour(colour: string): boolean {
  // where contrast with white and with black are the same
  return (luminanceOf(colour) ?? 1) < 0.179
}

/** No lighter than this on what is light, no darker than that on what is dark: lightness of OKLCH. */
export const wordLightness = { onLight: 0.52, onDark: 0.76 } as const

/** The colour that words chosen in `colour` really have on a ground: the style sheet of the page sees to that they show. */
export function shownOn(colour: string, ground: string): string {
  const lab = labOf(colour)
  if (!lab) return colour
  const { onLight, onDark } = wordLightness
  return colourOf(isDarkColour(ground) ? Math.max(lab.lightness, onDark) : Math.min(lab.lightness, onLight), lab)
}

function luminanceOf(colour: string): number | null {
  const [red, green, blue] = channelsOf(colour) ?? []
  if (red === undefined || green === undefined || blue === undefined) return null
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Linear light of red, green and blue, from 0 to 1. */
function channelsOf(colour: string): [number, number, number] | null {
  const [, red, green, blue] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour) ?? []
  return red && green && blue ? [linear(red), linear(green), linear(blue)] : null
}

function linear(channel: string): number {
  const share = Number.parseInt(channel, 16) / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

interface Lab {
  lightness: number
  a: number
  b: number
}

// The figures are those of CSS Color 4 for OKLab.

function labOf(colour: string): Lab | null {
  const channels = channelsOf(colour)
  if (!channels) return null
  const [red, green, blue] = channels
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  }
}

/** Hue and chroma at another lightness; what no screen can show is cut, as browsers do. */
function colourOf(lightness: number, { a, b }: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${channels.map(written).join('')}`
}

function written(channel: number): string {
  const light = Math.max(0, Math.min(1, channel))
  const share = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.round(share * 255)
    .toString(16)
    .padStart(2, '0')
}
