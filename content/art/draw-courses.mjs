// Courses show a journey: one thing seen at several moments.
import {
  ball,
  dot,
  halo,
  isometric,
  line,
  n,
  oval,
  path,
  picture,
  poly,
  rect,
  seeded,
  shape,
  tone,
} from './draw-kit.mjs'

function light() {
  const out = [
    halo('lamp', 92, 58, 190, '#ffe9b0', 0.55),
    shape('M60 34h64l16 34H44z', '#f7dfa0'),
    rect(86, 0, 12, 36, 3, tone(0.4, 0.06, 70)),
    oval(92, 68, 48, 9, '#fffbe6'),
  ]
  const xs = [118, 228, 342, 462]
  xs.forEach((x, i) => {
    const r = 44 + i * 5
    const y = 226 - i * 12
    out.push(oval(x + 14 + i * 6, y + r - 2, r * (0.9 + i * 0.06), 12, '#000', `opacity="${n(0.1 + i * 0.12)}"`))
    if (i === 0)
      for (let k = -2; k <= 2; k++)
        out.push(
          oval(x, y, Math.abs(k) * r * 0.5, r, 'none', 'stroke="#ffffff90" stroke-width="1.4"'),
          oval(
            x,
            y + k * r * 0.34,
            Math.sqrt(1 - (k * 0.34) ** 2) * r,
            5,
            'none',
            'stroke="#ffffff60" stroke-width="1.2"',
          ),
        )
    if (i === 0) out.push(dot(x, y, r, 'none', 'stroke="#ffffffb0" stroke-width="1.6"'))
    if (i === 1) out.push(dot(x, y, r, tone(0.62, 0.15, 62)))
    if (i === 2)
      out.push(
        `<clipPath id="c2"><circle cx="${x}" cy="${y}" r="${r}"/></clipPath><g clip-path="url(#c2)">${dot(x, y, r, tone(0.42, 0.12, 45))}${dot(x - 12, y - 12, r, tone(0.62, 0.15, 60))}${dot(x - 24, y - 24, r * 0.66, tone(0.8, 0.14, 75))}</g>`,
      )
    if (i === 3)
      out.push(
        ball('b3', x, y, r, 66, 0.64),
        path(
          `M${x + r * 0.5} ${y + r * 0.72}a${r} ${r} 0 0 0 ${n(r * 0.42)}-${n(r * 0.8)}`,
          tone(0.7, 0.1, 230),
          3,
          'opacity=".8"',
        ),
        oval(x - 20, y - 24, 11, 7, '#fff', `opacity=".9" transform="rotate(-38 ${x - 20} ${y - 24})"`),
      )
  })
  out.push(path('M44 292H526', '#ffffff2e', 1.6))
  return picture(58, [100, 60, 330], out.join(''))
}

function frame() {
  const random = seeded(31)
  const out = []
  for (let i = 0; i < 34; i++) {
    const x = 36 + i * 15
    const h = 46 + random() * 22
    out.push(
      rect(x, 262 - h, 10, h, 2, tone(0.56, 0.12, 235)),
      rect(x, 262 - h, 10, h * 0.45, 2, tone(0.68, 0.12, 190)),
      rect(x, 262 - h, 10, h * 0.18, 2, tone(0.84, 0.12, 85)),
    )
  }
  out.push(
    line(
      [
        [30, 184],
        [548, 184],
      ],
      '#ffffff90',
      1.8,
      'stroke-dasharray="4 7"',
    ),
  )
  out.push(rect(336, 96, 10, 166, 2, '#fff'))
  out.push(
    dot(341, 142, 88, tone(0.2, 0.04, 20)),
    `<clipPath id="lens"><circle cx="341" cy="142" r="86"/></clipPath><g clip-path="url(#lens)">${[0, 1, 2, 3, 4].map((i) => rect(238 + i * 52, 180 - (i === 2 ? 118 : 20 + i * 3), 36, 160, 5, i === 2 ? '#fff' : tone(0.56, 0.12, 235))).join('')}${rect(342, 96, 36, 26, 3, tone(0.66, 0.21, 25))}${rect(342, 128, 36, 18, 3, tone(0.84, 0.13, 85))}${rect(342, 152, 36, 60, 3, tone(0.68, 0.12, 190))}<ellipse cx="300" cy="86" rx="60" ry="26" fill="#fff" opacity=".12" transform="rotate(-32 300 86)"/></g>`,
  )
  out.push(
    dot(341, 142, 88, 'none', `stroke="${tone(0.82, 0.1, 50)}" stroke-width="8"`),
    line(
      [
        [404, 206],
        [472, 276],
      ],
      tone(0.6, 0.12, 45),
      20,
    ),
    line(
      [
        [404, 206],
        [420, 222],
      ],
      tone(0.82, 0.1, 50),
      12,
    ),
  )
  return picture(18, [330, 90, 280], out.join(''))
}

