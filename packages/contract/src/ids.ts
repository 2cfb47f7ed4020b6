/**
 * Ids are `prefix_` and 26 characters of Crockford base 32: 48 bits of time, then 80 random bits. They sort by
 * creation and cannot be guessed. Imported or seeded content may carry any raw part of letters, digits and hyphens.
 */
export const idPrefixes = {
  course: 'lco',
  project: 'lpr',
  tutorial: 'ltu',
  liveSession: 'lls',
  faq: 'lfa',
  quiz: 'lqz',
  submission: 'lsu',
  user: 'u',
  team: 't',
} as const

export type IdType = keyof typeof idPrefixes

/** Kinds of thing that have an id of ours but no prefix in the specification. */
const innerPrefixes = {
  chapter: 'ch',
  section: 'se',
  image: 'img',
  question: 'qq',
  option: 'qo',
  attempt: 'qa',
  channel: 'cn',
  message: 'ms',
  note: 'no',
  peerFeedback: 'pf',
  session: 'ls',
  export: 'ex',
  attachment: 'at',
  video: 'vd',
  page: 'pg',
  block: 'bk',
  schedule: 'sd',
  bundle: 'bu',
  order: 'od',
  report: 'rp',
  reportCase: 'rk',
  organisation: 'og',
  class: 'kl',
  nameList: 'nl',
  notification: 'nt',
  pushSubscription: 'ps',
  payment: 'py',
  refund: 'rf',
  grant: 'gr',
  licence: 'sl',
  promotion: 'pm',
  receipt: 'rc',
  difference: 'df',
  host: 'hs',
  xapiCredential: 'xk',
  xapiForward: 'xf',
  rosterClient: 'ok',
  rosterSource: 'os',
  rosterRun: 'or',
  assignment: 'as',
  classMessage: 'km',
  classGroup: 'kg',
  ltiPlatform: 'lp',
  path: 'pa',
  apiToken: 'tk',
  ltiLink: 'lk',
  ltiTool: 'lt',
  ltiToolLink: 'll',
  ltiLineItem: 'li',
  ltiContext: 'lc',
  coursePackage: 'cp',
  courseImport: 'ci',
  packageVersion: 'cv',
  unitVisit: 'uv',
  webhook: 'wh',
  webhookMessage: 'msg',
  directoryKey: 'dk',
  directoryPerson: 'du',
  directoryGroup: 'dg',
} as const

export type InnerIdType = keyof typeof innerPrefixes

const typeOfPrefix = new Map<string, IdType>(
  Object.entries(idPrefixes).map(([type, prefix]) => [prefix, type as IdType]),
)
const typeOfAnyPrefix = new Map<string, IdType | InnerIdType>(
  Object.entries({ ...idPrefixes, ...innerPrefixes }).map(([type, prefix]) => [prefix, type as IdType | InnerIdType]),
)
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

export function newId(type: IdType | InnerIdType, now: number = Date.now()): string {
  return `${prefixOf(type)}_${timePart(now)}${randomPart()}`
}

/** An id of the first 26 of these bytes, as of a digest: what has the same name elsewhere gets the same id each time. */
export function idOfBytes(type: IdType | InnerIdType, bytes: Uint8Array): string {
  return `${prefixOf(type)}_${Array.from(bytes.subarray(0, 26), (byte) => alphabet.charAt(byte & 31)).join('')}`
}

function prefixOf(type: IdType | InnerIdType): string {
  return type in idPrefixes ? idPrefixes[type as IdType] : innerPrefixes[type as InnerIdType]
}

/** What kind of thing has this id, by its prefix alone. */
export function typeOfId(id: string): IdType | InnerIdType | null {
  return typeOfAnyPrefix.get(id.slice(0, Math.max(0, id.indexOf('_')))) ?? null
}

/** The type and raw id of a prefixed id, or null when the prefix is unknown or the raw part is empty or odd. */
export function parseId(id: string): { type: IdType; raw: string } | null {
  const cut = id.indexOf('_')
  const type = typeOfPrefix.get(id.slice(0, cut))
  const raw = id.slice(cut + 1)
  return cut > 0 && type && /^[0-9A-Za-z][0-9A-Za-z_-]{0,63}$/.test(raw) ? { type, raw } : null
}

/** When the id was made, in milliseconds since 1970. Of ids that `newId` made alone: imported ones carry no time. */
export function timeOfId(id: string): number {
  const start = id.indexOf('_') + 1
  return [...id.slice(start, start + 10)].reduce((time, letter) => time * 32 + alphabet.indexOf(letter), 0)
}

function timePart(now: number): string {
  let rest = now
  let text = ''
  for (let i = 0; i < 10; i++) {
    text = alphabet.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

function randomPart(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  let text = ''
  for (const byte of bytes) text += alphabet.charAt(byte & 31)
  return text
}
