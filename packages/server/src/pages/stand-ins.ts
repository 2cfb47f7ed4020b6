import { randomBytes } from 'node:crypto'
import type { ApiAnswer } from './in-process-calls.ts'

/** All that a page is made of besides its address: the cookies that loaders may read, and what the API answered. */
export interface PageInputs {
  cookie: string
  answers: ReadonlyMap<string, ApiAnswer>
}

/** The same inputs with something else in the place of what is one learner's own. */
export interface Exchanged {
  inputs: PageInputs
  /** What was put in, and what was there. */
  own: ReadonlyMap<string, string>
}

/** Says what is put in the place of a value; null when this value cannot be exchanged. */
export type Naming = (kind: 'name' | 'text' | 'word' | 'time', value: string, place: number) => string | null

const sessionPath = '/api/session'
const recordPath = '/api/learn/cn/record/item?'

/** Printed as they are, and nowhere read by the page. Words stand in addresses too. */
const ownFields = {
  name: 'name',
  fullName: 'text',
  title: 'text',
  id: 'word',
  slug: 'word',
  username: 'word',
  authId: 'word',
  avatar: 'text',
  email: 'text',
  phone: 'text',
} as const satisfies Record<string, 'name' | 'text' | 'word'>

/**
 * Exchanges who the learner is and when they did what; the order of the times stays. Everything else stays as it is, so
 * whatever else differs between two learners keeps their inputs different. Null for a guest, for somebody who is named in
 * what is shown, and for a value that could be printed in more ways than one.
 */
export function exchange({ cookie, answers }: PageInputs, nameOf: Naming): Exchanged | null {
  const session = answers.get(sessionPath)
  if (session?.status !== 200) return null
  const parsed = JSON.parse(session.text) as { csrfToken: string; user: Record<string, unknown> | null }
  if (parsed.user === null) return null
  // whoever made what is shown sees it as theirs: the page compares, and does not only print
  const id = JSON.stringify(parsed.user.id)
  if ([...answers].some(([path, { text }]) => path !== sessionPath && text.includes(id))) return null
  const own = new Map<string, string>()
  const user: Record<string, unknown> = { ...parsed.user }
  for (const [place, [field, kind]] of Object.entries(ownFields).entries()) {
    const value = user[field]
    if (typeof value !== 'string' || value === '') continue
    const put = nameOf(kind, value, place)
    if (put === null) return null
    own.set(put, value)
    user[field] = put
  }
  const exchanged = new Map<string, ApiAnswer>()
  for (const [path, answer] of answers) {
    if (path === sessionPath) exchanged.set(path, { status: 200, text: sessionText(parsed, user, nameOf, own) })
    else if (path.startsWith(recordPath)) exchanged.set(path, { ...answer, text: withTimes(answer.text, nameOf, own) })
    else exchanged.set(path, answer)
  }
  const cookies = cookie.replaceAll(String(parsed.user.id), String(user.id))
  return { inputs: { cookie: cookies, answers: exchanged }, own }
}

/** The token of state-changing calls is nobody's business here: no page prints it. Ids beside the user are this visit's. */
function sessionText(session: object, user: object, nameOf: Naming, own: Map<string, string>): string {
  const names = new Map<string, string>()
  const facts = JSON.stringify({ ...session, csrfToken: '', user: null }).replace(
    /(?<=")[a-z]{2,3}_\w{26}(?=")/g,
    (id) => {
      const name = names.get(id) ?? nameOf('word', id, 10 + names.size) ?? id
      names.set(id, name)
      own.set(name, id)
      return name
    },
  )
  return JSON.stringify({ ...(JSON.parse(facts) as object), user })
}

function withTimes(text: string, nameOf: Naming, own: Map<string, string>): string {
  const times = [...new Set(text.match(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g))].sort()
  const names = new Map(times.map((time, rank) => [time, nameOf('time', time, rank) ?? time]))
  for (const [time, name] of names) own.set(name, time)
  return text.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (time) => names.get(time) ?? time)
}

const mark = randomBytes(6).toString('hex')

/** The first letter of a name is printed apart, where there is no picture. */
export const letterStandIn = '\uE000'
const dayOfStandIns = '0100-01-01T00:'

/** Names that stand nowhere else. A face keeps its tint: it is worked out from the name. */
export const standIns: Naming = (kind, value, place) => {
  if (kind === 'time') return place < 3600 ? `${dayOfStandIns}${sixty(place / 60)}:${sixty(place % 60)}.000Z` : null
  if (kind === 'word' && !/^[\w.-]+$/.test(value)) return null
  // a word looks like an id, so that it is found again
  return kind === 'name'
    ? tinted(`${letterStandIn}${mark}name`, tintOf(value))
    : `own_${mark}${String(place).padStart(14, '0')}`
}

/** Values that break whatever is not printed as it should be, to try a page with. */
export const probes: Naming = (kind, value, place) => {
  if (kind === 'time') return new Date(Date.UTC(2011, 0, 1 + 3 * place, 5, 7 + place)).toISOString()
  if (kind === 'word') return `pro_${String(place).padStart(26, '_')}`
  const text = `é</script>&"'\\> \u2028%\n中${place}`
  return kind === 'name' ? tinted(text, tintOf(value)) : text
}

function tinted(name: string, tint: number): string {
  return tintOf(name) === tint ? name : tinted(`${name}a`, tint)
}

function sixty(value: number): string {
  return String(Math.floor(value)).padStart(2, '0')
}

/** Whether something that looks like a stand-in came with the content of the page. */
export function isAmbiguous({ answers }: PageInputs): boolean {
  return [...answers].some(
    ([path, { text }]) =>
      path !== sessionPath &&
      (text.includes(letterStandIn) ||
        text.includes(mark) ||
        (!path.startsWith(recordPath) && text.includes(dayOfStandIns))),
  )
}

/** What is printed for each stand-in of the page. */
export function printedValues(own: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const values = new Map(own)
  for (const [standIn, value] of own) {
    if (standIn.startsWith(letterStandIn)) values.set(letterStandIn, firstLetter(value))
  }
  return values
}

// What the pages make of a name, as web/ui/avatar.tsx does. Should the two part, no such page is kept.
function firstLetter(name: string): string {
  return Array.from(name.trim())[0]?.toUpperCase() ?? ''
}

function tintOf(name: string): number {
  return (Array.from(name).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 3) + 1
}
