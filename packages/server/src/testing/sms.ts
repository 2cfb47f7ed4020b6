import { readOutbox, sendSmsCode, signInBySms } from '@lantern/contract/identity/sms.ts'
import type { Person, TestSite } from './site.ts'

let phones = 13_200_000_000

/** A phone that nobody of this test file has. */
export function newPhone(): string {
  return String(++phones)
}

/** Has a code sent to the phone and answers it, as its holder reads it. */
export async function codeTo(
  site: TestSite,
  person: Person,
  mobile: string,
  smsType: 'main_login' | 'learn' = 'learn',
): Promise<string> {
  site.clock.advance({ seconds: 61 })
  await askForCode(person, mobile, smsType)
  return newestCode(site, mobile)
}

export async function askForCode(person: Person, mobile: string, smsType: 'main_login' | 'learn' = 'main_login') {
  return person.call(sendSmsCode, { body: { smsType, mobile } })
}

/** The code of the newest message to a phone; empty where there is none. */
export async function newestCode(site: TestSite, mobile: string): Promise<string> {
  const { result } = await site.guest().call(readOutbox, { query: { to: mobile } })
  return result.messages[0]?.code ?? ''
}

/** Signs in, by the newest code unless another one is given. */
export async function signInWith(site: TestSite, person: Person, mobile: string, code?: string) {
  const body = { smsType: 'main_login' as const, mobile, code: code ?? (await newestCode(site, mobile)) }
  return person.call(signInBySms, { body })
}

export function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

/** A person without a phone, signed in by another identity. */
export async function withoutPhone(site: TestSite, name = 'Grace'): Promise<Person> {
  const person = await site.learner({ name })
  await site.db.updateTable('users').set({ phone: null }).where('id', '=', person.id).execute()
  return person
}
