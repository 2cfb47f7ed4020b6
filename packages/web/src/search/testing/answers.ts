import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import { emptyCriteria } from '@lantern/contract/search/criteria.ts'
import type { SearchAnswer, SearchResult } from '@lantern/contract/search/searching.ts'
import { sampleCard } from '#testing/samples.ts'

export function cardOf(id: string, more: Partial<ItemCard> = {}): ItemCard {
  return sampleCard({ id, slug: id, title: `教程 ${id}`, summary: '简介', thumbnail: { url: null }, ...more })
}

export function resultOf(card: ItemCard, more: Partial<SearchResult> = {}): SearchResult {
  return {
    id: card.id,
    type: card.type,
    [card.type]: card,
    title: { text: card.title, marks: [] },
    summary: { text: card.summary, marks: [] },
    hits: [],
    hitCount: 0,
    ...more,
  }
}

export function answerOf(results: SearchResult[], more: Partial<SearchAnswer> = {}): SearchAnswer {
  return {
    results,
    quizMap: {},
    projectMap: {},
    tutorialMap: {},
    userMap: {},
    statsMap: {},
    industryMap: {},
    topicMap: {},
    criteria: { ...emptyCriteria(), query: '阴影' },
    page: 0,
    pageSize: 8,
    text: '阴影',
    total: results.length,
    typeCounts: { tutorial: results.length },
    corrected: null,
    learner: { collectMap: {}, likeMap: {}, quizMap: {}, recordMap: {} },
    ...more,
  }
}

/** Answers calls of the browser by path; a test may hold an answer back. */
export function answerCalls(answer: (path: string, query: URLSearchParams) => unknown): typeof fetch {
  return async (input) => {
    const url = new URL(String(input), 'http://site.test')
    const body = await answer(url.pathname, url.searchParams)
    return body instanceof Response ? body : Response.json(body)
  }
}