function netcode() {
  const iso = isometric(209, 82, 25)
  const out = []
  for (let i = 0; i <= 12; i++) out.push(line([iso.at(i, 0, 0), iso.at(i, 5, 0)], '#ffffff1e', 1.2))
  for (let i = 0; i <= 5; i++) out.push(line([iso.at(0, i, 0), iso.at(12, i, 0)], '#ffffff1e', 1.2))
  const spots = [
    [0.6, 3.4],
    [2.6, 2.9],
    [4.6, 2.4],
    [6.6, 1.9],
    [8.6, 1.4],
  ]
  spots.forEach(([x, y], i) => {
    const ghost = i > 1
    out.push(
      `<g opacity="${ghost ? n(0.24 + (i === 4 ? 0.1 : 0)) : 1}">${iso.block(x, y, 0, 1.3, 1.3, 1.3, 275, 0.66, 0.14)}</g>`,
    )
    if (ghost)
      out.push(
        path(
          `M${n(iso.at(x, y, 1.3)[0])} ${n(iso.at(x, y, 1.3)[1])}L${iso
            .at(x + 1.3, y, 1.3)
            .map(n)
            .join(' ')}L${iso
            .at(x + 1.3, y + 1.3, 1.3)
            .map(n)
            .join(' ')}L${iso
            .at(x, y + 1.3, 1.3)
            .map(n)
            .join(' ')}z`,
          '#ffffffa0',
          1.6,
          'stroke-dasharray="4 4"',
        ),
      )
  })
  for (const [x, y, i] of [
    [5.4, 3.7, 0],
    [7.5, 4, 1],
    [9.6, 4, 2],
  ])
    out.push(iso.block(x, y, 0, 1.3, 1.3, 1.3, 165, 0.62 + i * 0.07, 0.14))
  const from = iso.at(9.2, 2, 1.6)
  const to = iso.at(3.4, 3.4, 1.7)
  out.push(
    path(
      `M${from.map(n).join(' ')}Q${n((from[0] + to[0]) / 2 + 10)} ${n(to[1] - 118)} ${to.map(n).join(' ')}`,
      '#ffe08a',
      3.4,
    ),
    poly(
      [
        [to[0] - 3, to[1] + 4],
        [to[0] - 2, to[1] - 17],
        [to[0] + 16, to[1] - 6],
      ],
      '#ffe08a',
    ),
  )
  return picture(282, [220, 60, 300], out.join(''))
}

