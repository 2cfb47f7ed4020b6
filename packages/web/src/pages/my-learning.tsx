import type { listMerchandiseOrders } from '@lantern/contract/commerce/orders.ts'
import type * as lists from '@lantern/contract/learning/my-learning.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { data, redirect } from 'react-router'
import { PageHead } from '#catalog/index.ts'
import { MerchandiseOrders } from '#commerce/index.ts'
import { type Api, ApiError, apiOf } from '#kit/api.ts'
import { useMessages } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { readPageNumber } from '#kit/page-number.ts'
import { useSession } from '#kit/session.tsx'
import { type LearningTab, type ListTab, learningTabs, MyLearning } from '#learning/index.ts'
import type { Route } from './+types/my-learning.ts'

/** /u/{userId}: one's own learning, or another's as far as they show it; orders are one's own alone. */
export async function loader({ params: { userId }, request, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const url = new URL(request.url)
  const tab = tabOf(url.searchParams.get('tab'))
  const page = readPageNumber(url.searchParams)
  const [year, list, activity, orders] = await Promise.all([
    api.call<typeof lists.getStudyYear>('GET /api/learn/cn/record/year', { query: { userId } }),
    tab === 'periphery_order' ? null : readList(api, tab, { userId, page, pageSize: 12 }),
    tab === 'activity' && page === 0 ? readActivity(api, userId) : null,
    tab === 'periphery_order' ? readOrders(api, pageAddress(url), { userId, page }) : null,
  ])
  return { year, tab, list, activity, orders }
}

export default function MyLearningPage({ loaderData: { orders, ...learning } }: Route.ComponentProps) {
  const t = useMessages()
  const { user } = useSession()
  const { person } = learning.year
  return (
    <main id="main" className="wrap">
      <PageHead title={user?.id === person.id ? t('learning.mine') : t('learning.of_person', { name: person.name })} />
      <MyLearning {...learning}>{orders && <MerchandiseOrders orders={orders} personId={person.id} />}</MyLearning>
    </main>
  )
}

function tabOf(text: string | null): LearningTab {
  return learningTabs.find((tab) => tab === text) ?? 'activity'
}

async function readList({ call }: Api, tab: ListTab, query: { userId: string; page: number; pageSize: number }) {
  switch (tab) {
    case 'activity':
      return call<typeof lists.listRecords>('GET /api/learn/cn/record/list', { query: { ...query, completed: false } })
    case 'completed':
      return call<typeof lists.listRecords>('GET /api/learn/cn/record/list', { query: { ...query, completed: true } })
    case 'collected':
      return call<typeof lists.listCollections>('GET /api/learn/cn/collect/list', { query })
    case 'created':
      return call<typeof lists.listCreated>('GET /api/learn/cn/created/list', { query })
    case 'purchased':
      return call<typeof lists.listPurchased>('GET /api/learn/cn/purchased/list', { query })
  }
}

/** The latest completions and what happened last, below what is in progress. */
async function readActivity({ call }: Api, userId: string) {
  const completed = await call<typeof lists.listRecords>('GET /api/learn/cn/record/list', {
    query: { userId, completed: true, page: 0, pageSize: 4 },
  })
  return { completed, acts: completed.dynamic }
}

async function readOrders({ call }: Api, here: string, query: { userId: string; page: number }) {
  try {
    return await call<typeof listMerchandiseOrders>('GET /api/learn/cn/order/periphery/list', { query })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect(signInPath(here))
    if (error instanceof ApiError && error.status === 404) throw data(null, { status: 404 })
    throw error
  }
}
