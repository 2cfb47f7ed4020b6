import { expect, test } from 'vitest'
import { headerThemeOf, headerThemes } from './header-theme.ts'

test('the innermost page decides which of the five themes the header has [SHELL-027]', () => {
  expect(headerThemeOf([undefined, null, {}])).toBe('default')
  for (const headerTheme of ['default', 'dark', 'hidden', 'transparent', 'position-mobile']) {
    expect(headerThemeOf([{ headerTheme: 'dark' }, undefined, { headerTheme }])).toBe(headerTheme)
  }
  expect(headerThemes).toHaveLength(5)
  expect(headerThemeOf([{ headerTheme: 'dark' }, { headerTheme: 'no-such-theme' }])).toBe('dark')
})
