import { expect, test } from 'vitest'
import { errorStatus } from './errors.ts'
import { firstStop, type GuardFacts, guardNames, refusalOf, stopOf, twoFactorFor } from './guards.ts'

const now = new Date('2026-11-21T08:00:00Z')

/** A person who passes every guard. */
const passing: GuardFacts = {
  signedIn: true,
  edition: 'cn',
  suspended: false,
  hasPhone: true,
  emailRequired: false,
  twoFactor: 'off',
  tfaEndTime: null,
  needsReview: false,
  isRealName: true,
}

function stopFor(guards: Parameters<typeof firstStop>[0], facts: Partial<GuardFacts>) {
  return firstStop(guards, { ...passing, ...facts }, now)
}

test('who has proved everything passes every guard', () => {
  expect(firstStop(guardNames, passing, now)).toBeNull()
})

test('an act without guards asks nothing of anybody', () => {
  expect(stopFor([], { signedIn: false, suspended: true })).toBeNull()
})

test('a guest signs in first, whatever else is asked for', () => {
  for (const guard of guardNames) expect(stopFor([guard], { signedIn: false })).toEqual({ guard: 'login' })
})

test('a suspended person is told so before anything else', () => {
  expect(stopFor(['login', 'tfa'], { signedIn: false, suspended: true })).toEqual({ guard: 'suspended' })
})

test('the email guard holds up only who is asked for an address', () => {
  expect(stopFor(['email'], { emailRequired: false })).toBeNull()
  expect(stopFor(['email'], { emailRequired: true })).toEqual({ guard: 'email' })
  expect(stopFor(['realName'], { emailRequired: true })).toBeNull()
})

test('the two-factor guard lets pass where the site has it off', () => {
  expect(stopFor(['tfa'], { twoFactor: 'off', tfaEndTime: null })).toBeNull()
  expect(twoFactorFor('off', true)).toBe('off')
})

test('the two-factor guard lets pass while tfaEndTime is to come, and not from that moment on', () => {
  for (const twoFactor of ['notified', 'required'] as const) {
    expect(stopFor(['tfa'], { twoFactor, tfaEndTime: '2026-11-21T08:00:00.001Z' })).toBeNull()
    expect(stopFor(['tfa'], { twoFactor, tfaEndTime: '2026-11-21T08:00:00.000Z' })).toEqual({
      guard: 'tfa',
      mode: twoFactor,
    })
    expect(stopFor(['tfa'], { twoFactor, tfaEndTime: null })).toEqual({ guard: 'tfa', mode: twoFactor })
  }
})

test('who has switched the second factor on is asked for it, also where it is only recommended', () => {
  expect(twoFactorFor('notified', true)).toBe('required')
  expect(twoFactorFor('notified', false)).toBe('notified')
  expect(twoFactorFor('required', false)).toBe('required')
})

test('phone, review and real name hold up who has not got them', () => {
  expect(stopFor(['phone'], { hasPhone: false })).toEqual({ guard: 'phone' })
  expect(stopFor(['review'], { needsReview: true })).toEqual({ guard: 'review' })
  expect(stopFor(['realName'], { isRealName: false })).toEqual({ guard: 'realName' })
})

test('several guards ask one after the other in one order, however they are listed', () => {
  const facts = {
    hasPhone: false,
    emailRequired: true,
    needsReview: true,
    isRealName: false,
    twoFactor: 'required',
  } as const
  const asked: string[] = []
  let left = guardNames.toReversed()
  for (let stop = stopFor(left, facts); stop; stop = stopFor(left, facts)) {
    asked.push(stop.guard)
    left = left.filter((guard) => guard !== stop?.guard)
  }
  expect(asked).toEqual(['phone', 'email', 'tfa', 'review', 'realName'])
})

test('what the server refuses leads back to the guard, and nothing else does', () => {
  for (const [guard, code] of Object.entries(refusalOf)) expect(stopOf(code)?.guard).toBe(guard)
  expect(stopOf('tfa_required')).toEqual({ guard: 'tfa', mode: 'required' })
  const others = (Object.keys(errorStatus) as (keyof typeof errorStatus)[]).filter(
    (code) => !(Object.values(refusalOf) as string[]).includes(code),
  )
  for (const code of others) expect(stopOf(code)).toBeNull()
})
