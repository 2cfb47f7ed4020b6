import type { getHomeRank, getHomeSlides } from '@lantern/contract/catalog/home.ts'
import { homeTabCriteria } from '@lantern/contract/catalog/item-types.ts'
import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import type { listCatalog } from '@lantern/contract/catalog/lists.ts'
import type { listLiveSessions } from '@lantern/contract/catalog/live-sessions.ts'
import type { getPersonRecords } from '@lantern/contract/learning/my-learning.ts'
import { Hero, LiveStrip, MenuTiles, PageHead, Picks, Rankings, readHomeTab } from '#catalog/index.ts'
import { type Api, ApiError, apiOf } from '#kit/api.ts'
import { useMessages } from '#kit/messages.tsx'
import { CollectButton, isRecentsClosed, LearnedBlock } from '#learning/index.ts'
import type { Route } from './+types/home.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const { call } = api
  const tab = readHomeTab(new URL(request.url).searchParams)
  const { sl, ob } = homeTabCriteria[tab]
  const [top, rank, picks, opening, coming, records] = await Promise.all([
    call<typeof getHomeSlides>('GET /api/learn/cn/home/slides', { query: {} }),
    call<typeof getHomeRank>('GET /api/learn/cn/home/rank', { query: {} }),
    call<typeof listCatalog>('GET /api/learn/catalog/list', { query: { sl: [sl], ob, featured: true, pageSize: 8 } }),
    call<typeof listLiveSessions>('GET /api/learn/cn/liveSession/list', { query: { period: 'opening', pageSize: 3 } }),
    call<typeof listLiveSessions>('GET /api/learn/cn/liveSession/list', { query: { period: 'coming', pageSize: 3 } }),
    isRecentsClosed(request.headers.get('cookie')) ? null : readRecords(api),
  ])
  return { tab, top, rank, picks, opening, coming, records }
}

/** A guest has no records; the block that shows them is not there then. */
async function readRecords({ call }: Api) {
  try {
    return await call<typeof getPersonRecords>('GET /api/learn/cn/record/person', { query: {} })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { tab, top, rank, picks, opening, coming, records } = loaderData
  const t = useMessages()
  const [slide] = top.slides
  return (
    <main id="main" className="wrap">
      <PageHead description={t('catalog.home_description')} />
      {slide ? <Hero slide={slide} /> : <h1 className="sr">{t('catalog.home')}</h1>}
      {records && <LearnedBlock records={records} />}
      <MenuTiles freeCount={top.freeCount} discountEndDate={top.discountEndDate} />
      <Rankings rank={rank} />
      <Picks tab={tab} list={picks} collect={collectButton} />
      <LiveStrip opening={opening} coming={coming} />
    </main>
  )
}

function collectButton(item: ItemCard, collected: boolean) {
  return <CollectButton item={item} collected={collected} look="card" />
}
