import { expect, test } from 'vitest'
import { signInStart } from './sign-in-start.ts'

const desktop = { signedIn: false, desktop: true, popupLogin: true }

test('signing in opens the popup on desktop when the popup is switched on [IDENT-066]', () => {
  expect(signInStart(desktop, {})).toBe('popup')
  expect(signInStart(desktop, { registering: true })).toBe('popup')
})

test('without the popup a visitor goes to sign-up when registering, else to sign-in [IDENT-067] [IDENT-068]', () => {
  for (const facts of [
    { ...desktop, desktop: false },
    { ...desktop, popupLogin: false },
  ]) {
    expect(signInStart(facts, { registering: true })).toBe('signup')
    expect(signInStart(facts, {})).toBe('login')
  }
})

test('a person who is signed in goes straight to the target [IDENT-069]', () => {
  expect(signInStart({ ...desktop, signedIn: true }, {})).toBe('target')
})
