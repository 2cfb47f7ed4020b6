// Small pictures of a topic in a box of about 200×200 around 0,0. Quizzes and live sessions show them.
import { ball, dot, isometric, line, oval, path, poly, rect, shape, tone } from './draw-kit.mjs'

export const glyphs = {
  shadow(hue) {
    const iso = isometric(-6, -38, 34)
    return (
      poly(
        [iso.at(0.2, 2.6, 0), iso.at(2.4, 2.4, 0), iso.at(4.9, 3.5, 0), iso.at(4.7, 4.9, 0), iso.at(3.2, 5.2, 0)],
        '#000',
        'opacity=".42"',
      ) +
      iso.block(0, 0.4, 0, 2.2, 2.2, 2.6, hue, 0.68, 0.11) +
      dot(-84, -84, 15, '#ffe9a8') +
      path('M-62-66l20 16M-56-88l26 4M-84-58l4 24', '#ffe9a8', 3)
    )
  },
  shader(hue) {
    const bands = [
      [94, 0.32],
      [76, 0.46],
      [58, 0.6],
      [38, 0.74],
      [18, 0.9],
    ]
    return `<clipPath id="gs"><circle r="94"/></clipPath><g clip-path="url(#gs)">${bands.map(([r, l], i) => dot(-i * 9, -i * 9, r + (i ? 4 : 6), tone(l, i > 3 ? 0.06 : 0.15, hue + i * 6))).join('')}${path('M-90 30q40-30 80 4t100-8', '#ffffff80', 3)}${path('M-90 54q44-28 84 2t100-6', '#ffffff50', 3)}</g>`
  },
  stack(hue) {
    const iso = isometric(0, 0, 32)
    const arrow =
      line(
        [
          [-4, -148],
          [-4, -104],
        ],
        '#fff',
        3.4,
      ) +
      poly(
        [
          [-13, -108],
          [5, -108],
          [-4, -94],
        ],
        '#fff',
      )
    return (
      oval(0, 78, 96, 26, '#000', 'opacity=".35"') +
      iso.block(-1.1, -0.1, -1, 1.5, 1.5, 1.5, hue, 0.56) +
      iso.block(0.6, 0, -1, 1.4, 1.4, 1.4, hue + 30, 0.62) +
      iso.block(-0.2, 0.1, 0.48, 1.4, 1.4, 1.4, hue + 55, 0.72) +
      arrow
    )
  },
  bones(hue) {
    const c = tone(0.82, 0.15, hue)
    const j = (x, y, r = 8) => dot(x, y, r, tone(0.26, 0.05, hue), `stroke="${c}" stroke-width="3.4"`)
    return (
      line(
        [
          [6, -52],
          [-6, 8],
          [36, 50],
          [14, 104],
        ],
        c,
        11,
      ) +
      line(
        [
          [-6, 8],
          [-46, 46],
          [-84, 84],
        ],
        tone(0.6, 0.12, hue),
        11,
      ) +
      line(
        [
          [6, -52],
          [48, -26],
          [76, -58],
        ],
        c,
        9,
      ) +
      line(
        [
          [6, -52],
          [-34, -22],
          [-62, 6],
        ],
        tone(0.6, 0.12, hue),
        9,
      ) +
      dot(14, -84, 21, 'none', `stroke="${c}" stroke-width="7"`) +
      [
        [6, -52],
        [-6, 8],
        [36, 50],
        [-46, 46],
        [48, -26],
        [-34, -22],
      ]
        .map(([x, y]) => j(x, y))
        .join('') +
      path('M-110 108h210', '#ffffff50', 2, 'stroke-dasharray="3 9"')
    )
  },
  bars(hue) {
    const heights = [58, 66, 60, 74, 62, 152, 70, 60, 66, 56]
    return (
      heights
        .map(
          (h, i) =>
            rect(-108 + i * 22, 84 - h, 16, h, 3, i === 5 ? '#fff' : tone(0.62 + (i % 3) * 0.05, 0.14, hue + i * 5)) +
            (i === 5 ? '' : rect(-108 + i * 22, 84 - h, 16, h * 0.36, 3, tone(0.8, 0.12, hue + 50))),
        )
        .join('') +
      line(
        [
          [-116, -18],
          [116, -18],
        ],
        '#ffffffb0',
        2,
        'stroke-dasharray="5 6"',
      ) +
      line(
        [
          [-116, 88],
          [116, 88],
        ],
        '#ffffff50',
        2,
      )
    )
  },
  packets(hue) {
    const node = (x, h) =>
      rect(x - 27, -30, 54, 60, 10, tone(0.5, 0.12, h)) +
      rect(x - 17, -18, 34, 8, 4, '#ffffffb0') +
      rect(x - 17, -2, 34, 8, 4, '#ffffff60') +
      dot(x - 12, 18, 4, tone(0.86, 0.17, 145))
    const packet = (x, y, a, h) =>
      `<g transform="translate(${x} ${y}) rotate(${a})">${rect(-10, -8, 20, 16, 4, tone(0.84, 0.13, h))}</g>`
    return (
      path('M-66-24Q0-104 66-24', '#ffffff60', 2, 'stroke-dasharray="2 8"') +
      path('M66 24Q0 104-66 24', '#ffffff60', 2, 'stroke-dasharray="2 8"') +
      node(-92, hue) +
      node(92, hue + 80) +
      packet(-34, -56, -24, hue) +
      packet(8, -64, 4, hue) +
      packet(42, 48, -24, hue + 80) +
      packet(-6, 64, 4, hue + 80) +
      `<g opacity=".5">${packet(44, -52, 30, hue)}</g>` +
      path('M38-58l12 12m0-12l-12 12', '#ffd0c8', 3)
    )
  },
  route(hue) {
    const cells = []
    for (let y = 0; y < 5; y++)
      for (let x = 0; x < 6; x++) {
        const wall = [9, 15, 21, 16, 2, 26].includes(y * 6 + x)
        cells.push(
          rect(
            -108 + x * 37,
            -92 + y * 37,
            33,
            33,
            6,
            wall ? tone(0.24, 0.03, hue) : tone(0.44 + ((x * 5 + y * 3) % 4) * 0.04, 0.1, hue),
          ),
        )
      }
    return (
      cells.join('') +
      line(
        [
          [-92, 72],
          [-92, -2],
          [-18, -2],
          [-18, -76],
          [93, -76],
          [93, 35],
        ].map(([x, y]) => [x, y]),
        '#ffe08a',
        5,
      ) +
      dot(-92, 72, 11, '#fff') +
      dot(93, 35, 11, '#ffe08a', 'stroke="#fff" stroke-width="4"')
    )
  },
  braces(hue) {
    const bar = (x, y, w, h, l) => rect(x, y, w, 11, 5.5, tone(l, 0.13, h))
    return (
      rect(-112, -88, 224, 176, 14, tone(0.25, 0.035, hue), `stroke="#ffffff30" stroke-width="2"`) +
      dot(-92, -68, 5, tone(0.7, 0.16, 25)) +
      dot(-75, -68, 5, tone(0.82, 0.14, 85)) +
      dot(-58, -68, 5, tone(0.76, 0.16, 150)) +
      bar(-90, -44, 60, hue, 0.72) +
      bar(-22, -44, 84, hue + 60, 0.82) +
      path('M-84-24q-8 0-8 9v20q0 7-7 7 7 0 7 7v20q0 9 8 9', '#ffffff80', 3) +
      bar(-70, -20, 44, hue + 120, 0.76) +
      bar(-18, -20, 70, hue, 0.84) +
      bar(-70, 2, 92, hue + 60, 0.7) +
      bar(-70, 24, 34, hue + 120, 0.76) +
      bar(-28, 24, 58, hue + 200, 0.78) +
      rect(-70, 46, 116, 11, 5.5, '#ffffff40') +
      bar(-90, 66, 26, hue, 0.72)
    )
  },
  beam(hue) {
    return (
      rect(-110, -96, 220, 190, 10, tone(0.24, 0.04, hue)) +
      shape('M-62-70h62L96 94H2z', tone(0.86, 0.11, 85), 'opacity=".5"') +
      shape('M-40-70h22L62 94H30z', '#fff3cf', 'opacity=".4"') +
      rect(-66, -78, 72, 12, 3, '#fff3cf') +
      [
        [10, 6],
        [34, 40],
        [-8, -24],
        [52, 70],
        [22, 64],
        [4, 30],
      ]
        .map(([x, y], i) => dot(x, y, 2 + (i % 3), '#fff', 'opacity=".8"'))
        .join('')
    )
  },
  blocks(hue) {
    const iso = isometric(0, -26, 26)
    const out = [iso.block(-2, -2, -0.6, 5, 5, 0.6, hue, 0.46)]
    for (const [x, y, z, h] of [
      [-2, -2, 0, 30],
      [-1, -2, 0, 30],
      [-2, -1, 0, 140],
      [-2, -2, 1, 85],
      [1, -1, 0, 140],
      [2, -1, 0, 140],
      [2, -1, 1, 85],
      [0, 2, 0, 320],
    ])
      out.push(iso.block(x, y, z, 1, 1, 1, h, 0.66, 0.14))
    return out.join('')
  },
  peak(hue) {
    return (
      shape('M-116 84L-30-78 4-18l24-34L116 84z', tone(0.5, 0.1, hue)) +
      shape('M-30-78L4-18l-14 40-26 10-22 52h-58z', tone(0.68, 0.11, hue)) +
      shape('M-30-78l26 46-14 14-12-14-10 18-14-14z', '#fff') +
      path('M18 84q-30-30 6-52t10-40', tone(0.78, 0.12, 225), 7) +
      ball('bp', 78, -76, 18, 85, 0.8)
    )
  },
}
