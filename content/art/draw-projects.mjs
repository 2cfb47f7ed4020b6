// Projects are small worlds seen from above.
import { ball, dot, halo, isometric, line, n, oval, path, picture, poly, seeded, shape, tone } from './draw-kit.mjs'

function plinth(iso, w, d, hue, light = 0.42) {
  return iso.block(0, 0, -0.7, w, d, 0.7, hue, light, 0.07)
}

function stealth() {
  const iso = isometric(285, 62, 25)
  const out = [
    halo('moon', 470, 58, 96, tone(0.86, 0.06, 250), 0.5),
    dot(470, 58, 24, tone(0.93, 0.03, 250)),
    dot(462, 52, 5, tone(0.85, 0.03, 250)),
    dot(477, 66, 4, tone(0.85, 0.03, 250)),
  ]
  out.push(plinth(iso, 9, 8, 262, 0.4))
  for (let x = 0; x < 9; x++)
    for (let y = 0; y < 8; y++)
      if ((x + y) % 2) out.push(iso.tile(x, y, 0, 1, 1, tone(0.5, 0.06, 262), 'fill-opacity=".55"'))
  out.push(iso.block(0, 0, 0, 9, 0.5, 1.5, 258, 0.52, 0.06), iso.block(0, 0.5, 0, 0.5, 7.5, 1.5, 258, 0.52, 0.06))
  out.push(
    poly([iso.at(3.1, 3.2, 0.02), iso.at(8.4, 2.1, 0.02), iso.at(8.8, 5.2, 0.02)], '#ffe08a', 'fill-opacity=".42"'),
  )
  out.push(iso.block(2, 1.2, 0, 1, 1, 1.1, 268, 0.56, 0.05))
  out.push(iso.block(5, 1, 0, 1.2, 1.2, 2.1, 268, 0.56, 0.05))
  out.push(
    oval(...iso.at(3, 3.2, 0), 13, 6, '#000', 'opacity=".4"'),
    shape(bodyAt(iso.at(3, 3.2, 0), 1), tone(0.82, 0.13, 80)),
    ball('g1', iso.at(3, 3.2, 0)[0], iso.at(3, 3.2, 0)[1] - 38, 9, 75, 0.74),
  )
  const route = [
    [3, 3.2],
    [3, 6.6],
    [7.2, 6.6],
  ].map(([x, y]) => iso.at(x, y, 0.03))
  out.push(line(route, '#ffffffb0', 2, 'stroke-dasharray="1 8"'))
  out.push(iso.block(4.4, 5, 0, 1.3, 1, 1, 30, 0.5, 0.08))
  const hero = iso.at(6.3, 6.1, 0)
  out.push(
    oval(hero[0], hero[1], 12, 5.5, '#000', 'opacity=".45"'),
    shape(bodyAt(hero, 0.86), tone(0.62, 0.13, 195)),
    ball('g2', hero[0], hero[1] - 33, 8, 190, 0.66),
  )
  out.push(iso.block(8.2, 6, 0, 0.35, 1.6, 1.7, 60, 0.66, 0.12))
  return picture(262, [200, 60, 300], out.join(''))
}

function bodyAt([x, y], k) {
  return `M${n(x - 10 * k)} ${n(y)}q${n(1 * k)} ${n(-30 * k)} ${n(10 * k)} ${n(-31 * k)}t${n(10 * k)} ${n(31 * k)}q${n(-10 * k)} ${n(5 * k)} ${n(-20 * k)} 0z`
}

function stairs() {
  const iso = isometric(290, 196, 22)
  const out = []
  for (let i = 0; i < 6; i++) out.push(iso.block(i * -1 + 2, 0, -2.6, 1, 4, 2.2 + i * 0.62, 172, 0.5 + i * 0.015, 0.08))
  const order = out.reverse()
  const feet = []
  for (let i = 0; i < 6; i++) {
    const z = -2.6 + 2.2 + i * 0.62
    const [x, y] = iso.at(2.5 - i, i % 2 ? 1.35 : 2.55, z)
    const glow = 0.35 + i * 0.13
    feet.push(
      `<g transform="translate(${n(x)} ${n(y)}) rotate(-28)" opacity="${n(glow)}">${oval(3, 0, 11, 5.4, tone(0.88, 0.14, 92))}${oval(-12, 0, 5.5, 4, tone(0.88, 0.14, 92))}</g>`,
    )
  }
  const a = iso.at(-2.5, 1.35, 3.1)
  const leg =
    line(
      [
        [a[0] + 26, a[1] - 84],
        [a[0] + 34, a[1] - 44],
        [a[0] + 4, a[1] - 6],
      ],
      tone(0.84, 0.15, 165),
      13,
    ) +
    [
      [26, -84],
      [34, -44],
      [4, -6],
    ]
      .map(([dx, dy]) =>
        dot(a[0] + dx, a[1] + dy, 9, tone(0.28, 0.05, 172), `stroke="${tone(0.84, 0.15, 165)}" stroke-width="3"`),
      )
      .join('')
  return picture(
    172,
    [220, 80, 280],
    order.join('') +
      feet.join('') +
      leg +
      path(`M${n(a[0] + 100)} ${n(a[1] + 20)}q30-90-52-132`, '#f3dca1', 1.8, 'stroke-dasharray="3 7"'),
  )
}

