// Runs before every test file of the web package: leaves the page clean after each test, fails a test whose page
// complains on the console, and gives jsdom the two native elements it does not have yet, dialog and popover, as far as
// their state, focus and events go.
import { format } from 'node:util'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'

// files share a process, which starts sooner than one for each; their modules and what they mock are their own
vi.resetModules()
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

failOnComplaints()

if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  const { userEvent } = await import('@testing-library/user-event')
  // it listens to the document once for all files: what comes below leaves that alone
  userEvent.setup()
  afterEach(cleanup)
  // for slow machines: what is waited for comes, or never does
  configure({ asyncUtilTimeout: 15_000 })
  giveDialog()
  givePopover()
  givePointer()
  takeBackWithFile([globalThis, document, navigator, ...elementPrototypes()])
  stopListeningWithFile()
  stopTimersWithFile()
  beginAtHome()
}

/** Resets the page, its address and the browser's storage to those of a first visit. */
function beginAtHome() {
  // a part that an earlier file put beside its pages may still hold the focus
  document.body.replaceChildren()
  window.history.replaceState(null, '', '/')
  window.localStorage.clear()
  window.sessionStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no other way
  for (const pair of document.cookie.split('; ')) document.cookie = `${pair.split('=', 1)[0]}=; path=/; max-age=0`
}

/** What a test file puts on the browser's own objects goes with the file. */
function takeBackWithFile(objects: object[]) {
  const before = objects.map((object) => Object.getOwnPropertyDescriptors(object))
  afterAll(() => {
    for (const [at, object] of objects.entries()) {
      const kept = before[at] ?? {}
      for (const key of Reflect.ownKeys(object)) if (!Object.hasOwn(kept, key)) Reflect.deleteProperty(object, key)
      Object.defineProperties(object, kept)
    }
  })
}

/** Without templates: React Aria changes these when it is loaded, which it is once for all files. */
function elementPrototypes(): object[] {
  const types = Object.getOwnPropertyNames(globalThis).filter(
    (name) => /^(Element|Document|HTML\w*Element)$/.test(name) && name !== 'HTMLTemplateElement',
  )
  return types.map((name) => Reflect.get(globalThis, name).prototype)
}

/** Modules that listen to the page as long as it is open go with the file. */
function stopListeningWithFile() {
  for (const target of [window, document]) {
    const listen = target.addEventListener
    const stops: (() => void)[] = []
    target.addEventListener = (...[type, listener, options]: Parameters<typeof listen>) => {
      listen.call(target, type, listener, options)
      stops.push(() => target.removeEventListener(type, listener, options))
    }
    afterAll(() => {
      target.addEventListener = listen
      for (const stop of stops) stop()
    })
  }
}

/** What modules wait for, once or again and again, goes with the file: else it would be sent from within the next one. */
function stopTimersWithFile() {
  for (const name of ['setInterval', 'setTimeout'] as const) {
    const begin = globalThis[name] as unknown as (...args: unknown[]) => NodeJS.Timeout
    const timers: NodeJS.Timeout[] = []
    const noted = (...args: unknown[]) => {
      const timer = begin(...args)
      timers.push(timer)
      return timer
    }
    Object.assign(globalThis, { [name]: noted })
    afterAll(() => {
      Object.assign(globalThis, { [name]: begin })
      for (const timer of timers) clearTimeout(timer)
    })
  }
}

/** React and the browser report faults as errors and warnings. A test that expects one spies on the console itself. */
function failOnComplaints() {
  const complaints: string[] = []
  for (const level of ['error', 'warn'] as const) {
    console[level] = (...args: unknown[]) => {
      complaints.push(`console.${level}: ${format(...args)}`)
    }
  }
  beforeEach(() => {
    complaints.length = 0
  })
  afterEach(() => expect(complaints).toEqual([]))
}

function giveDialog() {
  const dialog = HTMLDialogElement.prototype
  if ('showModal' in dialog) return
  Object.assign(dialog, {
    showModal(this: HTMLDialogElement) {
      this.setAttribute('open', '')
    },
    close(this: HTMLDialogElement) {
      if (!this.open) return
      this.removeAttribute('open')
      queueMicrotask(() => this.dispatchEvent(new Event('close')))
    },
  })
  // The browser turns an Escape that nobody took into a cancel event, and an unanswered cancel into a close.
  window.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    const top = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
    if (top?.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close()
  })
}

function givePopover() {
  const element = HTMLElement.prototype
  if ('showPopover' in element) return
  const shown = new WeakSet<Element>()
  const matches = Element.prototype.matches
  const toggle = (popover: Element, opens: boolean) => {
    if (shown.has(popover) === opens) return
    if (opens) shown.add(popover)
    else shown.delete(popover)
    popover.toggleAttribute('data-shown', opens)
    const event = Object.assign(new Event('toggle'), { newState: opens ? 'open' : 'closed' })
    popover.dispatchEvent(event)
  }
  Object.assign(element, {
    showPopover(this: HTMLElement) {
      toggle(this, true)
    },
    hidePopover(this: HTMLElement) {
      toggle(this, false)
    },
  })
  Object.assign(Element.prototype, {
    matches(this: Element, selector: string) {
      return selector === ':popover-open' ? shown.has(this) : matches.call(this, selector)
    },
  })
  const hide = document.createElement('style')
  hide.textContent = '[popover]:not([data-shown]) { display: none } [popover][data-shown] { display: block }'
  document.head.append(hide)
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[popovertarget]') : null
    const target = button && document.getElementById(button.getAttribute('popovertarget') ?? '')
    if (target) toggle(target, !shown.has(target))
  })
}

function givePointer() {
  globalThis.matchMedia ??= (media: string) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    })
}
