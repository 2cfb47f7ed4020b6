import { isEmail, isPhone } from '@lantern/contract/checks.ts'
import { normalizePhone } from '@lantern/contract/validators.ts'
import { roleOf } from './column-headings.ts'
import type { LineFault, LineFields } from './read-lines.ts'

const longest = { name: 100, number: 64, class: 200 } as const
/** Classes in one cell. */
const mostClasses = 19

/** A line of a table as it was typed. */
export type TypedPerson = Partial<Record<'name' | 'number' | 'phone' | 'email' | 'class' | 'role', string>>

export interface SettledPerson {
  /** What the list calls the person: their number, else phone, else mail. */
  sourceId: string
  fields: LineFields
  classes: string[]
  fault: LineFault | null
}

/** What a line of a table says of a person, and the first thing that is wrong with it. */
export function settlePerson(typed: TypedPerson): SettledPerson {
  const name = tidy(typed.name)
  const number = tidy(typed.number)
  const phone = normalizePhone(tidy(typed.phone))
  const email = tidy(typed.email).toLowerCase()
  const roleText = tidy(typed.role)
  const role = roleText === '' ? 'learner' : roleOf(roleText)
  const classes = [...new Set((typed.class ?? '').split(/[;；、|\n]/).map(tidy))].filter((one) => one !== '')
  const fields: LineFields = {
    name,
    number,
    phone,
    email,
    role: role ?? 'learner',
    class: classes.join('；'),
    ...(role === null && { roleText }),
  }
  return { sourceId: number || phone || email, fields, classes, fault: faultOf({ ...fields, isRole: role !== null }) }

  function faultOf({ isRole }: { isRole: boolean } & LineFields): LineFault | null {
    if (name === '') return { reason: 'name_missing', field: 'name', value: '' }
    if (name.length > longest.name) return { reason: 'too_long', field: 'name', value: name.slice(0, 200) }
    if (number.length > longest.number) return { reason: 'too_long', field: 'number', value: number.slice(0, 200) }
    if (phone !== '' && !isPhone(phone)) return { reason: 'phone_wrong', field: 'phone', value: phone.slice(0, 64) }
    if (email !== '' && !isEmail(email)) return { reason: 'email_wrong', field: 'email', value: email.slice(0, 254) }
    if (phone === '' && email === '') return { reason: 'contact_missing', field: 'phone', value: '' }
    if (!isRole) return { reason: 'role_unknown', field: 'role', value: roleText.slice(0, 100) }
    if (classes.length > mostClasses || classes.some((one) => one.length > longest.class)) {
      return { reason: 'too_long', field: 'class', value: classes.join('；').slice(0, 200) }
    }
    return null
  }
}

/** Without the signs that spreadsheets put in to keep digits as text. */
function tidy(text = ''): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/^'(?=[=+\-@\d])/, '')
    .trim()
    .replace(/\s+/g, ' ')
}
