// Keeps what is typed and chosen before its script is there; press-again.tsx says how and why. Written for react-dom
// 19.3.1, which has no event for a field that it has taken in hand: only the property that it lays over the field shows it.
const written = new Map()
let isReactThere = false
let isComposing = false

const stateOf = ({ type }) => (type === 'checkbox' || type === 'radio' ? 'checked' : 'value')

// React lays a property of its own over the one of a field that it has taken in hand
const isAlive = (field) => Object.hasOwn(field, stateOf(field))

// of these nothing can be seen, but once React is there what they say arrives at them only when it can be answered
const saysItself = ({ type }) => type === 'select-one' || type === 'file'

const onArrival = ({ currentTarget }) => {
  currentTarget.removeEventListener('change', onArrival, true)
  written.delete(currentTarget)
}

window.addEventListener('compositionstart', () => (isComposing = true), true)
window.addEventListener('compositionend', () => (isComposing = false), true)
window.addEventListener(
  'input',
  ({ target: field }) => {
    if (!('form' in field)) return
    // what was written there before counts no more, whoever hears this
    written.delete(field)
    for (const one of written.keys()) if (one.type === 'radio' && one.name === field.name) written.delete(one)
    if (isAlive(field)) return
    written.set(field, field[stateOf(field)])
    if (isReactThere && saysItself(field)) field.addEventListener('change', onArrival, true)
  },
  true,
)

/** As if it were written now: React hears of what differs from the last that it knows of. */
function writeAgain(field, state, value) {
  if (state === 'checked') {
    field.checked = !value
    field.click()
    return
  }
  const { selectionStart, selectionEnd } = field
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), state).set.call(field, value)
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function sayAll() {
  for (const [field, value] of written) {
    if (!field.isConnected) written.delete(field)
    else if (saysItself(field)) {
      if (field.type !== 'file') field.value = value
      field.addEventListener('change', onArrival, true)
      field.dispatchEvent(new Event('change', { bubbles: true }))
    } else if (isAlive(field)) {
      written.delete(field)
      // whoever still composes a character says all of it with the next
      if (!isComposing) writeAgain(field, stateOf(field), value)
    }
  }
}

// a moment later: React, while it draws, would put the old value back first
document.addEventListener('lantern:script', () => {
  isReactThere = true
  queueMicrotask(sayAll)
})
