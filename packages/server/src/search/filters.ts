import type { Sight } from '@lantern/contract/catalog/access.ts'
import { type Criteria, rangeOf } from '@lantern/contract/search/criteria.ts'
import { type RawBuilder, sql } from 'kysely'

/** What a visitor may look through: what their audiences find, and of drafts and hidden items their own or all. */
export interface Scope {
  sight: Sight
  unlisted: 'none' | 'own' | 'all'
}

export interface FilterContext {
  scope: Scope
  /** Positions of engine versions from old to new. */
  versions: readonly string[]
}

/**
 * The conditions of the criteria on `d` (search_documents), except the type, which is counted before it is chosen. Null:
 * nothing is asked for but that it is listed.
 */
export function conditionsOf(criteria: Criteria, context: FilterContext): RawBuilder<unknown>[] | null {
  const where: RawBuilder<unknown>[] = []
  const { skillLevel, language, tag, module, industry, duration, premium, price, instruction, timeOfDay } = criteria
  if (skillLevel.length > 0) where.push(sql`d.skill_level = any(${skillLevel}::text[])`)
  if (language.length > 0) where.push(sql`d.language = any(${language}::text[])`)
  if (tag.length > 0) where.push(sql`(d.label_ids && ${tag}::text[] or d.industry_ids && ${tag}::text[])`)
  if (module.length > 0) where.push(sql`d.label_ids && ${module}::text[]`)
  if (industry.length > 0) where.push(sql`d.industry_ids && ${industry}::text[]`)
  if (duration.length > 0) where.push(within(sql`d.duration`, duration))
  if (instruction.length > 0) where.push(within(sql`d.instruction`, instruction))
  if (timeOfDay.length > 0) where.push(within(sql`d.start_minute`, timeOfDay))
  if (premium) where.push(premium === 'premium' ? sql`d.premium` : sql`not d.premium`)
  if (price === 'only_free') where.push(sql`not d.with_pay and not d.premium`)
  if (price === 'only_paid') where.push(sql`d.with_pay`)
  if (criteria.singles) where.push(sql`d.single`)
  if (criteria.ved) where.push(criteria.ved === 'video' ? sql`d.with_video` : sql`not d.with_video`)
  if (criteria.owner.length > 0) where.push(sql`d.owner_ids && ${criteria.owner}::text[]`)
  if (criteria.itemId.length > 0) where.push(sql`d.item_id = any(${criteria.itemId}::text[])`)
  if (criteria.ageRange) {
    const { min, max } = rangeOf(criteria.ageRange)
    where.push(sql`coalesce(d.max_age, 200) >= ${min ?? 0}::int and d.min_age <= ${max ?? 200}::int`)
  }
  if (criteria.uv) {
    const at = context.versions.indexOf(criteria.uv)
    where.push(at < 0 ? sql`false` : sql`${at}::int between d.min_version and d.max_version`)
  }
  const asksForAll = !asksForUnlisted(criteria) && findsWhatAllFind(context.scope.sight)
  return where.length > 0 || !asksForAll ? [seen(criteria, context.scope), ...where] : null
}

export function asksForUnlisted({ status, hidden }: Criteria): boolean {
  return status === 'draft' || hidden === 'hidden'
}

/** True for guests and for everybody who belongs to no organisation. */
export function findsWhatAllFind({ belongsTo }: Sight): boolean {
  return belongsTo.length === 0
}

/** Drafts and hidden items are shown only to their editors, and only when they ask. */
function seen(criteria: Criteria, { sight, unlisted }: Scope): RawBuilder<unknown> {
  if (!asksForUnlisted(criteria)) return listedFor(sight)
  if (unlisted === 'none') return sql`false`
  const { userId, belongsTo, leads, leadsAll } = sight
  const mine = unlisted === 'all' ? sql`true` : sql`d.owner_ids @> array[${userId}]`
  const theirs = unlisted === 'all' ? (leadsAll ? sql`true` : ofOne(leads)) : ofOne(belongsTo)
  const parts = [sql`${mine} and (d.organisation_id is null or ${theirs})`]
  const { status, hidden } = criteria
  if (status) parts.push(sql`d.status = ${status}`)
  if (hidden) parts.push(sql`d.hidden = ${hidden === 'hidden'}`)
  return sql.join(parts, sql` and `)
}

function listedFor(sight: Sight): RawBuilder<unknown> {
  if (findsWhatAllFind(sight)) return sql`d.listed`
  const { audiences, teaches } = sight
  return sql`(d.found_by = any(${audiences}::text[]) or d.found_by <> '' and ${ofOne(teaches)})`
}

function ofOne(organisationIds: readonly string[]): RawBuilder<unknown> {
  return sql`d.organisation_id = any(${organisationIds}::text[])`
}

/** Inside one of the ranges, the upper end not included. */
function within(column: RawBuilder<unknown>, ranges: readonly string[]): RawBuilder<unknown> {
  const text = ranges.map(rangeOf).map(({ min, max }) => `[${min ?? ''},${max ?? ''})`)
  return sql`${column} <@ ${`{${text.join()}}`}::int4multirange`
}
