import type { listCatalog } from '@lantern/contract/catalog/lists.ts'
import { LearningPath, PageHead, pathLegs } from '#catalog/index.ts'
import { apiOf } from '#kit/api.ts'
import { useMessages } from '#kit/messages.tsx'
import type { Route } from './+types/learning-path.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { call } = apiOf(context)
  const legs = await Promise.all(
    pathLegs.map(({ level }) =>
      call<typeof listCatalog>('GET /api/learn/catalog/list', {
        query: { sl: [level], ob: 'starts', type: ['course', 'project', 'tutorial'], pageSize: 8 },
      }),
    ),
  )
  return { legs }
}

export default function LearningPathPage({ loaderData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <main id="main" className="wrap">
      <PageHead title={t('catalog.path_title')} description={t('catalog.path_lead')} />
      <LearningPath legs={loaderData.legs} />
    </main>
  )
}