function platformer() {
  const iso = isometric(285, 92, 24)
  const out = [halo('sun', 110, 70, 100, '#ffe9a8', 0.55), dot(110, 70, 26, '#ffe9a8')]
  for (const [x, y, w] of [
    [420, 66, 40],
    [60, 150, 30],
    [500, 200, 34],
  ])
    out.push(`<g opacity=".2">${oval(x, y, w, 11, '#fff')}${oval(x - w * 0.3, y - 9, w * 0.5, 11, '#fff')}</g>`)
  const column = (x, y, z) =>
    iso.block(x, y, z - 1, 1, 1, 0.72, 48, 0.5, 0.09) + iso.block(x, y, z - 0.28, 1, 1, 0.28, 142, 0.66, 0.16)
  const heights = [
    [0, 0, 0, 0, 1, 1, 2, 2],
    [0, 0, 0, 0, 1, 1, 2, 2],
    [0, 0, -9, -9, 1, 1, 1, 2],
    [0, 0, -9, -9, 0, 0, 1, 1],
    [0, 0, 0, 0, 0, 0, 0, 0],
  ]
  heights.forEach((row, y) => {
    row.forEach((z, i) => {
      const x = i
      if (z < -5) out.push(iso.tile(x, y, -0.5, 1, 1, tone(0.66, 0.13, 235), 'fill-opacity=".85"'))
      else for (let k = 0; k <= Math.max(0, z); k++) out.push(column(x, y, k))
    })
  })
  for (const [x, y, z] of [
    [1, 2, 1],
    [2.1, 3, 1.7],
    [3.2, 3, 2],
    [4.3, 3, 1.9],
  ]) {
    const [cx, cy] = iso.at(x + 0.5, y + 0.5, z)
    out.push(oval(cx, cy, 7, 9, '#f6c944'), oval(cx - 1.5, cy, 3, 5.5, '#fff2b8'))
  }
  const f = iso.at(7.2, 0.6, 2)
  out.push(
    line([f, [f[0], f[1] - 52]], '#fff', 3.4),
    poly(
      [
        [f[0], f[1] - 52],
        [f[0] + 32, f[1] - 42],
        [f[0], f[1] - 32],
      ],
      tone(0.68, 0.2, 25),
    ),
  )
  const h = iso.at(0.6, 4.5, 0)
  out.push(
    oval(h[0], h[1], 11, 5, '#000', 'opacity=".3"'),
    shape(`M${n(h[0] - 10)} ${n(h[1] - 2)}v-14a10 11 0 0 1 20 0v14q-10 5-20 0z`, tone(0.74, 0.16, 320)),
    dot(h[0] - 2, h[1] - 15, 2.2, '#1d1226'),
    dot(h[0] + 5, h[1] - 15, 2.2, '#1d1226'),
  )
  return picture(236, [150, 80, 300], out.join(''))
}

function island() {
  const out = [halo('sun', 150, 74, 130, '#ffd9a0', 0.6), dot(150, 74, 34, '#ffe3b0')]
  const bands = [
    [250, 60, 0.42],
    [222, 50, 0.5],
    [192, 41, 0.58],
    [164, 33, 0.68],
  ]
  for (const [rx, ry, l] of bands) out.push(oval(300, 236, rx, ry, tone(l, 0.11, 205)))
  for (let i = 0; i < 9; i++) out.push(path(`M${60 + i * 52} ${214 + ((i * 37) % 60)}q8-5 16 0t16 0`, '#ffffff66', 1.8))
  out.push(oval(302, 226, 140, 27, tone(0.86, 0.09, 88)), oval(296, 220, 116, 20, tone(0.68, 0.15, 140)))
  out.push(shape('M196 220q18-84 62-98 22-22 46-10 44 8 60 52 18 18 30 56-100 18-198 0z', tone(0.52, 0.13, 145)))
  out.push(shape('M196 220q18-84 62-98 22-22 46-10-20 30-30 50-34 10-44 60-20 2-34-2z', tone(0.66, 0.15, 138)))
  out.push(shape('M196 220q18-84 62-98 10-10 20-12-22 26-30 52-28 14-36 58z', tone(0.8, 0.15, 128)))
  const tree = (x, y, k) =>
    line(
      [
        [x, y],
        [x + 4 * k, y - 34 * k],
      ],
      tone(0.46, 0.08, 55),
      6 * k,
    ) +
    dot(x + 6 * k, y - 48 * k, 23 * k, tone(0.56, 0.16, 20)) +
    dot(x + 1 * k, y - 53 * k, 16 * k, tone(0.7, 0.17, 30)) +
    dot(x - 4 * k, y - 58 * k, 8 * k, tone(0.84, 0.13, 45))
  out.push(tree(372, 218, 1.1), tree(336, 150, 0.7), tree(236, 214, 0.85))
  out.push(
    shape('M402 232l34-14 4 10-30 12z', tone(0.56, 0.1, 50)),
    poly(
      [
        [416, 222],
        [418, 178],
        [444, 214],
      ],
      '#fff5e2',
    ),
  )
  return picture(212, [160, 70, 320], out.join(''))
}

