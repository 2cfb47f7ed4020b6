// The hand in which all pictures are drawn: one hue, a dark ground, a glow from the upper left.

export const WIDTH = 570
export const HEIGHT = 320

/** OKLCH to a hex colour; out-of-gamut values are clipped per channel. */
export function tone(lightness, chroma, hue) {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${linear.map(channel).join('')}`
}

function channel(value) {
  const clipped = Math.min(1, Math.max(0, value))
  const encoded = clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}

/** A repeatable stream of numbers in [0, 1). */
export function seeded(seed) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}

export const n = (value) => String(Math.round(value * 10) / 10)
const points = (list) => list.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')

export function poly(list, fill, extra = '') {
  return `<polygon points="${points(list)}" fill="${fill}" ${extra}/>`
}
export function line(list, stroke, width = 2, extra = '') {
  return `<polyline points="${points(list)}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`
}
export function path(d, stroke, width = 2, extra = '') {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`
}
export function shape(d, fill, extra = '') {
  return `<path d="${d}" fill="${fill}" ${extra}/>`
}
export function dot(x, y, r, fill, extra = '') {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${extra}/>`
}
export function oval(x, y, rx, ry, fill, extra = '') {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${extra}/>`
}
export function rect(x, y, w, h, r, fill, extra = '') {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${n(r)}" fill="${fill}" ${extra}/>`
}
export function group(transform, body) {
  return `<g transform="${transform}">${body}</g>`
}

/** A soft ball of light. */
export function halo(id, x, y, r, color, strength = 0.6) {
  return `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${r}"><stop offset="0" stop-color="${color}" stop-opacity="${strength}"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient><circle cx="${x}" cy="${y}" r="${r}" fill="url(#${id})"/>`
}

/** A sphere lit from the upper left. */
export function ball(id, x, y, r, hue, light = 0.62) {
  return `<radialGradient id="${id}" cx=".34" cy=".3" r=".8"><stop offset="0" stop-color="${tone(Math.min(0.96, light + 0.3), 0.07, hue)}"/><stop offset=".45" stop-color="${tone(light, 0.15, hue)}"/><stop offset="1" stop-color="${tone(light - 0.36, 0.1, hue + 12)}"/></radialGradient>${dot(x, y, r, `url(#${id})`)}`
}

/** Isometric projection around a chosen origin. */
export function isometric(originX, originY, unit) {
  const at = (x, y, z) => [originX + (x - y) * unit * 0.866, originY + (x + y) * unit * 0.5 - z * unit]
  /** A block with its low corner at x, y, z. The left face is lit, the right one lies in shade. */
  const block = (x, y, z, w, d, h, hue, light = 0.62, chroma = 0.11, extra = '') =>
    poly(
      [at(x, y, z + h), at(x + w, y, z + h), at(x + w, y + d, z + h), at(x, y + d, z + h)],
      tone(light + 0.14, chroma, hue),
      extra,
    ) +
    poly(
      [at(x, y + d, z + h), at(x + w, y + d, z + h), at(x + w, y + d, z), at(x, y + d, z)],
      tone(light - 0.08, chroma, hue + 4),
      extra,
    ) +
    poly(
      [at(x + w, y, z + h), at(x + w, y + d, z + h), at(x + w, y + d, z), at(x + w, y, z)],
      tone(light - 0.26, chroma * 0.9, hue + 10),
      extra,
    )
  const tile = (x, y, z, w, d, fill, extra = '') =>
    poly([at(x, y, z), at(x + w, y, z), at(x + w, y + d, z), at(x, y + d, z)], fill, extra)
  return { at, block, tile }
}

/** The ground every picture stands on. */
export function picture(hue, glow, body) {
  const [gx, gy, gr] = glow
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice"><defs><linearGradient id="bg" x1="0" y1="0" x2=".55" y2="1"><stop offset="0" stop-color="${tone(0.28, 0.055, hue)}"/><stop offset="1" stop-color="${tone(0.18, 0.045, hue + 26)}"/></linearGradient><radialGradient id="gl" gradientUnits="userSpaceOnUse" cx="${gx}" cy="${gy}" r="${gr}"><stop offset="0" stop-color="${tone(0.54, 0.13, hue)}" stop-opacity=".6"/><stop offset="1" stop-color="${tone(0.54, 0.13, hue)}" stop-opacity="0"/></radialGradient></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#bg)"/><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#gl)"/>${body}</svg>\n`
}
