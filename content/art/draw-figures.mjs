// Figures inside lessons. No words: the text beside them explains.
import { dot, line, n, oval, path, picture, poly, rect, shape, tone } from './draw-kit.mjs'

function acne() {
  const out = []
  const ground = (x) => 262 - (x - 60) * 0.3
  out.push(
    poly(
      [
        [60, ground(60)],
        [520, ground(520)],
        [520, 320],
        [60, 320],
      ],
      tone(0.36, 0.05, 250),
    ),
  )
  for (let i = 0; i < 6; i++) {
    const x = 60 + i * 76
    const mid = ground(x + 38)
    out.push(
      line(
        [
          [x, mid],
          [x + 76, mid],
        ],
        '#ffe08a',
        4,
      ),
      line(
        [
          [x + 76, mid],
          [x + 76, ground(x + 114)],
        ],
        '#ffffff50',
        1.6,
        'stroke-dasharray="3 5"',
      ),
    )
    out.push(
      line(
        [
          [x + 2, ground(x) + 1],
          [x + 38, mid + 1],
        ],
        tone(0.26, 0.05, 250),
        8,
      ),
      line(
        [
          [x + 38, mid],
          [x + 74, ground(x + 76)],
        ],
        tone(0.9, 0.08, 90),
        6,
      ),
    )
    out.push(
      line(
        [
          [x + 38, 40],
          [x + 38, mid - 12],
        ],
        '#ffffff38',
        1.6,
        'stroke-dasharray="2 8"',
      ),
      poly(
        [
          [x + 33, mid - 16],
          [x + 43, mid - 16],
          [x + 38, mid - 5],
        ],
        '#ffffff70',
      ),
    )
  }
  return picture(250, [200, 50, 300], out.join(''))
}

function cosine() {
  const out = [oval(285, 262, 210, 26, tone(0.36, 0.06, 70))]
  out.push(
    poly(
      [
        [150, 262],
        [230, 262],
        [230, 40],
        [150, 40],
      ],
      '#ffe9a8',
      'opacity=".35"',
    ),
    oval(190, 262, 40, 9, '#fff3cf'),
    poly(
      [
        [330, 262],
        [470, 262],
        [560, 70],
        [490, 40],
      ],
      '#ffe9a8',
      'opacity=".28"',
    ),
    oval(400, 262, 70, 11, '#ffe9a8', 'opacity=".6"'),
  )
  out.push(
    line(
      [
        [190, 262],
        [190, 150],
      ],
      '#fff',
      3,
    ),
    poly(
      [
        [182, 156],
        [198, 156],
        [190, 138],
      ],
      '#fff',
    ),
    line(
      [
        [400, 262],
        [400, 150],
      ],
      '#fff',
      3,
    ),
    poly(
      [
        [392, 156],
        [408, 156],
        [400, 138],
      ],
      '#fff',
    ),
    path('M400 190a70 70 0 0 1 34 10', '#ff9f8f', 3),
  )
  return picture(70, [200, 40, 300], out.join(''))
}

function ringBuffer() {
  const out = []
  for (let i = 0; i < 12; i++) {
    const a = (i / 12) * Math.PI * 2 - Math.PI / 2
    const b = ((i + 0.9) / 12) * Math.PI * 2 - Math.PI / 2
    const at = (r, t) => `${n(285 + r * Math.cos(t))} ${n(160 + r * Math.sin(t))}`
    const filled = i > 1 && i < 8
    out.push(
      shape(
        `M${at(130, a)}A130 130 0 0 1 ${at(130, b)}L${at(82, b)}A82 82 0 0 0 ${at(82, a)}z`,
        filled ? tone(0.52 + i * 0.04, 0.13, 280) : tone(0.3, 0.03, 280),
      ),
    )
  }
  out.push(
    line(
      [
        [285, 160],
        [349, 141],
      ],
      '#ffe08a',
      5,
    ),
    poly(
      [
        [362, 137],
        [346, 132],
        [350, 150],
      ],
      '#ffe08a',
    ),
    line(
      [
        [285, 160],
        [246, 216],
      ],
      tone(0.86, 0.14, 150),
      5,
    ),
    poly(
      [
        [238, 228],
        [240, 211],
        [255, 221],
      ],
      tone(0.86, 0.14, 150),
    ),
    dot(285, 160, 10, '#fff'),
  )
  return picture(280, [285, 100, 260], out.join(''))
}

function listening() {
  const out = []
  for (let i = 4; i > 0; i--)
    out.push(
      dot(
        150,
        150,
        i * 62,
        'none',
        `stroke="${tone(0.86 - i * 0.1, 0.12, 300)}" stroke-width="${n(5 - i * 0.8)}" opacity="${n(1.1 - i * 0.22)}"`,
      ),
    )
  out.push(
    dot(150, 150, 16, '#fff'),
    dot(420, 190, 46, tone(0.56, 0.1, 40)),
    path('M372 176a52 52 0 0 1 92-24', tone(0.3, 0.05, 40), 16),
    oval(376, 196, 8, 13, tone(0.7, 0.1, 40)),
    oval(464, 196, 8, 13, tone(0.48, 0.09, 40)),
  )
  out.push(
    line(
      [
        [166, 153],
        [366, 192],
      ],
      '#ffe08a',
      3,
    ),
    path('M166 146Q330 70 470 180', '#ffe08a', 3, 'stroke-dasharray="3 8"'),
  )
  return picture(300, [150, 120, 280], out.join(''))
}

export const figures = {
  'figure-acne': acne(),
  'figure-cosine': cosine(),
  'figure-ring-buffer': ringBuffer(),
  'figure-listening': listening(),
}
