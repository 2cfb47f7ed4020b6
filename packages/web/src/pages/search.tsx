import type { getFilterData, searchItems } from '@lantern/contract/search/searching.ts'
import { useMemo } from 'react'
import { useLoaderData } from 'react-router'
import { PageHead } from '#catalog/index.ts'
import { apiOf } from '#kit/api.ts'
import { useMessages } from '#kit/messages.tsx'
import { useOwn } from '#kit/visit.tsx'
import { CollectButton } from '#learning/index.ts'
import { readSearch, SearchPage, searchQuery } from '#search/index.ts'
import type { Route } from './+types/search.ts'

/** /search: the address says what is looked for. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { call } = apiOf(context)
  const asked = readSearch(url.searchParams)
  const [answer, data] = await Promise.all([
    call<typeof searchItems>('GET /api/learn/search', { query: searchQuery(asked) }),
    call<typeof getFilterData>('GET /api/learn/search/filters'),
  ])
  return { answer, data, pageSize: asked.pageSize }
}

export default function Search() {
  const { data, pageSize, ...loaded } = useLoaderData<typeof loader>()
  const learner = useOwn('search', loaded.answer.learner)
  const answer = useMemo(() => ({ ...loaded.answer, learner }), [loaded.answer, learner])
  const t = useMessages()
  return (
    <main id="main" className="wrap">
      <PageHead title={answer.text ? t('search.title_of', { text: answer.text }) : t('search.title')} />
      <SearchPage
        answer={answer}
        data={data}
        pageSize={pageSize}
        collect={(item, collected) => <CollectButton item={item} collected={collected} />}
      />
    </main>
  )
}
