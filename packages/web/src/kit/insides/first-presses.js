// Keeps presses whose script is not there yet; press-again.tsx says how and why. Written for react-dom 19.3.1, which ends
// a click on its way down when it lies in a part that is not hydrated.
const kept = new Map()
const longestMs = 10_000
let isReactThere = false

const onArrival = ({ currentTarget }) => {
  currentTarget.removeEventListener('click', onArrival, true)
  kept.delete(currentTarget)
}

window.addEventListener(
  'click',
  (event) => {
    const button = event.target.closest('button[type="button"]:not([popovertarget]), a[role="menuitemradio"]')
    if (!button) return
    // a choice is a link for who has no script: here its script does what it is for, also when it comes later
    if (button.href) event.preventDefault()
    if (event.isTrusted || !kept.has(button)) kept.set(button, { press: event, at: performance.now() })
    if (isReactThere) button.addEventListener('click', onArrival, true)
  },
  true,
)

document.addEventListener('lantern:script', () => {
  isReactThere = true
  for (const [button, { press, at }] of kept) {
    const isWanted =
      button.isConnected && (button.href || !press.defaultPrevented) && performance.now() - at < longestMs
    if (isWanted) button.click()
    else kept.delete(button)
  }
})
