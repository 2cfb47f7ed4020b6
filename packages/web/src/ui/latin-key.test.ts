import { expect, test } from 'vitest'
import { latinKey } from './latin-key.ts'

test('a shortcut is its letter, and on a keyboard of another script the letter of the same place', () => {
  expect(latinKey({ key: 'S', code: 'KeyS' })).toBe('s')
  expect(latinKey({ key: 'ы', code: 'KeyS' })).toBe('s')
  expect(latinKey({ key: 'ㄴ', code: 'KeyS' })).toBe('s')
  // a Latin keyboard in another order
  expect(latinKey({ key: 'z', code: 'KeyW' })).toBe('z')
  expect(latinKey({ key: 'ö', code: 'Semicolon' })).toBe('ö')
  expect(latinKey({ key: 'ArrowUp', code: 'ArrowUp' })).toBe('ArrowUp')
})
