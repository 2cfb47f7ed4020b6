// The open dialogs, the topmost last. What must be reached above a dialog (toasts) moves into the topmost one,
// because the browser makes everything outside of it inert.
let dialogs: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

export function enterDialogStack(dialog: HTMLDialogElement): () => void {
  set([...dialogs, dialog])
  return () => set(dialogs.filter((other) => other !== dialog))
}

export function topDialog(): HTMLDialogElement | null {
  return dialogs.at(-1) ?? null
}

export function onDialogStack(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: readonly HTMLDialogElement[]) {
  dialogs = next
  for (const listener of listeners) listener()
}
