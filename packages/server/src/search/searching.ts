import { sightOf } from '@lantern/contract/catalog/access.ts'
import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import { contentLanguage, type OfferedLocale } from '@lantern/contract/locales.ts'
import { isLearnCreator, type Viewer } from '@lantern/contract/roles.ts'
import { type Criteria, encodeCriteria } from '@lantern/contract/search/criteria.ts'
import type { LearnerMaps, SearchAnswer, SearchResult } from '@lantern/contract/search/searching.ts'
import { peopleIn, preferredLanguageOf, type Reference, readableIds, readReference } from '#catalog/index.ts'
import type { Services } from '#kit/services.ts'
import { asksForUnlisted, conditionsOf, findsWhatAllFind, type Scope } from './filters.ts'
import { mark } from './marking.ts'
import { entriesOf, holdPassages, type IndexInMemory, withIndex } from './memory/index-in-memory.ts'
import { type Marks, planQuery, type QueryPlan } from './query-plan.ts'
import { type RankedPage, type RankRequest, rankAll, rankByWords } from './ranking.ts'
import { lifeMs, rememberedOf } from './remembered.ts'
import { type ShownCard, shownCards } from './shown-cards.ts'
import { hitPlaces, type ItemHits, noHits, stepHits } from './step-hits.ts'

export interface SearchRequest {
  criteria: Criteria
  page: number
  pageSize: number
}

/** What a learner did with the items of a page; learning and community tell, which stand above search. */
export type ReadLearnerMaps = (services: Services, userId: string, itemIds: string[]) => Promise<Partial<LearnerMaps>>

export async function search(
  services: Services,
  viewer: Viewer,
  locale: OfferedLocale,
  request: SearchRequest,
  readLearnerMaps: ReadLearnerMaps,
): Promise<SearchAnswer> {
  const answer = await answerTo(services, viewer, locale, request)
  if (viewer.kind === 'guest') return answer
  const ids = answer.results.map(({ id }) => id)
  return { ...answer, learner: await searchMarks(services, viewer.id, ids, readLearnerMaps) }
}

/** What a learner did with the results of these ids. */
export async function searchMarks(
  services: Services,
  userId: string,
  ids: string[],
  readLearnerMaps: ReadLearnerMaps,
): Promise<LearnerMaps> {
  const maps = await readLearnerMaps(services, userId, ids)
  const quizzes = Object.entries(maps.recordMap ?? {}).filter(([, record]) => record.type === 'quiz')
  return { ...noLearner, quizMap: Object.fromEntries(quizzes), ...maps }
}

const noLearner: LearnerMaps = { collectMap: {}, likeMap: {}, quizMap: {}, recordMap: {} }

async function answerTo(
  services: Services,
  viewer: Viewer,
  locale: OfferedLocale,
  { criteria, page, pageSize }: SearchRequest,
): Promise<SearchAnswer> {
  const reference = await readReference(services.db)
  const scope = scopeOf(viewer)
  const request: RankRequest = {
    where: conditionsOf(criteria, { scope, versions: reference.versions }),
    types: criteria.type,
    order: criteria.orderBy,
    now: services.clock.now(),
    language: await preferredLanguageOf(services.db, locale),
    offset: Math.min(page * pageSize, 1_000_000),
    limit: pageSize,
  }
  const { found, shown, corrected } = await find(services, viewer, criteria, request)
  const cards = shown.map(({ card }) => card)
  return {
    results: shown.map(({ card, result }) => ({ ...result, [card.type]: card })),
    quizMap: byType(cards, 'quiz'),
    projectMap: byType(cards, 'project'),
    tutorialMap: byType(cards, 'tutorial'),
    userMap: peopleIn(
      Object.fromEntries(shown.flatMap(({ people }) => people.map((person) => [person.id, person]))),
      contentLanguage(locale),
    ),
    statsMap: Object.fromEntries(shown.map(({ card, stats }) => [card.id, stats])),
    industryMap: tagMap(reference, cards, 'industryIds', locale),
    topicMap: tagMap(reference, cards, 'topicIds', locale),
    criteria,
    page,
    pageSize,
    text: criteria.query,
    total: found.total,
    typeCounts: found.typeCounts,
    corrected,
    learner: noLearner,
  }
}

interface Found {
  found: RankedPage
  shown: (ShownCard & { result: Omit<SearchResult, ItemType> })[]
  corrected: string | null
}

const nothing: RankedPage = { rows: [], typeCounts: {}, total: 0 }

