import { expect, test } from 'vitest'
import { withParameters } from './outside-ways.ts'

test('parameters are set and taken out without touching the rest of the address', () => {
  expect(withParameters('/search?k=%5B%5D&bindSuccess=true#top', { bindSuccess: null })).toBe('/search?k=%5B%5D#top')
  expect(withParameters('/', { bindSuccess: 'false', hasLearnId: 'true' })).toBe('/?bindSuccess=false&hasLearnId=true')
})

test('an address of another host leads home', () => {
  expect(withParameters('//evil.example/x', { bindSuccess: 'true' })).toBe('/?bindSuccess=true')
})
