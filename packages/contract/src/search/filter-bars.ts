import type { Edition } from '../catalog/item-types.ts'
import { type GroupMember, isAdmin, isAnyLanguageEditor, isAnyLanguageLearnAdmin, isLearnCreator } from '../roles.ts'
import type { CriteriaKey } from './criteria.ts'

// Which filters a bar offers, and to whom.

export const filterBarVariants = [
  'default',
  'creator',
  'search',
  'landing',
  'educators',
  'submission',
  'cncreator',
  'cnlanding',
  'newcnlanding',
] as const
export type FilterBarVariant = (typeof filterBarVariants)[number]

/** Every set of filters: the variants, what editors look for contents with, and what stands below a banner. */
export type FilterBarSet = FilterBarVariant | 'edit' | 'banner'

export type TopicGroup = 'topic' | 'industry'

interface FilterBarContent {
  filters: readonly CriteriaKey[]
  /** For makers of content alone. */
  extra?: readonly CriteriaKey[]
  /** Every topic of these groups stands there, each with a way of its own. */
  topicGroups?: readonly TopicGroup[]
}

const search = ['skillLevel', 'duration', 'price', 'tag', 'industry', 'uv', 'language', 'ved'] as const
const extra = ['owner', 'status', 'hidden', 'premium'] as const

const bars: Record<FilterBarSet, FilterBarContent> = {
  default: { filters: ['skillLevel', 'duration', 'price', 'tag'] },
  search: { filters: search },
  landing: { filters: ['skillLevel', 'duration', 'tag', 'uv'] },
  educators: { filters: ['skillLevel', 'instruction', 'ageRange', 'tag', 'industry'] },
  submission: { filters: ['tag'] },
  cnlanding: { filters: ['skillLevel', 'duration', 'price', 'tag'] },
  newcnlanding: { filters: ['skillLevel', 'duration', 'price', 'uv'], topicGroups: ['topic', 'industry'] },
  creator: { filters: ['type', ...search.filter((key) => key !== 'price')], extra },
  cncreator: { filters: ['type', ...search], extra },
  edit: { filters: [], topicGroups: ['topic', 'industry'] },
  banner: { filters: [], topicGroups: ['topic'] },
}

/** Types an administrator may list, offered by the creator variants. */
export const adminDataTypes = ['tutorial', 'project', 'course', 'quiz', 'liveSession', 'faq', 'submission'] as const

/** Admins, editors and creators see further filters; everybody else does not learn that there are more. */
function seesExtraFilters(member: GroupMember): boolean {
  return isLearnCreator(member)
}

/** The filter for owners, with its completion of names. */
function seesOwnerFilter(member: GroupMember): boolean {
  return isAdmin(member) || isAnyLanguageLearnAdmin(member) || isAnyLanguageEditor(member)
}

/** The bar of the search: makers of content have the creator's, with more to choose by. */
export function searchBarOf(member: GroupMember, edition: Edition): FilterBarVariant {
  if (!seesExtraFilters(member)) return 'search'
  return edition === 'cn' ? 'cncreator' : 'creator'
}

/** The filters of a bar, in order, for this visitor. */
export function filtersOf(bar: FilterBarSet, member: GroupMember): CriteriaKey[] {
  const { filters, extra: further = [] } = bars[bar]
  const more = further.filter((key) => (key === 'owner' ? seesOwnerFilter(member) : seesExtraFilters(member)))
  return [...filters, ...more]
}

export function topicGroupsOf(bar: FilterBarSet): readonly TopicGroup[] {
  return bars[bar].topicGroups ?? []
}
