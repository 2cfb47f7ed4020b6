// Pictures of tutorials beyond the first twenty-four.
import { dot, halo, isometric, line, oval, path, picture, poly, rect, tone } from './draw-kit.mjs'

function garbage() {
  const out = []
  const spots = Array.from({ length: 14 }, (_, i) => {
    const a = (i / 14) * Math.PI * 2
    return [285 + 186 * Math.cos(a), 168 + 84 * Math.sin(a), i]
  }).sort((a, b) => a[1] - b[1])
  out.push(
    oval(285, 178, 214, 104, tone(0.32, 0.06, 128)),
    oval(285, 170, 214, 104, tone(0.44, 0.09, 132)),
    oval(285, 170, 146, 62, tone(0.3, 0.06, 128)),
    oval(285, 166, 146, 60, tone(0.22, 0.045, 128)),
  )
  for (const [x, y, i] of spots) {
    const iso = isometric(x, y - 20, 19)
    const busy = i % 3 !== 1
    out.push(
      `<g opacity="${busy ? 1 : 0.42}">${iso.block(-0.8, -0.8, 0, 1.6, 1.6, 1.6, busy ? 128 + (i % 4) * 24 : 130, busy ? 0.68 : 0.5, busy ? 0.15 : 0.04)}</g>`,
    )
  }
  out.push(
    path('M222 158a66 26 0 0 1 118-10', '#fff', 4),
    poly(
      [
        [334, 136],
        [356, 154],
        [330, 160],
      ],
      '#fff',
    ),
    path('M348 176a66 26 0 0 1-118 12', '#fff', 4),
    poly(
      [
        [236, 200],
        [214, 182],
        [240, 176],
      ],
      '#fff',
    ),
  )
  return picture(128, [200, 70, 300], out.join(''))
}

function tools() {
  const out = [
    rect(92, 44, 386, 236, 12, tone(0.25, 0.03, 220), 'stroke="#ffffff38" stroke-width="1.6"'),
    rect(92, 44, 386, 34, 12, tone(0.34, 0.04, 220)),
    rect(92, 64, 386, 14, 0, tone(0.34, 0.04, 220)),
    rect(108, 54, 58, 14, 7, tone(0.6, 0.14, 220)),
    rect(176, 54, 46, 14, 7, '#ffffff30'),
  ]
  out.push(rect(106, 92, 200, 174, 8, tone(0.19, 0.03, 220)))
  for (let i = 1; i < 6; i++)
    out.push(
      line(
        [
          [106 + i * 33, 92],
          [106 + i * 33, 266],
        ],
        '#ffffff14',
        1,
      ),
      line(
        [
          [106, 92 + i * 29],
          [306, 92 + i * 29],
        ],
        '#ffffff14',
        1,
      ),
    )
  out.push(path('M120 246C180 246 170 128 214 128S250 206 294 112', tone(0.82, 0.15, 195), 4))
  for (const [x, y, hx, hy] of [
    [120, 246, 158, 246],
    [214, 128, 184, 128],
    [294, 112, 276, 150],
  ])
    out.push(
      line(
        [
          [x, y],
          [hx, hy],
        ],
        '#ffe08a',
        1.8,
      ),
      dot(hx, hy, 5, '#ffe08a'),
      poly(
        [
          [x, y - 8],
          [x + 8, y],
          [x, y + 8],
          [x - 8, y],
        ],
        '#fff',
      ),
    )
  const rows = [
    [0.7, 195],
    [0.35, 25],
    [0.55, 85],
    [0.85, 150],
    [0.2, 290],
  ]
  rows.forEach(([v, h], i) =>
    out.push(
      rect(322, 98 + i * 34, 46, 8, 4, '#ffffff60'),
      rect(378, 99 + i * 34, 84, 6, 3, '#ffffff22'),
      rect(378, 99 + i * 34, 84 * v, 6, 3, tone(0.74, 0.14, h)),
      dot(378 + 84 * v, 102 + i * 34, 7, '#fff'),
    ),
  )
  const gear = Array.from({ length: 32 }, (_, i) => {
    const a = ((i + 0.5) / 32) * Math.PI * 2
    const r = i % 4 < 2 ? 46 : 35
    return [474 + r * Math.cos(a), 258 + r * Math.sin(a)]
  })
  out.push(
    poly(gear, tone(0.72, 0.14, 60), 'stroke-linejoin="round"'),
    dot(474, 258, 17, tone(0.25, 0.03, 220)),
    dot(464, 248, 26, '#fff', 'opacity=".12"'),
  )
  return picture(222, [250, 70, 300], out.join(''))
}

