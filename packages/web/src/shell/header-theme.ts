import { useMatches } from 'react-router'

export const headerThemes = ['default', 'dark', 'hidden', 'transparent', 'position-mobile'] as const
export type HeaderTheme = (typeof headerThemes)[number]

/** A page asks for its header by `export const handle = { headerTheme: 'transparent' }`; the innermost one decides. */
export function useHeaderTheme(): HeaderTheme {
  return headerThemeOf(useMatches().map((match) => match.handle))
}

export function headerThemeOf(handles: readonly unknown[]): HeaderTheme {
  return handles.map(themeOf).findLast((theme) => theme !== null) ?? 'default'
}

function themeOf(handle: unknown): HeaderTheme | null {
  if (typeof handle !== 'object' || handle === null || !('headerTheme' in handle)) return null
  return headerThemes.find((theme) => theme === handle.headerTheme) ?? null
}