/** What fits and how it is shown, all out of one version of the index. */
async function find(services: Services, viewer: Viewer, criteria: Criteria, request: RankRequest): Promise<Found> {
  const { db } = services
  if (criteria.query === '') {
    const found = await everything(services, viewer, criteria, request)
    const cards = await shownCards(services, viewer, idsOf(found))
    return { found, shown: inOrder(found, cards).map(({ shown }) => plain(shown)), corrected: null }
  }
  const people = criteria.keywordType === 'creator'
  return withIndex(db, async (index) => {
    const plan = await planQuery(db, index, criteria.query, { people })
    // words of which none is known find nothing; words that are only marks do not either
    if (!plan || plan.units.length === 0) return { found: nothing, shown: [], corrected: plan?.corrected ?? null }
    const found = await rankByWords(db, index, plan, request)
    const cards = await shownCards(services, viewer, idsOf(found))
    const rows = inOrder(found, cards)
    const shown = people ? rows.map((row) => plain(row.shown)) : await withHits(services, viewer, index, plan, rows)
    return { found, shown, corrected: plan.corrected }
  })
}

/** Without words, what is listed is the same for everybody, and is counted once for a while. */
async function everything(
  services: Services,
  viewer: Viewer,
  criteria: Criteria,
  request: RankRequest,
): Promise<RankedPage> {
  const { db, clock } = services
  const known = rememberedOf(db)
  const { edition } = known
  const isListed = !asksForUnlisted(criteria) && findsWhatAllFind(sightOf(viewer))
  const key = `${request.offset} ${request.limit} ${encodeCriteria(criteria)}`
  const nowMs = clock.now().getTime()
  const kept = isListed ? known.pages.get(key) : undefined
  if (kept && kept.untilMs > nowMs) return kept.found
  const found = await rankAll(db, request)
  if (isListed && edition === known.edition)
    known.pages.set(key, { found, languages: criteria.language, untilMs: nowMs + lifeMs })
  return found
}

function idsOf(found: RankedPage): string[] {
  return found.rows.map(({ itemId }) => itemId)
}

/** The results of the page that the viewer may see. */
function inOrder(found: RankedPage, cards: ReadonlyMap<string, ShownCard>) {
  return found.rows.flatMap(({ doc, itemId }) => {
    const shown = cards.get(itemId)
    return shown ? [{ doc, shown }] : []
  })
}

const noMarks: Marks = { pieces: [], stems: [], beginnings: [], firsts: [] }

function plain(shown: ShownCard): Found['shown'][number] {
  return { ...shown, result: resultText(shown, noMarks, noHits) }
}

async function withHits(
  { db }: Services,
  viewer: Viewer,
  index: IndexInMemory,
  plan: QueryPlan,
  rows: { doc: number; shown: ShownCard }[],
): Promise<Found['shown']> {
  const cards = rows.map(({ shown }) => shown.card)
  const [entries, readable] = await Promise.all([
    entriesOf(
      db,
      index,
      rows.map(({ doc }) => doc),
    ),
    readableIds(db, viewer, cards),
  ])
  const hitsOf = new Map([...entries].map(([doc, entry]) => [doc, hitPlaces(entry, plan)]))
  await holdPassages(
    db,
    index,
    [...entries].flatMap(([doc, entry]) => (hitsOf.get(doc) ?? []).map(({ place }) => ({ doc, place, entry }))),
  )
  return rows.map(({ doc, shown }) => {
    const { card } = shown
    const entry = entries.get(doc)
    const places = hitsOf.get(doc) ?? []
    const hits = entry ? stepHits(entry, places, plan, card.language, readable.has(card.id)) : noHits
    return { ...shown, result: resultText(shown, plan.marks, hits) }
  })
}

function resultText(
  { card, title, summary }: ShownCard,
  marks: Marks,
  { hits, hitCount }: ItemHits,
): Omit<SearchResult, ItemType> {
  return {
    id: card.id,
    type: card.type,
    title: mark(title, marks, card.language),
    summary: mark(summary, marks, card.language),
    hits,
    hitCount,
  }
}

function scopeOf(viewer: Viewer): Scope {
  const sight = sightOf(viewer)
  if (viewer.kind === 'guest') return { sight, unlisted: 'none' }
  if (sight.editsAll) return { sight, unlisted: 'all' }
  return { sight, unlisted: isLearnCreator(viewer) ? 'own' : 'none' }
}

function byType(cards: readonly ItemCard[], type: ItemType): Record<string, ItemCard> {
  return Object.fromEntries(cards.filter((card) => card.type === type).map((card) => [card.id, card]))
}

function tagMap(
  reference: Reference,
  cards: readonly ItemCard[],
  column: 'industryIds' | 'topicIds',
  locale: OfferedLocale,
) {
  const language = contentLanguage(locale)
  return Object.fromEntries(
    [...new Set(cards.flatMap((card) => card[column]))].flatMap((id) => {
      const tag = reference.tag(id, language)
      return tag ? [[id, tag]] : []
    }),
  )
}