function firstGame() {
  const out = [oval(285, 292, 190, 16, '#000', 'opacity=".35"')]
  out.push(
    shape(
      'M150 128q8-34 48-34h174q40 0 48 34l34 108q10 40-22 48-26 4-44-24l-22-34H204l-22 34q-18 28-44 24-32-8-22-48z',
      tone(0.5, 0.13, 330),
    ),
  )
  out.push(shape('M150 128q8-34 48-34h174q40 0 48 34l4 14q-14-26-46-26H192q-32 0-46 26z', tone(0.7, 0.13, 335)))
  out.push(rect(178, 148, 22, 62, 6, tone(0.24, 0.05, 330)), rect(158, 168, 62, 22, 6, tone(0.24, 0.05, 330)))
  for (const [x, y, h] of [
    [382, 152, 85],
    [408, 178, 25],
    [356, 178, 150],
    [382, 204, 240],
  ])
    out.push(ball(`k${h}`, x, y, 13, h, 0.72))
  const iso = isometric(288, 96, 17)
  const cubes = [
    [-1, -1, 0, 140],
    [0, -1, 0, 140],
    [1, -1, 0, 140],
    [-1, 0, 0, 140],
    [0, 0, 0, 140],
    [1, 0, 0, 140],
    [-1, 1, 0, 140],
    [0, 1, 0, 140],
    [1, 1, 0, 140],
    [-1, -1, 1, 60],
    [0, -1, 1, 60],
    [-1, -1, 2, 235],
  ]
  out.push(halo('up', 288, 80, 120, '#fff4c8', 0.4))
  for (const [x, y, z, h] of cubes) out.push(iso.block(x, y, z + 0.4, 1, 1, 1, h, 0.68, 0.14))
  for (const [x, y, r] of [
    [200, 62, 5],
    [372, 54, 6],
    [232, 34, 4],
    [348, 24, 4],
    [408, 84, 4],
    [172, 92, 4],
  ])
    out.push(
      poly(
        [
          [x, y - r * 1.8],
          [x + r * 0.6, y - r * 0.6],
          [x + r * 1.8, y],
          [x + r * 0.6, y + r * 0.6],
          [x, y + r * 1.8],
          [x - r * 0.6, y + r * 0.6],
          [x - r * 1.8, y],
          [x - r * 0.6, y - r * 0.6],
        ],
        '#ffe9a8',
      ),
    )
  return picture(322, [280, 70, 300], out.join(''))
}

function walking() {
  const out = [
    path('M0 268Q160 262 285 236T570 150', tone(0.7, 0.1, 190), 3),
    shape('M0 268Q160 262 285 236T570 150V320H0z', tone(0.3, 0.06, 190)),
  ]
  const figure = (x, y, k, phase, l) => {
    const c = tone(l, 0.14, 178)
    const s = Math.sin(phase)
    const j = (px, py) => [x + px * k, y + py * k]
    const limb = (list, w, color) =>
      line(
        list.map(([a, b]) => j(a, b)),
        color,
        w * k,
      )
    const back = tone(l - 0.2, 0.1, 185)
    return (
      limb(
        [
          [2, -96],
          [-22 * s - 2, -74],
          [-30 * s + 8, -52],
        ],
        8,
        back,
      ) +
      limb(
        [
          [0, -58],
          [-20 * s, -30],
          [-34 * s - 6, 0],
        ],
        10,
        back,
      ) +
      limb(
        [
          [0, -58],
          [22 * s + 3, -30],
          [26 * s, 0],
        ],
        10,
        c,
      ) +
      limb(
        [
          [0, -58],
          [4, -100],
        ],
        12,
        c,
      ) +
      limb(
        [
          [2, -96],
          [24 * s + 2, -74],
          [36 * s + 8, -58],
        ],
        8,
        c,
      ) +
      dot(...j(8, -122), 14 * k, c) +
      [
        [0, -58],
        [22 * s + 3, -30],
        [2, -96],
      ]
        .map(([a, b]) => dot(...j(a, b), 4 * k, '#fff'))
        .join('')
    )
  }
  out.push(
    figure(72, 264, 0.9, 1.2, 0.46),
    figure(174, 256, 1, -0.5, 0.55),
    figure(286, 236, 1.1, -1.3, 0.66),
    figure(410, 204, 1.2, 0.6, 0.76),
    figure(510, 172, 1.08, 1.4, 0.86),
  )
  out.push(path('M66 204Q190 190 286 172T512 100', '#f3dca1', 2, 'stroke-dasharray="2 8"'))
  return picture(184, [400, 60, 300], out.join(''))
}

export const courses = {
  'course-light': light(),
  'course-frame': frame(),
  'course-netcode': netcode(),
  'course-first-game': firstGame(),
  'course-walking': walking(),
}
