import type { CoverTopic } from '@lantern/contract/catalog/cover.ts'

// Drawings in the manner of the demo's pictures: a dark ground, one light, and a shape that says what it is about. They
// look the same in the light and the dark colour set.

const width = 570
const height = 320

/** Numbers from 0 to 1, always the same ones for a seed. */
type Dice = () => number

interface Inks {
  /** Three tones of the topic's colour, from dark to light. */
  deep: string
  mid: string
  light: string
  /** A colour that stands against them. */
  other: string
}

const hues: Record<CoverTopic, number> = {
  rendering: 222,
  lighting: 42,
  shaders: 284,
  animation: 338,
  physics: 24,
  ui: 204,
  audio: 168,
  ai: 256,
  networking: 192,
  performance: 8,
  scripting: 140,
  tools: 214,
  vfx: 312,
  'world-building': 122,
  '2d': 188,
  mobile: 236,
}

const motifs: Record<CoverTopic, (dice: Dice, inks: Inks) => string> = {
  rendering: spheres,
  lighting: beams,
  shaders: bands,
  animation: arcs,
  physics: boxes,
  ui: panels,
  audio: waveform,
  ai: graph,
  networking: graph,
  performance: bars,
  scripting: lines,
  tools: tiles,
  vfx: sparks,
  'world-building': hills,
  '2d': tiles,
  mobile: panels,
}

