import type { listMerchandiseOrders, listOrders } from '@lantern/contract/commerce/orders.ts'
import type * as lists from '@lantern/contract/learning/my-learning.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { data, redirect } from 'react-router'
import { PageHead } from '#catalog/index.ts'
import { Orders } from '#commerce/index.ts'
import { type Api, ApiError, apiOf } from '#kit/api.ts'
import { useMessages } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { readPageNumber } from '#kit/page-number.ts'
import { useSession } from '#kit/session.tsx'
import { isOrderTab, type LearningTab, type ListTab, learningTabs, MyLearning, type OrderTab } from '#learning/index.ts'
import type { Route } from './+types/my-learning.ts'

/** /u/{userId}: one's own learning, or another's as far as they show it; orders are one's own alone. */
export async function loader({ params: { userId }, request, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const url = new URL(request.url)
  const tab = tabOf(url.searchParams.get('tab'))
  const page = readPageNumber(url.searchParams)
  const [year, list, activity, orders] = await Promise.all([
    api.call<typeof lists.getStudyYear>('GET /api/learn/cn/record/year', { query: { userId } }),
    isOrderTab(tab) ? null : readList(api, tab, { userId, page, pageSize: 12 }),
    tab === 'activity' && page === 0 ? readActivity(api, userId) : null,
    isOrderTab(tab) ? readOrders(api, tab, pageAddress(url), { userId, page }) : null,
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
      <MyLearning {...learning}>
        {orders && isOrderTab(learning.tab) && <Orders orders={orders} personId={person.id} tab={learning.tab} />}
      </MyLearning>
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

async function readOrders({ call }: Api, tab: OrderTab, here: string, query: { userId: string; page: number }) {
  try {
    if (tab === 'orders') return await call<typeof listOrders>('GET /api/learn/cn/order/list', { query })
    return await call<typeof listMerchandiseOrders>('GET /api/learn/cn/order/periphery/list', { query })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect(signInPath(here))
    if (error instanceof ApiError && error.status === 404) throw data(null, { status: 404 })
    throw error
  }
}
