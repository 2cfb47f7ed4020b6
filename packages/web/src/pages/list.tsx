import type { listCatalog } from '@lantern/contract/catalog/lists.ts'
import type { listTopics } from '@lantern/contract/catalog/tags.ts'
import { useLoaderData } from 'react-router'
import {
  isListPageKind,
  ListPage,
  type ListPageKind,
  listData,
  listLeadKey,
  listQuery,
  listTitleKey,
  PageHead,
  readChoice,
  useOwnList,
} from '#catalog/index.ts'
import { apiOf } from '#kit/api.ts'
import { useMessages } from '#kit/messages.tsx'
import { CollectButton } from '#learning/index.ts'
import type { Route } from './+types/list.ts'

/** /tutorials, /projects and /courses: one page, the path says which list. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { call } = apiOf(context)
  const { pathname, searchParams } = url
  const kind = kindOf(pathname)
  const choice = readChoice(searchParams)
  const [list, { topics }] = await Promise.all([
    call<typeof listCatalog>('GET /api/learn/catalog/list', { query: listQuery(kind, choice) }),
    call<typeof listTopics>('GET /api/learn/topics'),
  ])
  return { kind, choice, list, topics }
}

export default function List() {
  const { kind, choice, topics, ...loaded } = useLoaderData<typeof loader>()
  const list = useOwnList('list', loaded.list)
  const t = useMessages()
  return (
    <main id="main" className="wrap">
      <PageHead
        title={t(listTitleKey(kind))}
        description={t(listLeadKey(kind))}
        listPage={choice.page}
        // past the end there is nothing to find, and no end to such addresses
        hidden={choice.page > 0 && list.results.length === 0}
        things={(site) =>
          import.meta.env.SSR
            ? listData(
                list.results.map(({ id }) => list.itemMap[id]),
                site,
              )
            : []
        }
      />
      <ListPage
        kind={kind}
        path={`/${kind}`}
        choice={choice}
        list={list}
        topics={topics}
        collect={(item, collected) => <CollectButton item={item} collected={collected} look="card" />}
      />
    </main>
  )
}

function kindOf(pathname: string): ListPageKind {
  const name = pathname.split('/')[1] ?? ''
  if (!isListPageKind(name)) throw new Response(null, { status: 404 })
  return name
}