/** An SVG of 570 by 320. */
export function drawCover(topic: CoverTopic, seed: number): string {
  const dice = diceOf(seed)
  const hue = (hues[topic] + between(dice, -14, 14) + 360) % 360
  const inks: Inks = {
    deep: hsl(hue, 46, 26),
    mid: hsl(hue, 58, 46),
    light: hsl(hue, 82, 74),
    other: hsl(hue + (dice() < 0.5 ? 150 : 205), 80, 66),
  }
  const [glowX, glowY] = [between(dice, 80, width - 80), between(dice, 20, 160)]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice"><defs><linearGradient id="g" x1="0" y1="0" x2=".6" y2="1"><stop offset="0" stop-color="${hsl(hue, 48, 20)}"/><stop offset="1" stop-color="${hsl(hue + 18, 56, 9)}"/></linearGradient><radialGradient id="l" gradientUnits="userSpaceOnUse" cx="${glowX}" cy="${glowY}" r="280"><stop offset="0" stop-color="${inks.mid}" stop-opacity=".6"/><stop offset="1" stop-color="${inks.mid}" stop-opacity="0"/></radialGradient></defs><rect width="${width}" height="${height}" fill="url(#g)"/><rect width="${width}" height="${height}" fill="url(#l)"/>${motifs[topic](dice, inks)}</svg>`
}

function spheres(dice: Dice, { deep, mid, light, other }: Inks): string {
  return several(3, (n) => {
    const r = between(dice, 46, 84)
    const [x, y] = [120 + n * 165 + between(dice, -24, 24), between(dice, 130, 190)]
    const lit = n === 1 ? other : light
    return `<ellipse cx="${x}" cy="286" rx="${r}" ry="9" fill="#000" opacity=".35"/>${circle(x, y, r, deep)}${circle(x - r * 0.12, y - r * 0.12, Math.round(r * 0.8), mid)}${circle(x - r * 0.3, y - r * 0.32, Math.round(r * 0.36), lit, 0.85)}`
  })
}

function beams(dice: Dice, { light, other, deep }: Inks): string {
  const x = between(dice, 130, 440)
  const rays = several(5, () => {
    const from = between(dice, -60, width - 60)
    return `<path d="M${x} -20L${from} ${height}h${between(dice, 50, 110)}Z" fill="${light}" opacity=".16"/>`
  })
  const posts = several(
    4,
    (n) =>
      `<rect x="${60 + n * 140 + between(dice, -20, 20)}" y="${between(dice, 60, 130)}" width="34" height="300" fill="${deep}"/>`,
  )
  return `${rays}${posts}${circle(x, 34, 22, other)}`
}

function bands(dice: Dice, { deep, mid, light, other }: Inks): string {
  const [x, y] = [between(dice, 230, 340), 158]
  const [dx, dy] = [between(dice, -22, 22), between(dice, -22, -8)]
  const steps = [deep, mid, light, '#fff'].map((ink, n) =>
    circle(x + dx * n, y + dy * n, 112 - n * 30, ink, n === 3 ? 0.9 : 1),
  )
  const ring = `<ellipse cx="${x}" cy="${y}" rx="${between(dice, 150, 190)}" ry="${between(dice, 34, 64)}" fill="none" stroke="${other}" stroke-width="5" transform="rotate(${between(dice, -30, 30)} ${x} ${y})" stroke-dasharray="260 900"/>`
  return steps.join('') + ring
}

function arcs(dice: Dice, { mid, light, other }: Inks): string {
  const points = [0, 1, 2, 3, 4].map((n) => [60 + n * 112, between(dice, 70, 250)] as const)
  const path = points.map(([x, y], n) => (n === 0 ? `M${x} ${y}` : `S${x - 56} ${y} ${x} ${y}`)).join('')
  const ghosts = several(
    3,
    (n) =>
      `<path d="${path}" fill="none" stroke="${mid}" stroke-width="3" opacity="${0.5 - n * 0.12}" transform="translate(0 ${(n + 1) * 22})"/>`,
  )
  return `${ghosts}<path d="${path}" fill="none" stroke="${light}" stroke-width="6" stroke-linecap="round"/>${points.map(([x, y]) => circle(x, y, 10, other)).join('')}`
}

function boxes(dice: Dice, { deep, mid, light, other }: Inks): string {
  const rows = several(4, (row) =>
    several(4 - row, (n) => {
      const ink = dice() < 0.2 ? other : [mid, light, deep][Math.floor(dice() * 3)]
      const [x, y] = [132 + row * 40 + n * 80, 216 - row * 58]
      return `<rect x="${x}" y="${y}" width="74" height="54" rx="6" fill="${ink}" transform="rotate(${between(dice, -4, 4)} ${x + 37} ${y + 27})"/>`
    }),
  )
  return `<rect y="274" width="${width}" height="46" fill="#000" opacity=".3"/>${rows}`
}

function panels(dice: Dice, { deep, mid, light, other }: Inks): string {
  return several(3, (n) => {
    const [x, y, w, h] = [70 + n * 150, between(dice, 50, 100), 136, between(dice, 150, 200)]
    const rows = several(
      3,
      (row) =>
        `<rect x="${x + 16}" y="${y + 74 + row * 26}" width="${between(dice, 44, 104)}" height="10" rx="5" fill="${light}" opacity=".55"/>`,
    )
    return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="12" fill="${deep}" stroke="${mid}"/><rect x="${x + 16}" y="${y + 16}" width="${w - 32}" height="44" rx="8" fill="${n === 1 ? other : mid}"/>${rows}`
  })
}

function waveform(dice: Dice, { mid, light, other }: Inks): string {
  const peak = between(dice, 6, 17)
  return several(24, (n) => {
    const h = Math.round((40 + 150 * dice()) * Math.exp(-(((n - peak) / 8) ** 2)) + 14)
    return `<rect x="${36 + n * 21}" y="${160 - h / 2}" width="12" height="${h}" rx="6" fill="${n === peak ? other : n % 3 === 0 ? light : mid}"/>`
  })
}

function graph(dice: Dice, { mid, light, other }: Inks): string {
  const nodes = Array.from({ length: 9 }, (_, n) => ({
    x: 70 + (n % 5) * 108 + between(dice, -22, 22),
    y: (n < 5 ? 90 : 220) + between(dice, -34, 34),
  }))
  const edges = nodes.slice(1).map(({ x, y }, n) => {
    const to = nodes[Math.floor(dice() * (n + 1))] ?? { x, y }
    return `<path d="M${x} ${y}L${to.x} ${to.y}" stroke="${mid}" stroke-width="3"/>`
  })
  const way = Math.floor(dice() * nodes.length)
  return (
    edges.join('') + nodes.map(({ x, y }, n) => circle(x, y, n === way ? 20 : 12, n === way ? other : light)).join('')
  )
}

function bars(dice: Dice, { deep, mid, light, other }: Inks): string {
  const spike = between(dice, 4, 19)
  const columns = several(24, (n) => {
    const [a, b, c] = [between(dice, 40, 66), between(dice, 24, 46), n === spike ? 96 : between(dice, 8, 26)]
    const x = 36 + n * 21
    return `<rect x="${x}" y="${270 - a}" width="15" height="${a}" fill="${deep}"/><rect x="${x}" y="${270 - a - b}" width="15" height="${b}" fill="${mid}"/><rect x="${x}" y="${270 - a - b - c}" width="15" height="${c}" fill="${n === spike ? other : light}"/>`
  })
  return `${columns}<path d="M28 128H548" stroke="#fff" stroke-opacity=".6" stroke-dasharray="7 6"/>`
}

function lines(dice: Dice, { deep, mid, light, other }: Inks): string {
  let indent = 0
  const rows = several(9, (n) => {
    indent = Math.max(0, Math.min(3, indent + between(dice, -1, 1)))
    const x = 96 + indent * 30
    const [first, second] = [between(dice, 30, 90), between(dice, 40, 170)]
    return `<rect x="${x}" y="${58 + n * 24}" width="${first}" height="11" rx="5" fill="${n % 4 === 1 ? other : light}"/><rect x="${x + first + 12}" y="${58 + n * 24}" width="${second}" height="11" rx="5" fill="${mid}"/>`
  })
  return `<rect x="60" y="34" width="450" height="256" rx="14" fill="${deep}" opacity=".75"/>${rows}`
}

function tiles(dice: Dice, { deep, mid, light, other }: Inks): string {
  return several(5, (row) =>
    several(9, (n) => {
      const roll = dice()
      if (roll < 0.24) return ''
      const ink = roll > 0.93 ? other : roll > 0.7 ? light : roll > 0.45 ? mid : deep
      return `<rect x="${42 + n * 55}" y="${26 + row * 55}" width="49" height="49" rx="7" fill="${ink}" opacity="${ink === light ? 0.85 : 1}"/>`
    }),
  )
}

function sparks(dice: Dice, { mid, light, other }: Inks): string {
  const [x, y] = [between(dice, 210, 360), between(dice, 130, 200)]
  return several(70, () => {
    const [angle, far] = [dice() * Math.PI * 2, 18 + 190 * dice() ** 1.4]
    const ink = dice() < 0.16 ? other : dice() < 0.5 ? light : mid
    return circle(x + Math.cos(angle) * far * 1.3, y + Math.sin(angle) * far * 0.8, 2 + 7 * (1 - far / 210), ink, 0.9)
  })
}

function hills(dice: Dice, { deep, mid, light, other }: Inks): string {
  const ridge = (base: number, ink: string) => {
    const tops = Array.from({ length: 7 }, (_, n) => `L${n * 95} ${base - between(dice, 0, 90)}`)
    return `<path d="M0 ${height}L0 ${base}${tops.join('')}L${width} ${height}Z" fill="${ink}"/>`
  }
  return `${circle(between(dice, 90, 480), 70, 30, other)}${ridge(170, light)}${ridge(225, mid)}${ridge(280, deep)}`
}

function circle(x: number, y: number, r: number, ink: string, opacity = 1): string {
  return `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${Math.round(r * 10) / 10}" fill="${ink}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`
}

function several(count: number, draw: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => draw(n)).join('')
}

function between(dice: Dice, least: number, most: number): number {
  return Math.round(least + (most - least) * dice())
}

function hsl(hue: number, saturation: number, lightness: number): string {
  return `hsl(${Math.round((hue + 360) % 360)} ${saturation}% ${lightness}%)`
}

/** Mulberry32. */
function diceOf(seed: number): Dice {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
