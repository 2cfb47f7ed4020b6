import { canReadSteps } from '@lantern/contract/catalog/access.ts'
import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import { contentLanguage, type OfferedLocale } from '@lantern/contract/locales.ts'
import { isAdmin, isLearnAdmin, isLearnCreator, isLearnEditor, type Viewer } from '@lantern/contract/roles.ts'
import { type Criteria, encodeCriteria } from '@lantern/contract/search/criteria.ts'
import type { LearnerMaps, SearchAnswer, SearchResult } from '@lantern/contract/search/searching.ts'
import { entitledIds, itemCards, type Reference, readReference } from '#catalog/index.ts'
import type { Services } from '#kit/services.ts'
import { conditionsOf, type Scope } from './filters.ts'
import { mark } from './marking.ts'
import type { QueryPlan } from './query-plan.ts'
import { type RankedPage, rank } from './ranking.ts'
import { planOf, rememberedOf } from './remembered.ts'
import { type ItemHits, readStepHits } from './step-hits.ts'

export interface SearchRequest {
  criteria: Criteria
  page: number
  pageSize: number
}

/** What a learner did with the items of a page; learning tells, which stands above search. */
export type ReadLearnerMaps = (services: Services, userId: string, itemIds: string[]) => Promise<Partial<LearnerMaps>>

export async function search(
  services: Services,
  viewer: Viewer,
  locale: OfferedLocale,
  request: SearchRequest,
  readLearnerMaps: ReadLearnerMaps,
): Promise<SearchAnswer> {
  if (viewer.kind === 'guest') return searchAsGuest(services, viewer, locale, request)
  const answer = await searchAnew(services, viewer, locale, request)
  const maps = await readLearnerMaps(
    services,
    viewer.id,
    answer.results.map(({ id }) => id),
  )
  const quizzes = Object.entries(maps.recordMap ?? {}).filter(([, record]) => record.type === 'quiz')
  return { ...answer, learner: { ...answer.learner, quizMap: Object.fromEntries(quizzes), ...maps } }
}

/** Every guest of a locale gets the same answer, so it is made once. */
async function searchAsGuest(
  services: Services,
  viewer: Viewer,
  locale: OfferedLocale,
  request: SearchRequest,
): Promise<SearchAnswer> {
  const { answers } = rememberedOf(services.db)
  const key = `${locale} ${request.page} ${request.pageSize} ${encodeCriteria(request.criteria)}`
  const nowMs = services.clock.now().getTime()
  const kept = answers.get(key, nowMs)
  if (kept) return kept
  const { edition } = rememberedOf(services.db)
  const answer = await searchAnew(services, viewer, locale, request)
  if (edition === rememberedOf(services.db).edition) answers.set(key, answer, nowMs)
  return answer
}

async function searchAnew(
  services: Services,
  viewer: Viewer,
  locale: OfferedLocale,
  { criteria, page, pageSize }: SearchRequest,
): Promise<SearchAnswer> {
  const { db } = services
  const reference = await readReference(db)
  const people = criteria.keywordType === 'creator'
  const plan = criteria.query ? await planOf(services, criteria.query, { people }) : null
  const found = isHopeless(criteria, plan)
    ? nothing
    : await rank(db, {
        plan,
        where: conditionsOf(criteria, { scope: scopeOf(viewer), versions: reference.versions }),
        types: criteria.type,
        order: criteria.orderBy,
        language: plan?.language ?? contentLanguage(locale),
        offset: Math.min(page * pageSize, 1_000_000),
        limit: pageSize,
      })
  const { results, cards } = await readResults(services, viewer, people ? null : plan, found)
  return {
    results,
    quizMap: byType(results, 'quiz'),
    projectMap: byType(results, 'project'),
    tutorialMap: byType(results, 'tutorial'),
    userMap: cards.userMap,
    statsMap: cards.statsMap,
    industryMap: tagMap(
      reference,
      cards.items.flatMap((item) => item.industryIds),
      locale,
    ),
    topicMap: tagMap(
      reference,
      cards.items.flatMap((item) => item.topicIds),
      locale,
    ),
    criteria,
    page,
    pageSize,
    text: criteria.query,
    total: found.total,
    typeCounts: found.typeCounts,
    corrected: plan?.corrected ?? null,
    learner: { collectMap: {}, likeMap: {}, quizMap: {}, recordMap: {} },
  }
}

const nothing: RankedPage = { rows: [], typeCounts: {}, total: 0 }

/** Words of which none is known find nothing; words that are only marks do not either. */
function isHopeless(criteria: Criteria, plan: QueryPlan | null): boolean {
  return criteria.query !== '' && (plan === null || plan.termIds.length === 0)
}

function scopeOf(viewer: Viewer): Scope {
  if (viewer.kind === 'guest') return { kind: 'listed' }
  if (isAdmin(viewer) || isLearnAdmin(viewer) || isLearnEditor(viewer)) return { kind: 'all' }
  return isLearnCreator(viewer) ? { kind: 'own', userId: viewer.id } : { kind: 'listed' }
}

async function readResults(services: Services, viewer: Viewer, plan: QueryPlan | null, found: RankedPage) {
  const { db } = services
  const ids = found.rows.map((row) => row.item_id)
  const [cards, entitled] = await Promise.all([itemCards(db, viewer, ids), entitledIds(db, viewer, ids)])
  const rows = found.rows.flatMap((ranked) => {
    const card = cards.itemMap[ranked.item_id]
    return card ? [{ ranked, card }] : []
  })
  const hits = plan
    ? await readStepHits(
        db,
        plan,
        rows.map(({ ranked, card }) => ({
          ranked,
          language: card.language,
          readable: isReadable(viewer, card, entitled),
        })),
      )
    : new Map<number, ItemHits>()
  return { cards, results: rows.map(({ ranked, card }) => resultOf(card, plan, hits.get(ranked.doc))) }
}

function isReadable(viewer: Viewer, card: ItemCard, entitled: ReadonlySet<string>): boolean {
  return canReadSteps(viewer, { ...card, published: card.active, hidden: !card.active }, entitled)
}

const noMarks = { pieces: [], stems: [], beginnings: [] }

function resultOf(card: ItemCard, plan: QueryPlan | null, hits: ItemHits | undefined): SearchResult {
  const marks = plan?.marks ?? noMarks
  return {
    id: card.id,
    type: card.type,
    [card.type]: card,
    title: mark(card.title, marks, card.language),
    summary: mark(card.summary, marks, card.language),
    hits: hits?.hits ?? [],
    hitCount: hits?.hitCount ?? 0,
  }
}

function byType(results: readonly SearchResult[], type: ItemType): Record<string, ItemCard> {
  return Object.fromEntries(
    results.flatMap((result) => {
      const card = result.type === type ? result[type] : undefined
      return card ? [[card.id, card]] : []
    }),
  )
}

function tagMap(reference: Reference, ids: readonly string[], locale: OfferedLocale) {
  const language = contentLanguage(locale)
  return Object.fromEntries(
    [...new Set(ids)].flatMap((id) => {
      const tag = reference.tag(id, language)
      return tag ? [[id, tag]] : []
    }),
  )
}
