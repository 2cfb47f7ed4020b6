import type { SearchAnswer } from '@lantern/contract/search/searching.ts'
import type { RouteObject } from 'react-router'
import type { Session } from '#kit/session.tsx'
import { show } from '#testing/show.tsx'
import { SearchPage } from '../search-page.tsx'
import { cardOf, resultOf } from './answers.ts'

export const data = {
  topics: [{ id: 'lighting', type: 'topic' as const, name: 'Lighting' }],
  industries: [{ id: 'games', type: 'industry' as const, name: 'Games' }],
  versions: ['2022.3', '6000.0'],
}

/** The search page as its route draws it. */
export function open(
  answer: SearchAnswer,
  session: Partial<Session> = {},
  routes: RouteObject[] = [],
  pageSize: number | null = null,
) {
  return show(
    <SearchPage
      answer={answer}
      data={data}
      pageSize={pageSize}
      collect={(item) => <button type="button">Collect {item.id}</button>}
    />,
    session,
    { routes },
  )
}

export const results = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => resultOf(cardOf(`ltu_${from + n}`)))
