import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redirectOrNull, safeRedirect, signInPath } from './redirects.ts'

test('a path of this site is kept with its query and fragment [IDENT-004]', () => {
  expect(safeRedirect('/tutorial/ltu_1?uv=6.0&k=%E5%85%89#step-2')).toBe('/tutorial/ltu_1?uv=6.0&k=%E5%85%89#step-2')
  expect(signInPath('/search?k=a&b=c')).toBe('/auth/login?redirect_to=%2Fsearch%3Fk%3Da%26b%3Dc')
})

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https:evil.example',
  'https://evil.example/',
  'HTTPS://evil.example',
  '/./\\evil.example',
  '/..//evil.example',
  'javascript:alert(1)',
  ' //evil.example',
  'evil',
  '@evil.example',
  '',
])('%j leads home instead of elsewhere [IDENT-004] [IDENT-006]', (value) => {
  expect(safeRedirect(value)).toBe('/')
  expect(redirectOrNull(value)).toBeNull()
})

test('an encoded slash stays a part of a path of this site', () => {
  expect(safeRedirect('/%2Fevil.example')).toBe('/%2Fevil.example')
  expect(new URL(safeRedirect('/%5Cevil.example'), 'https://lantern.example/auth/login').host).toBe('lantern.example')
})

test('no line end gets into the header that sends somebody back', () => {
  for (const value of ['/a\r\nSet-Cookie: evil=1', '/a?b=\nLocation: //evil.example', '/a%0d%0aSet-Cookie:%20evil=1']) {
    expect(safeRedirect(value)).toMatch(/^\/[^\r\n]*$/)
  }
})

test('whatever is given, a browser stays on this host', () => {
  const nasty = fc
    .array(fc.constantFrom('/', '\\', '.', '@', ':', 'evil.example', 'https', '\t', '\n', '%2f', '?', '#', ' '))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(
      fc.oneof(
        nasty,
        fc.string(),
        nasty.map((text) => `/${text}`),
      ),
      (value) => {
        expect(new URL(safeRedirect(value), 'https://lantern.example/auth/login').host).toBe('lantern.example')
      },
    ),
    { seed: 4, numRuns: 2000 },
  )
})
