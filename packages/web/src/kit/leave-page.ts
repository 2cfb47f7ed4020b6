// Leaving the page for good: everything that was rendered for the person before is loaded anew.

export function goTo(path: string): void {
  window.location.assign(path)
}

export function reloadPage(): void {
  window.location.reload()
}

/** Loads this page under another address; `assign` would do nothing where only the fragment differs. */
export function reloadAt(path: string): void {
  window.history.replaceState(window.history.state, '', path)
  window.location.reload()
}
