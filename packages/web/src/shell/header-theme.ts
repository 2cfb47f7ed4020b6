import { useMatches, useRouteError } from 'react-router'

const headerThemes = ['default', 'dark', 'hidden', 'transparent', 'position-mobile'] as const
export type HeaderTheme = (typeof headerThemes)[number]

/**
 * A page asks for its header by `export const handle = { headerTheme: 'transparent' }`, or by a field of that name in what
 * it loads; the innermost one decides. Where the page could not be shown, what stands in its place has the ordinary one.
 */
export function useHeaderTheme(): HeaderTheme {
  const failed = (useRouteError() ?? null) !== null
  const theme = headerThemeOf(useMatches().flatMap(({ handle, loaderData }) => [handle, loaderData]))
  return failed ? 'default' : theme
}

/** Whether what the page loaded says that its header has no search box. */
export function useHidesSearch(): boolean {
  return useMatches().some(
    ({ loaderData }) =>
      typeof loaderData === 'object' &&
      loaderData !== null &&
      'hideSearch' in loaderData &&
      loaderData.hideSearch === true,
  )
}

function headerThemeOf(handles: readonly unknown[]): HeaderTheme {
  return handles.map(themeOf).findLast((theme) => theme !== null) ?? 'default'
}

function themeOf(handle: unknown): HeaderTheme | null {
  if (typeof handle !== 'object' || handle === null || !('headerTheme' in handle)) return null
  return headerThemes.find((theme) => theme === handle.headerTheme) ?? null
}