function behaviourTree() {
  const nodes = {
    root: [285, 52],
    a: [140, 138],
    b: [285, 138],
    c: [430, 138],
    a1: [86, 238],
    a2: [190, 238],
    b1: [285, 238],
    c1: [380, 238],
    c2: [484, 238],
  }
  const edges = [
    ['root', 'a'],
    ['root', 'b'],
    ['root', 'c'],
    ['a', 'a1'],
    ['a', 'a2'],
    ['b', 'b1'],
    ['c', 'c1'],
    ['c', 'c2'],
  ]
  const active = new Set(['root', 'c', 'c1', 'rootc', 'cc1'])
  const out = edges.map(([from, to]) => {
    const [x1, y1] = nodes[from]
    const [x2, y2] = nodes[to]
    const on = active.has(from + to)
    return path(
      `M${x1} ${y1 + 18}C${x1} ${y1 + 52} ${x2} ${y2 - 52} ${x2} ${y2 - 18}`,
      on ? '#ffe08a' : '#ffffff4a',
      on ? 4 : 2,
    )
  })
  for (const [key, [x, y]] of Object.entries(nodes)) {
    const on = active.has(key)
    const leaf = key.length === 2
    const failed = key === 'a1' || key === 'b1'
    const fill = on ? tone(0.62, 0.15, 80) : tone(0.38, 0.08, 205)
    out.push(
      leaf
        ? rect(x - 42, y - 20, 84, 42, 10, fill, 'stroke="#ffffff50" stroke-width="1.6"')
        : poly(
            [
              [x - 44, y],
              [x - 24, y - 22],
              [x + 24, y - 22],
              [x + 44, y],
              [x + 24, y + 22],
              [x - 24, y + 22],
            ],
            fill,
            'stroke="#ffffff50" stroke-width="1.6"',
          ),
    )
    out.push(rect(x - 20, y - 8, 40, 7, 3.5, on ? '#fff' : '#ffffff80'), rect(x - 20, y + 5, 26, 6, 3, '#ffffff50'))
    if (failed)
      out.push(dot(x + 38, y - 18, 11, tone(0.6, 0.2, 25)), path(`M${x + 34} ${y - 22}l8 8m0-8l-8 8`, '#fff', 2.6))
    if (key === 'c1')
      out.push(dot(x + 38, y - 18, 11, tone(0.66, 0.17, 150)), path(`M${x + 33} ${y - 18}l4 4 7-8`, '#fff', 2.6))
  }
  return picture(206, [300, 60, 300], out.join(''))
}

function prediction() {
  const out = [halo('goal', 482, 92, 70, '#ffe08a', 0.5)]
  for (let i = 0; i < 12; i++)
    out.push(
      line(
        [
          [60 + i * 40, 286],
          [60 + i * 40, 278],
        ],
        '#ffffff60',
        2,
      ),
    )
  out.push(
    line(
      [
        [46, 286],
        [530, 286],
      ],
      '#ffffff40',
      1.6,
    ),
  )
  out.push(
    path('M70 236C150 220 200 180 262 168S390 150 482 92', tone(0.84, 0.14, 150), 5),
    path('M262 168C320 160 380 196 470 206', '#ff9f8f', 3, 'stroke-dasharray="3 9"'),
    path('M400 188Q420 160 414 138', '#ffe08a', 3.4),
    poly(
      [
        [405, 146],
        [412, 124],
        [425, 142],
      ],
      '#ffe08a',
    ),
  )
  const cube = (x, y, h, l, opacity) =>
    `<g opacity="${opacity}">${isometric(x, y - 12, 15).block(-0.8, -0.8, 0, 1.6, 1.6, 1.6, h, l, 0.14)}</g>`
  out.push(
    cube(70, 236, 150, 0.6, 0.35),
    cube(166, 198, 150, 0.62, 0.55),
    cube(262, 168, 150, 0.66, 0.8),
    cube(374, 148, 150, 0.7, 1),
    cube(482, 92, 150, 0.74, 1),
    cube(400, 190, 25, 0.66, 0.6),
    cube(470, 206, 25, 0.66, 0.45),
  )
  return picture(152, [420, 70, 300], out.join(''))
}

export const tutorials = {
  'object-pool': garbage(),
  'editor-tools': tools(),
  'behaviour-tree': behaviourTree(),
  prediction: prediction(),
}