function meadow() {
  const random = seeded(7)
  const iso = isometric(285, 84, 27)
  const out = [plinth(iso, 7.6, 7.6, 110, 0.4), iso.tile(0, 0, 0, 7.6, 7.6, tone(0.5, 0.12, 140))]
  const blades = []
  for (let i = 0; i < 330; i++) blades.push([random() * 7.5, random() * 7.5, random()])
  blades.sort((a, b) => a[0] + a[1] - b[0] - b[1])
  for (const [x, y, r] of blades) {
    const wave = Math.sin(x * 0.9 - y * 0.45) * 0.5 + 0.5
    const [bx, by] = iso.at(x, y, 0)
    const height = 15 + r * 13
    out.push(
      shape(
        `M${n(bx - 2)} ${n(by)}q0 ${n(-height * 0.7)} ${n(4 + wave * 13)} ${n(-height)}q${n(-6 - wave * 6)} ${n(height * 0.4)} ${n(-wave * 12)} ${n(height)}z`,
        tone(0.56 + wave * 0.28 + r * 0.05, 0.16, 148 - wave * 34),
      ),
    )
    if (r > 0.955) out.push(dot(bx + 6, by - height - 2, 4, '#fff6d8'), dot(bx + 6, by - height - 2, 1.7, '#f0b53c'))
  }
  out.push(
    path('M60 66q60-26 110 0t96-6', '#ffffff70', 2.4),
    path('M372 52q50-20 92 2t66-4', '#ffffff55', 2.4),
    path('M36 104q36-16 70 0', '#ffffff40', 2),
  )
  return picture(142, [180, 70, 300], out.join(''))
}

function arena() {
  const out = []
  const hex = (r, ry, dy) =>
    Array.from({ length: 6 }, (_, i) => [
      285 + r * Math.cos((i * Math.PI) / 3),
      172 + dy + ry * Math.sin((i * Math.PI) / 3),
    ])
  const top = hex(205, 106, 0)
  const low = hex(205, 106, 26)
  out.push(
    poly([top[0], top[1], low[1], low[0]], tone(0.28, 0.07, 300)),
    poly([top[1], top[2], low[2], low[1]], tone(0.38, 0.08, 295)),
    poly([top[2], top[3], low[3], low[2]], tone(0.44, 0.09, 290)),
  )
  out.push(
    poly(top, tone(0.46, 0.1, 292)),
    poly(hex(168, 87, 0), tone(0.52, 0.11, 292)),
    poly(hex(70, 36, 0), tone(0.62, 0.13, 296)),
  )
  for (let i = 0; i < 6; i++) out.push(line([hex(70, 36, 0)[i], hex(168, 87, 0)[i]], '#ffffff24', 1.6))
  const pawns = [
    [150, 172, 25],
    [285, 96, 95],
    [420, 172, 205],
    [285, 246, 330],
  ]
  for (let i = 0; i < 4; i++)
    for (let j = i + 1; j < 4; j++)
      out.push(
        path(
          `M${pawns[i][0]} ${pawns[i][1]}Q285 ${120 + (i + j) * 8} ${pawns[j][0]} ${pawns[j][1]}`,
          '#ffffff4d',
          1.6,
          'stroke-dasharray="2 7"',
        ),
      )
  pawns.forEach(([x, y, hue], i) => {
    out.push(
      oval(x, y + 3, 25, 11, '#000', 'opacity=".35"'),
      oval(x, y, 22, 10, 'none', `stroke="${tone(0.82, 0.15, hue)}" stroke-width="2.4"`),
    )
    out.push(
      shape(`M${x - 15} ${y - 2}q3-42 15-44t15 44q-15 7-30 0z`, tone(0.6, 0.17, hue)),
      shape(`M${x - 15} ${y - 2}q3-42 15-44-5 20-5 48-7-1-10-4z`, tone(0.76, 0.15, hue)),
      ball(`p${i}`, x, y - 50, 13, hue, 0.7),
    )
  })
  for (const [x, y] of [
    [208, 142],
    [240, 206],
    [352, 140],
    [340, 214],
    [286, 160],
  ])
    out.push(
      poly(
        [
          [x, y - 7],
          [x + 7, y],
          [x, y + 7],
          [x - 7, y],
        ],
        '#fff',
        'opacity=".85"',
      ),
    )
  return picture(292, [190, 70, 300], out.join(''))
}

export const projects = {
  'project-stealth': stealth(),
  'project-stairs': stairs(),
  'project-platformer': platformer(),
  'project-island': island(),
  'project-meadow': meadow(),
  'project-arena': arena(),
}
