import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const cookie = 'lantern_theme'
const oneYearSeconds = 365 * 86_400
const listeners = new Set<() => void>()

/** What the visitor chose on this device; the server's markup knows none, so that it is the same for all. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => 'system')
}

/** Follows the same rule as first-theme.js, which sets the theme before the page is drawn. */
export function chooseTheme(theme: Theme): void {
  const age = theme === 'system' ? 0 : oneYearSeconds
  Object.assign(document, { cookie: `${cookie}=${theme}; path=/; max-age=${age}; samesite=lax` })
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  return themes.find((theme) => theme === chosen) ?? 'system'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
