import type * as lists from '@lantern/contract/learning/my-learning.ts'
import { PageHead } from '#catalog/index.ts'
import { type Api, apiOf } from '#kit/api.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { type LearningTab, learningTabs, MyLearning } from '#learning/index.ts'
import type { Route } from './+types/my-learning.ts'

/** /u/{userId}: one's own learning, or another's as far as they show it. */
export async function loader({ params: { userId }, request, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const search = new URL(request.url).searchParams
  const tab = tabOf(search.get('tab'))
  const page = Math.max(0, Math.trunc(Number(search.get('page') ?? 0)) || 0)
  const [year, list, activity] = await Promise.all([
    api.call<typeof lists.getStudyYear>('GET /api/learn/cn/record/year', { query: { userId } }),
    readList(api, tab, { userId, page, pageSize: 12 }),
    tab === 'activity' && page === 0 ? readActivity(api, userId) : null,
  ])
  return { year, tab, list, activity }
}

export default function MyLearningPage({ loaderData }: Route.ComponentProps) {
  const t = useMessages()
  const { user } = useSession()
  const { person } = loaderData.year
  return (
    <main id="main" className="wrap">
      <PageHead title={user?.id === person.id ? t('learning.mine') : t('learning.of_person', { name: person.name })} />
      <MyLearning {...loaderData} />
    </main>
  )
}

function tabOf(text: string | null): LearningTab {
  return learningTabs.find((tab) => tab === text) ?? 'activity'
}

async function readList({ call }: Api, tab: LearningTab, query: { userId: string; page: number; pageSize: number }) {
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
