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

const variants: Record<FilterBarVariant, { filters: readonly CriteriaKey[]; extra: readonly CriteriaKey[] }> = {
  default: { filters: ['skillLevel', 'duration', 'price', 'tag'], extra: [] },
  search: {
    filters: ['skillLevel', 'duration', 'price', 'tag', 'industry', 'uv', 'language', 'ved'],
    extra: ['owner', 'status', 'hidden', 'premium'],
  },
  landing: { filters: ['skillLevel', 'duration', 'tag', 'uv'], extra: [] },
  educators: { filters: ['skillLevel', 'instruction', 'ageRange', 'tag', 'industry'], extra: [] },
  submission: { filters: ['tag'], extra: [] },
  cnlanding: { filters: ['skillLevel', 'duration', 'price', 'tag'], extra: [] },
  newcnlanding: { filters: ['skillLevel', 'duration', 'price', 'tag', 'industry', 'uv'], extra: [] },
  creator: { filters: ['type', 'skillLevel', 'tag'], extra: ['owner', 'status', 'hidden', 'premium'] },
  cncreator: { filters: ['type', 'skillLevel', 'price', 'tag'], extra: ['owner', 'status', 'hidden', 'premium'] },
}

/** Types an administrator may list, offered by the creator variants. */
export const adminDataTypes = ['tutorial', 'project', 'course', 'quiz', 'liveSession', 'faq', 'submission'] as const

/** Admins, editors and creators see further filters; everybody else does not learn that there are more. */
export function seesExtraFilters(member: GroupMember): boolean {
  return isLearnCreator(member)
}

/** The filter for owners, with its completion of names. */
export function seesOwnerFilter(member: GroupMember): boolean {
  return isAdmin(member) || isAnyLanguageLearnAdmin(member) || isAnyLanguageEditor(member)
}

/** The filters of a bar, in order, for this visitor. */
export function filtersOf(variant: FilterBarVariant, member: GroupMember): CriteriaKey[] {
  const { filters, extra } = variants[variant]
  const more = extra.filter((key) => (key === 'owner' ? seesOwnerFilter(member) : seesExtraFilters(member)))
  return [...filters, ...more]
}
