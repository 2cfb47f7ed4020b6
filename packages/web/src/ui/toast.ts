export type ToastTone = 'good' | 'bad' | 'info'

export type Toast = {
  id: number
  tone: ToastTone
  text: string
  /** With an act, as "undo", the toast stays until it is used, closed or the page changes. */
  action?: { label: string; onAct: () => void }
}

/** How long a toast without an act shows. */
const toastMs = 2000

const mostAtOnce = 3
let toasts: readonly Toast[] = []
let nextId = 1
let held = false
const timers = new Map<number, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

/** Shows a short message. The same said again takes the place of the one before. */
export function toast(message: Omit<Toast, 'id'>): number {
  const id = nextId++
  for (const { id: before, text } of toasts) if (text === message.text) dismissToast(before)
  for (const old of toasts.slice(0, Math.max(0, toasts.length - mostAtOnce + 1))) dismissToast(old.id)
  set([...toasts, { ...message, id }])
  if (!held) startTimer({ ...message, id })
  return id
}

export function dismissToast(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  if (toasts.some((shown) => shown.id === id)) set(toasts.filter((shown) => shown.id !== id))
}

/** When the page changes, what belonged to the old page goes. */
export function dismissToastsWithAction(): void {
  for (const shown of toasts) if (shown.action) dismissToast(shown.id)
}

/** Under the pointer or with the focus inside, toasts wait: nobody should have to read against the clock. */
export function holdToasts(hold: boolean): void {
  if (held === hold) return
  held = hold
  for (const shown of toasts) {
    if (hold) clearTimeout(timers.get(shown.id))
    else startTimer(shown)
  }
}

export function currentToasts(): readonly Toast[] {
  return toasts
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function startTimer(shown: Toast) {
  if (shown.action) return
  timers.set(
    shown.id,
    setTimeout(() => dismissToast(shown.id), toastMs),
  )
}

function set(next: readonly Toast[]) {
  toasts = next
  // The region leaves with its last toast, and no pointer event tells that it was left.
  if (next.length === 0) held = false
  for (const listener of listeners) listener()
}
