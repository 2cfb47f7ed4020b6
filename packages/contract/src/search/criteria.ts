import {
  type ItemType,
  itemTypes,
  type ListOrder,
  listOrders,
  type SkillLevel,
  skillLevels,
} from '../catalog/item-types.ts'
import { isOfferedLocale } from '../locales.ts'
import { cleanText, keyword, queryEntries, queryText } from './typed-input.ts'

// What a visitor looks for, and how it is written in the address. Pure: server and pages read the same text alike.

/** Every criterion and its short name in the address. */
export const criteriaKeys = {
  skillLevel: 'sl',
  language: 'lang',
  query: 'q',
  tag: 'tag',
  industry: 'ind',
  type: 't',
  duration: 'd',
  premium: 'prm',
  hidden: 'hidden',
  price: 'price',
  singles: 'singles',
  status: 'status',
  timeOfDay: 'tod',
  orderBy: 'ob',
  instruction: 'ins',
  ageRange: 'age',
  owner: 'u',
  itemId: 'itemId',
  uv: 'uv',
  ved: 'ved',
  module: 'mod',
  keywordType: 'kt',
} as const
export type CriteriaKey = keyof typeof criteriaKeys

export const premiumValues = ['none_premium', 'premium'] as const
export const hiddenValues = ['hidden', 'none_hidden'] as const
export const priceValues = ['all', 'only_free', 'only_paid'] as const
export const statusValues = ['draft', 'published'] as const
export const submissionOrders = ['collects', 'views', 'titleasc', 'titledes'] as const
/** Minutes of work, from and to. */
export const durationValues = ['boundless_15', '15_60', '60_120', '120_boundless'] as const
/** Minutes of a class. */
export const instructionValues = ['boundless_45', '45_60', '60_120', '120_300', '300_boundless'] as const
/** Minutes of the day. */
export const timeOfDayValues = ['0_480', '480_720', '720_960', '960_1200', '1200_1440'] as const
export const ageRangeValues = ['13_14', '15_17', '18_boundless'] as const
/** What the typed words are about; the first is meant when nothing is said. */
export const keywordTypes = ['title', 'creator'] as const
export const videoValues = ['none_video', 'video'] as const

export type SearchOrder = ListOrder | (typeof submissionOrders)[number]
const searchOrders: readonly SearchOrder[] = [...listOrders, 'collects', 'views']

export interface Criteria {
  skillLevel: SkillLevel[]
  language: string[]
  query: string
  tag: string[]
  industry: string[]
  type: ItemType[]
  duration: (typeof durationValues)[number][]
  premium: (typeof premiumValues)[number] | null
  hidden: (typeof hiddenValues)[number] | null
  price: (typeof priceValues)[number]
  /** Only items that stand alone, in no project or course. */
  singles: boolean
  status: (typeof statusValues)[number] | null
  timeOfDay: (typeof timeOfDayValues)[number][]
  orderBy: SearchOrder
  instruction: (typeof instructionValues)[number][]
  /** `min_max`. */
  ageRange: (typeof ageRangeValues)[number] | null
  owner: string[]
  itemId: string[]
  uv: string | null
  ved: (typeof videoValues)[number] | null
  module: string[]
  keywordType: (typeof keywordTypes)[number]
}

export function emptyCriteria(): Criteria {
  return {
    skillLevel: [],
    language: [],
    query: '',
    tag: [],
    industry: [],
    type: [],
    duration: [],
    premium: null,
    hidden: null,
    price: 'all',
    singles: false,
    status: null,
    timeOfDay: [],
    orderBy: 'none',
    instruction: [],
    ageRange: null,
    owner: [],
    itemId: [],
    uv: null,
    ved: null,
    module: [],
    keywordType: 'title',
  }
}

const maxValues = 20
const maxValueLength = 100

/** A value that is none of those a criterion knows, under the name by which it came. */
export interface CriteriaFault {
  field: string
  value: string
}

/** The criteria that travel in the keyword list `k`; all others have a parameter of their own. */
const keywordKeys = ['query', 'tag', 'type', 'module', 'industry'] as const satisfies readonly CriteriaKey[]
const keywordNames: Record<Exclude<(typeof keywordKeys)[number], 'query'>, string> = {
  tag: 'tag',
  type: 'type',
  module: 'mod',
  industry: 'ind',
}

const words: Partial<Record<CriteriaKey, readonly string[]>> = {
  skillLevel: skillLevels,
  type: itemTypes,
  duration: durationValues,
  premium: premiumValues,
  hidden: hiddenValues,
  price: priceValues,
  status: statusValues,
  timeOfDay: timeOfDayValues,
  orderBy: searchOrders,
  instruction: instructionValues,
  ageRange: ageRangeValues,
  ved: videoValues,
  keywordType: keywordTypes,
}

