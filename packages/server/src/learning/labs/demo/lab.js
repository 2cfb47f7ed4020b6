// The lab of the demo. Runs in the visitor's browser, by itself: nothing is sent anywhere.

const stage = document.getElementById('stage')
const pen = stage.getContext('2d')
const { width, height } = stage
const first = document.getElementById('first')
const second = document.getElementById('second')
const share = (input) => Number(input.value) / 100

const colours = {
  line: '#8ab4ff',
  mark: '#ffd27a',
  faint: '#5b6478',
  fills: ['#2f6fed', '#2f9c8f', '#c98a2b', '#b0566f'],
}

const exhibits = {
  'shadow-cascades': drawCascades,
  'two-bone-ik': drawArm,
  'node-shader': drawNoise,
}

/** Where the hand reaches for, moved with the pointer or the arrow keys. */
const target = { x: width * 0.55, y: height * 0.45 }

function draw() {
  pen.clearRect(0, 0, width, height)
  exhibits[stage.dataset.exhibit]()
}

/** The view of a camera from above, cut into four parts between even and logarithmic distances. */
function drawCascades() {
  const count = 4
  const near = 1
  const far = 50 + share(second) * 450
  const mix = share(first)
  const eye = { x: 40, y: height / 2 }
  const toX = (distance) => eye.x + (distance / far) * (width - 80)
  let from = near
  for (let part = 1; part <= count; part++) {
    const even = near + ((far - near) * part) / count
    const logarithmic = near * (far / near) ** (part / count)
    const to = even * (1 - mix) + logarithmic * mix
    const half = (x) => ((x - eye.x) / (width - 80)) * (height / 2 - 30)
    pen.fillStyle = colours.fills[part - 1]
    pen.globalAlpha = 0.75
    pen.beginPath()
    pen.moveTo(toX(from), eye.y - half(toX(from)))
    pen.lineTo(toX(to), eye.y - half(toX(to)))
    pen.lineTo(toX(to), eye.y + half(toX(to)))
    pen.lineTo(toX(from), eye.y + half(toX(from)))
    pen.fill()
    pen.globalAlpha = 1
    pen.fillStyle = '#fff'
    pen.font = '16px sans-serif'
    pen.textAlign = 'center'
    pen.fillText(`${to.toFixed(0)} m`, Math.min(toX(to), width - 40), height - 12)
    from = to
  }
}

/** Shoulder, elbow and hand: two bones that reach for the target by the law of cosines. */
function drawArm() {
  const root = { x: width * 0.3, y: height * 0.7 }
  const upper = 90 + share(first) * 160
  const lower = 90 + share(second) * 160
  const dx = target.x - root.x
  const dy = target.y - root.y
  const reach = Math.min(Math.max(Math.hypot(dx, dy), Math.abs(upper - lower) + 0.01), upper + lower - 0.01)
  const toTarget = Math.atan2(dy, dx)
  const bend = Math.acos((upper ** 2 + reach ** 2 - lower ** 2) / (2 * upper * reach))
  const elbow = { x: root.x + upper * Math.cos(toTarget - bend), y: root.y + upper * Math.sin(toTarget - bend) }
  const hand = { x: root.x + reach * Math.cos(toTarget), y: root.y + reach * Math.sin(toTarget) }
  pen.strokeStyle = colours.faint
  pen.lineWidth = 1
  pen.beginPath()
  pen.arc(root.x, root.y, upper + lower, 0, 2 * Math.PI)
  pen.stroke()
  pen.strokeStyle = colours.line
  pen.lineWidth = 16
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.beginPath()
  pen.moveTo(root.x, root.y)
  pen.lineTo(elbow.x, elbow.y)
  pen.lineTo(hand.x, hand.y)
  pen.stroke()
  for (const joint of [root, elbow, hand]) dot(joint, 10, '#fff')
  dot(target, 7, colours.mark)
}

function dot({ x, y }, radius, colour) {
  pen.fillStyle = colour
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen.fill()
}

/** Value noise over some octaves, as a node shader would make it of two settings. */
function drawNoise() {
  const scale = 2 + share(first) * 22
  const octaves = 1 + Math.round(share(second) * 5)
  const cell = 6
  for (let y = 0; y < height; y += cell) {
    for (let x = 0; x < width; x += cell) {
      let value = 0
      let weight = 0.5
      for (let octave = 0, frequency = scale / width; octave < octaves; octave++, frequency *= 2, weight /= 2) {
        value += weight * smoothNoise(x * frequency, y * frequency)
      }
      const light = Math.round((value / (1 - 0.5 ** octaves)) * 255)
      pen.fillStyle = `rgb(${Math.round(light * 0.45)} ${Math.round(light * 0.7)} ${light})`
      pen.fillRect(x, y, cell, cell)
    }
  }
}

function smoothNoise(x, y) {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const ease = (t) => t * t * (3 - 2 * t)
  const [u, v] = [ease(x - left), ease(y - top)]
  const upper = hash(left, top) * (1 - u) + hash(left + 1, top) * u
  const lower = hash(left, top + 1) * (1 - u) + hash(left + 1, top + 1) * u
  return upper * (1 - v) + lower * v
}

function hash(x, y) {
  const value = Math.sin(x * 127.1 + y * 311.7) * 43758.5453
  return value - Math.floor(value)
}

function moveTarget(event) {
  const box = stage.getBoundingClientRect()
  target.x = ((event.clientX - box.left) / box.width) * width
  target.y = ((event.clientY - box.top) / box.height) * height
  draw()
}

const steps = { ArrowLeft: [-12, 0], ArrowRight: [12, 0], ArrowUp: [0, -12], ArrowDown: [0, 12] }

stage.addEventListener('pointerdown', (event) => {
  stage.setPointerCapture(event.pointerId)
  moveTarget(event)
})
stage.addEventListener('pointermove', (event) => {
  if (stage.hasPointerCapture(event.pointerId)) moveTarget(event)
})
stage.addEventListener('keydown', (event) => {
  const [dx, dy] = steps[event.key] ?? []
  if (dx === undefined || stage.dataset.exhibit !== 'two-bone-ik') return
  event.preventDefault()
  target.x += dx
  target.y += dy
  draw()
})
for (const input of [first, second]) input.addEventListener('input', draw)
draw()
