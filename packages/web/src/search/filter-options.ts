import { skillLevelsOf } from '@lantern/contract/catalog/item-types.ts'
import type { Tag } from '@lantern/contract/catalog/items.ts'
import { contentLanguages } from '@lantern/contract/roles.ts'
import {
  ageRangeValues,
  type Criteria,
  type CriteriaKey,
  clockOf,
  durationValues,
  emptyCriteria,
  instructionValues,
  rangeOf,
  timeOfDayValues,
} from '@lantern/contract/search/criteria.ts'
import { adminDataTypes } from '@lantern/contract/search/filter-bars.ts'
import { useItemWords } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { useSite } from '#kit/session.tsx'

/** What the site has to choose from. */
export interface FilterData {
  topics: readonly Tag[]
  industries: readonly Tag[]
  versions: readonly string[]
  /** Names of people, as far as they are known. */
  people?: Record<string, { fullName: string }>
}

export interface Choice {
  value: string
  label: string
}

const orderKeys = {
  none: 'search.order.none',
  recency: 'search.order.recency',
  starts: 'search.order.starts',
  titleasc: 'search.order.titleasc',
  titledes: 'search.order.titledes',
  priceasc: 'search.order.priceasc',
  pricedes: 'search.order.pricedes',
} as const satisfies Record<string, MessageKey>

/** The choices of a filter and its name, in words. */
export function useFilterWords(data: FilterData) {
  const t = useMessages()
  const format = useFormat()
  const words = useItemWords()
  const { features } = useSite()

  function range(value: string): string {
    const { min, max } = rangeOf(value)
    if (min === null) return t('search.minutes_below', { max: max ?? 0 })
    return max === null ? t('search.minutes_above', { min }) : t('search.minutes_between', { min, max })
  }

  function age(value: string): string {
    const { min, max } = rangeOf(value)
    return max === null ? t('search.age_above', { min: min ?? 0 }) : t('search.age_between', { min: min ?? 0, max })
  }

  const levels = skillLevelsOf(features.edition)
  const choices: Partial<Record<CriteriaKey, Choice[]>> = {
    skillLevel: [
      ...levels.map((level) => ({ value: level, label: words.level(level) })),
      { value: 'beginner,intermediate', label: t('search.level_to_intermediate') },
      { value: 'intermediate,advanced', label: t('search.level_from_intermediate') },
    ],
    duration: durationValues.map((value) => ({ value, label: range(value) })),
    instruction: instructionValues.map((value) => ({ value, label: range(value) })),
    timeOfDay: timeOfDayValues.map((value) => ({ value, label: clockOf(value) })),
    ageRange: ageRangeValues.map((value) => ({ value, label: age(value) })),
    price: [
      { value: 'only_free', label: t('search.only_free') },
      { value: 'only_paid', label: t('search.only_paid') },
    ],
    premium: [
      { value: 'premium', label: t('search.premium') },
      { value: 'none_premium', label: t('search.none_premium') },
    ],
    hidden: [
      { value: 'hidden', label: t('search.hidden') },
      { value: 'none_hidden', label: t('search.none_hidden') },
    ],
    status: [
      { value: 'draft', label: t('search.draft') },
      { value: 'published', label: t('search.published') },
    ],
    ved: [
      { value: 'video', label: t('search.video') },
      { value: 'none_video', label: t('search.none_video') },
    ],
    type: adminDataTypes.map((value) => ({ value, label: words.type(value) })),
    tag: data.topics.map(({ id, name }) => ({ value: id, label: name })),
    industry: data.industries.map(({ id, name }) => ({ value: id, label: name })),
    owner: Object.entries(data.people ?? {}).map(([value, { fullName }]) => ({ value, label: fullName })),
    uv: data.versions.map((value) => ({ value, label: value })),
    language: contentLanguages.map((value) => ({ value, label: words.language(value) })),
  }

  return {
    choices,
    name: (key: CriteriaKey) => t(filterNames[key] ?? 'search.filter.query'),
    /** Several values that stand together as one choice read as that choice. */
    labelOf(key: CriteriaKey, values: readonly string[]): string {
      const one = choices[key]?.find(({ value }) => value === values.join(','))
      return (
        one?.label ??
        format.either(values.map((value) => choices[key]?.find((choice) => choice.value === value)?.label ?? value))
      )
    },
    orders: (Object.keys(orderKeys) as (keyof typeof orderKeys)[]).map((value) => ({
      value,
      label: t(orderKeys[value]),
    })),
  }
}

const filterNames: Partial<Record<CriteriaKey, MessageKey>> = {
  skillLevel: 'search.filter.skillLevel',
  duration: 'search.filter.duration',
  instruction: 'search.filter.instruction',
  timeOfDay: 'search.filter.timeOfDay',
  ageRange: 'search.filter.ageRange',
  price: 'search.filter.price',
  premium: 'search.filter.premium',
  hidden: 'search.filter.hidden',
  status: 'search.filter.status',
  ved: 'search.filter.ved',
  type: 'search.filter.type',
  tag: 'search.filter.tag',
  industry: 'search.filter.industry',
  uv: 'search.filter.uv',
  language: 'search.filter.language',
  owner: 'search.filter.owner',
  module: 'search.filter.tag',
}

/** The chosen values of a criterion, of any kind. */
export function valuesOf(criteria: Criteria, key: CriteriaKey): string[] {
  const value = criteria[key]
  if (Array.isArray(value)) return value
  return value === emptyCriteria()[key] || value === null ? [] : [String(value)]
}

/** The criteria without one of them. */
export function without(criteria: Criteria, key: CriteriaKey): Criteria {
  return { ...criteria, [key]: emptyCriteria()[key] }
}

/** Criteria that stand as chips: everything chosen but words, type and order, which show where they are chosen. */
const chipKeys: readonly CriteriaKey[] = [
  'skillLevel',
  'duration',
  'instruction',
  'timeOfDay',
  'ageRange',
  'price',
  'premium',
  'hidden',
  'status',
  'ved',
  'tag',
  'module',
  'industry',
  'uv',
  'language',
  'owner',
]

export function chosenFilters(criteria: Criteria): CriteriaKey[] {
  return chipKeys.filter((key) => valuesOf(criteria, key).length > 0)
}
