import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Theme = 'light' | 'dark'
type Colour = { l: number; c: number; h: number }

const css = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8')

const grounds = [
  'bg',
  'surface',
  'surface-sunken',
  'surface-raised',
  'surface-hover',
  'surface-pressed',
  'surface-selected',
]
const tints = ['accent-soft', 'premium-soft', 'good-soft', 'warn-soft', 'bad-soft', 'info-soft']
const surfaces = ['bg', 'surface', 'surface-sunken', 'surface-raised']
const meanings = ['premium', 'good', 'warn', 'bad', 'info']

const textPairs: [string, string][] = [
  ...[...grounds, ...tints, 'mark'].map((ground): [string, string] => ['text', ground]),
  ...[...grounds, ...tints].map((ground): [string, string] => ['text-muted', ground]),
  ...[...grounds, ...tints].map((ground): [string, string] => ['accent-text', ground]),
  ...meanings.flatMap((meaning) =>
    [...surfaces, `${meaning}-soft`].map((ground): [string, string] => [meaning, ground]),
  ),
  ...['accent', 'accent-hover', 'accent-pressed'].map((ground): [string, string] => ['on-accent', ground]),
  ...['text', 'keyword', 'type', 'number', 'function', 'comment'].flatMap((hue) =>
    ['surface-sunken', 'code-mark'].map((ground): [string, string] => [`code-${hue}`, ground]),
  ),
  ['on-bad', 'bad-solid'],
  ['on-premium', 'premium-solid'],
  ['on-media', 'media-ground'],
  ['text-inverse', 'surface-inverse'],
  // The green tooltip.
  ['text-inverse', 'good'],
]

const controlPairs: [string, string][] = [
  ...surfaces.flatMap((ground) =>
    ['line-strong', 'accent', 'focus-color', 'text-disabled'].map((edge): [string, string] => [edge, ground]),
  ),
  ['media-fill', 'media-ground'],
]

describe.each<Theme>(['light', 'dark'])('in the %s theme', (theme) => {
  test.each(textPairs)('text %s on %s has a contrast of 4.5', (text, ground) => {
    expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(controlPairs)('the edge or fill %s on %s has a contrast of 3', (edge, ground) => {
    expect(contrast(colour(edge, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3)
  })
})

test('the five steps of the heat map part in lightness alone', () => {
  for (const theme of ['light', 'dark'] as const) {
    const lights = [0, 1, 2, 3, 4].map((step) => luminance(colour(`heat-${step}`, theme)))
    const ordered = lights.toSorted((a, b) => (theme === 'light' ? b - a : a - b))
    expect(lights).toEqual(ordered)
    expect(new Set(lights).size).toBe(5)
  }
})

test('black on white has the contrast of 21 that the formula promises', () => {
  expect(contrast({ l: 0, c: 0, h: 0 }, { l: 1, c: 0, h: 0 })).toBeCloseTo(21, 1)
})

function colour(token: string, theme: Theme): Colour {
  const value = css.match(new RegExp(`--${token}: ([^;]+);`))?.[1]
  const colours = [...(value ?? '').matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?: \/ [\d.]+)?\)/g)]
  const found = (theme === 'dark' && colours[1]) || colours[0]
  if (!found) throw new Error(`--${token} has no colour in tokens.css`)
  return { l: Number(found[1]), c: Number(found[2]), h: Number(found[3]) }
}

function contrast(one: Colour, other: Colour): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

// OKLCH to linear sRGB (Björn Ottosson's matrices), clipped as a screen clips it, then WCAG's relative luminance.
function luminance({ l, c, h }: Colour): number {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short
  const green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short
  const blue = -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short
  return 0.2126 * clip(red) + 0.7152 * clip(green) + 0.0722 * clip(blue)
}

function clip(value: number): number {
  return Math.min(1, Math.max(0, value))
}