/** The address parameters of the criteria, in a fixed order, without those that say nothing. */
export function encodeCriteria(criteria: Criteria): URLSearchParams {
  const params = new URLSearchParams()
  const k = keywordKeys.flatMap((key) =>
    key === 'query'
      ? queryEntries(criteria.query)
      : valuesOf(criteria, key).map((value) => keyword(keywordNames[key], value)),
  )
  if (k.length > 0) params.set('k', JSON.stringify(k))
  const usual = emptyCriteria()
  for (const key of Object.keys(criteriaKeys) as CriteriaKey[]) {
    if ((keywordKeys as readonly string[]).includes(key)) continue
    const values = valuesOf(criteria, key)
    if (values.join() === valuesOf(usual, key).join()) continue
    for (const value of values) params.append(criteriaKeys[key], value)
  }
  return params
}

type RawParams = Iterable<readonly [string, string]>

/**
 * Reads an address. A criterion may stand in `k` or as a parameter of its own, under its short or its long name; what
 * is no criterion is not looked at. Values that no criterion knows are left out and told.
 */
export function decodeCriteria(params: RawParams): { criteria: Criteria; faults: CriteriaFault[] } {
  const criteria = emptyCriteria()
  const faults: CriteriaFault[] = []
  for (const [name, text] of params) {
    if (name === 'k') {
      const entries = parseKeywords(text)
      if (!entries) faults.push({ field: 'k', value: text.slice(0, maxValueLength) })
      for (const [key, value] of entries ?? []) take(criteria, key, value, faults, 'k')
      continue
    }
    // an address says the language of the interface under the same name
    if (name === 'language' && isOfferedLocale(text)) continue
    const key = keyByName.get(name)
    if (key) take(criteria, key, text, faults, name)
  }
  return { criteria, faults }
}

/** The entries of the keyword list; null when it is no JSON list of texts. */
export function parseKeywords(json: string): [CriteriaKey, string][] | null {
  if (json === '') return []
  let list: unknown
  try {
    list = JSON.parse(json)
  } catch {
    return null
  }
  if (!Array.isArray(list) || !list.every((entry) => typeof entry === 'string')) return null
  return list.slice(0, 100).flatMap((entry) => {
    const colon = entry.indexOf(':')
    const key = colon < 0 ? 'query' : keyByName.get(entry.slice(0, colon))
    return key ? [[key, entry.slice(colon + 1)] as [CriteriaKey, string]] : []
  })
}

/** The two ends of `min_max`; an end that is boundless is null. */
export function rangeOf(value: string): { min: number | null; max: number | null } {
  const [min, max] = value.split('_')
  return { min: toEnd(min), max: toEnd(max) }
}

/** Minutes of the day in hours: `480_720` is 08:00–12:00. */
export function clockOf(timeOfDay: Criteria['timeOfDay'][number]): string {
  const { min, max } = rangeOf(timeOfDay)
  const hour = (minutes: number | null) => `${String(Math.floor((minutes ?? 0) / 60)).padStart(2, '0')}:00`
  return `${hour(min)}–${hour(max)}`
}

function toEnd(text: string | undefined): number | null {
  return text === undefined || text === 'boundless' ? null : Number(text)
}

const keyByName = new Map<string, CriteriaKey>()
for (const [key, short] of Object.entries(criteriaKeys) as [CriteriaKey, string][]) {
  keyByName.set(key, key)
  keyByName.set(short, key)
}

function valuesOf(criteria: Criteria, key: CriteriaKey): string[] {
  const value = criteria[key]
  if (Array.isArray(value)) return value
  if (typeof value === 'boolean') return value ? ['true'] : []
  return value === null || value === '' ? [] : [value]
}

function take(criteria: Criteria, key: CriteriaKey, text: string, faults: CriteriaFault[], field: string): void {
  if (key === 'query') {
    criteria.query = queryText(`${criteria.query} ${cleanText(text)}`)
    return
  }
  for (const value of separate(key, text)) {
    if (!put(criteria, key, value)) faults.push({ field, value: value.slice(0, maxValueLength) })
  }
}

/** Words of an enumeration may come separated by commas; free values may hold a comma themselves. */
function separate(key: CriteriaKey, text: string): string[] {
  const clean = cleanText(text.slice(0, 4000))
  return (words[key] ? clean.split(',') : [clean]).map((value) => value.trim()).filter(Boolean)
}

function put(criteria: Criteria, key: CriteriaKey, value: string): boolean {
  if (value.length > maxValueLength || (words[key] && !words[key].includes(value))) return false
  const target: Record<string, unknown> = { ...criteria }
  const current = target[key]
  if (Array.isArray(current)) {
    if (!current.includes(value) && current.length < maxValues) current.push(value)
    return true
  }
  if (key === 'singles') {
    criteria.singles = value === 'true'
    return value === 'true' || value === 'false'
  }
  Object.assign(criteria, { [key]: value })
  return true
}
