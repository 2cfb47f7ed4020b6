import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import { emptyCriteria } from '@lantern/contract/search/criteria.ts'
import type { SearchAnswer, SearchResult } from '@lantern/contract/search/searching.ts'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { loadCatalogue } from '#kit/catalogue.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { guestSession, type Session, SessionProvider } from '#kit/session.tsx'
import { sampleCard } from '#testing/samples.ts'

await loadCatalogue('zh_CN')

/** Renders in the frame of the site, in Chinese; the router tells where links and forms have led. */
export function show(element: ReactNode, session: Partial<Session> = {}, routes: RouteObject[] = []) {
  const router = createMemoryRouter([...routes, { path: '*', element }], { initialEntries: ['/'] })
  const view = render(
    <MessagesProvider locale="zh_CN">
      <SessionProvider session={{ ...guestSession('zh_CN'), ...session }}>
        <RouterProvider router={router} />
      </SessionProvider>
    </MessagesProvider>,
  )
  return { ...view, address: () => decodeURIComponent(router.state.location.pathname + router.state.location.search) }
}

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
