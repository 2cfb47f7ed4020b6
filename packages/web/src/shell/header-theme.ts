import { useMatches, useRouteError } from 'react-router'

export const headerThemes = ['default', 'dark', 'hidden', 'transparent', 'position-mobile'] as const
export type HeaderTheme = (typeof headerThemes)[number]

/**
 * A page asks for its header by `export const handle = { headerTheme: 'transparent' }`; the innermost one decides. Where
 * the page could not be shown, what stands in its place has the ordinary one.
 */
export function useHeaderTheme(): HeaderTheme {
  const failed = (useRouteError() ?? null) !== null
  const theme = headerThemeOf(useMatches().map((match) => match.handle))
  return failed ? 'default' : theme
}

export function headerThemeOf(handles: readonly unknown[]): HeaderTheme {
  return handles.map(themeOf).findLast((theme) => theme !== null) ?? 'default'
}

function themeOf(handle: unknown): HeaderTheme | null {
  if (typeof handle !== 'object' || handle === null || !('headerTheme' in handle)) return null
  return headerThemes.find((theme) => theme === handle.headerTheme) ?? null
}
