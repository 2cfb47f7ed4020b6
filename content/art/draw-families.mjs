// Quizzes: a topic beside four answers. Live sessions: a topic on a screen before an audience.

import { glyphs } from './draw-glyphs.mjs'
import { dot, group, halo, oval, path, picture, poly, rect, shape, tone } from './draw-kit.mjs'

function quiz(topic, hue, right, glyphHue = hue) {
  const out = [group('translate(168 166) scale(.98)', glyphs[topic](glyphHue))]
  for (let i = 0; i < 4; i++) {
    const y = 48 + i * 58
    const chosen = right.includes(i)
    const x = 318 + (chosen ? -8 : 0)
    out.push(
      rect(
        x,
        y,
        212,
        46,
        10,
        chosen ? tone(0.5, 0.13, hue) : tone(0.3, 0.045, hue),
        `stroke="${chosen ? tone(0.84, 0.13, hue) : '#ffffff26'}" stroke-width="${chosen ? 2.4 : 1.4}"`,
      ),
    )
    const cx = x + 25
    if (chosen) out.push(dot(cx, y + 23, 11, '#fff'), path(`M${cx - 5} ${y + 23}l4 4 7-8`, tone(0.42, 0.14, hue), 3))
    else out.push(dot(cx, y + 23, 10, 'none', 'stroke="#ffffff60" stroke-width="2.2"'))
    const lengths = [
      [118, 70],
      [92, 128],
      [130, 56],
      [80, 104],
    ][(i + right[0]) % 4]
    out.push(
      rect(x + 50, y + 13, lengths[0], 8, 4, chosen ? '#ffffffd8' : '#ffffff66'),
      rect(x + 50, y + 27, lengths[1], 7, 3.5, chosen ? '#ffffff80' : '#ffffff30'),
    )
  }
  return picture(hue, [170, 120, 280], out.join(''))
}

function live(topic, hue, glyphHue = hue) {
  const out = [
    poly(
      [
        [92, 0],
        [150, 0],
        [330, 250],
        [120, 250],
      ],
      tone(0.86, 0.06, hue),
      'opacity=".10"',
    ),
    poly(
      [
        [478, 0],
        [420, 0],
        [240, 250],
        [450, 250],
      ],
      tone(0.86, 0.06, hue),
      'opacity=".10"',
    ),
  ]
  out.push(halo('screen', 285, 130, 220, tone(0.7, 0.14, hue), 0.45))
  out.push(rect(138, 26, 294, 190, 12, tone(0.2, 0.035, hue), `stroke="${tone(0.74, 0.12, hue)}" stroke-width="2.4"`))
  out.push(
    `<clipPath id="sc"><rect x="140" y="28" width="290" height="186" rx="10"/></clipPath><g clip-path="url(#sc)">${rect(140, 28, 290, 186, 10, tone(0.34, 0.07, hue))}${group('translate(285 124) scale(.78)', glyphs[topic](glyphHue))}</g>`,
  )
  out.push(
    rect(154, 40, 46, 18, 9, tone(0.58, 0.21, 25)),
    dot(166, 49, 4, '#fff'),
    rect(174, 46, 18, 6, 3, '#ffffffd0'),
  )
  out.push(
    shape('M0 252q285-34 570 0v68H0z', tone(0.3, 0.05, hue)),
    shape('M0 252q285-34 570 0v5q-285-34-570 0z', tone(0.6, 0.1, hue)),
  )
  for (let row = 0; row < 2; row++) {
    for (let i = 0; i < 12 + row; i++) {
      const x = (row ? 0 : 24) + i * 48
      const y = 268 + row * 28
      const color = tone(0.17 - row * 0.035, 0.035, hue + 10)
      out.push(
        shape(`M${x - 21} ${y + 44}q0-34 21-34t21 34z`, color),
        oval(x, y, 11.5, 13, color),
        path(`M${x - 11} ${y - 4}a11.5 13 0 0 1 15-8`, tone(0.62, 0.1, hue), 1.6, 'opacity=".7"'),
      )
    }
  }
  return picture(hue, [285, 60, 300], out.join(''))
}

export const families = {
  'quiz-shadows': quiz('shadow', 256, [1], 60),
  'quiz-shaders': quiz('shader', 306, [2], 318),
  'quiz-physics': quiz('stack', 34, [0, 3], 24),
  'quiz-animation': quiz('bones', 166, [1]),
  'quiz-performance': quiz('bars', 16, [2], 220),
  'quiz-network': quiz('packets', 276, [0, 2], 220),
  'quiz-ai': quiz('route', 192, [3]),
  'quiz-csharp': quiz('braces', 136, [1, 2], 200),
  'live-volumetric': live('beam', 250, 262),
  'live-root-motion': live('bones', 162),
  'live-netcode': live('packets', 288, 210),
  'live-teachers': live('blocks', 96, 200),
  'live-terrain': live('peak', 132, 150),
}
