import type { getHomeRank, getHomeTiles } from '@lantern/contract/catalog/home.ts'
import { homeTabCriteria } from '@lantern/contract/catalog/item-types.ts'
import type { listCatalog } from '@lantern/contract/catalog/lists.ts'
import type { listLiveSessions } from '@lantern/contract/catalog/live-sessions.ts'
import { DueBlock } from '#campus/index.ts'
import { LiveStrip, MenuTiles, PageHead, Rankings, readHomeTab, siteData } from '#catalog/index.ts'
import { apiOf, homeSlugsContext } from '#kit/api.ts'
import { later } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Personal, useOwn } from '#kit/visit.tsx'
import { LearnedBlock } from '#learning/index.ts'
import { FeedBlock } from '#notifications/index.ts'
import { OwnPaths } from '#paths/index.ts'
import type { Route } from './+types/home.ts'
import { readDue, readHomeFeed, readHomeRecords, readOwnPaths } from './home-records.ts'
import { HomeSegment } from './home-segment.tsx'
import { loadHomeSegments, outsideOfHome } from './home-segments.ts'
import { showManaged } from './show-managed.ts'

/** Below the first picture, as its neighbours are. */
const HomePicks = later(async () => (await import('./home-picks.tsx')).HomePicks)

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const { call } = api
  const { searchParams } = url
  const tab = readHomeTab(searchParams)
  const { sl, ob } = homeTabCriteria[tab]
  const [segments, tiles, rank, picks, opening, coming, records, feed, due, paths] = await Promise.all([
    loadHomeSegments(api, context.get(homeSlugsContext), searchParams),
    call<typeof getHomeTiles>('GET /api/learn/cn/home/tiles', { query: {} }),
    call<typeof getHomeRank>('GET /api/learn/cn/home/rank', { query: {} }),
    call<typeof listCatalog>('GET /api/learn/catalog/list', { query: { sl: [sl], ob, featured: true, pageSize: 8 } }),
    call<typeof listLiveSessions>('GET /api/learn/cn/liveSession/list', { query: { period: 'opening', pageSize: 3 } }),
    call<typeof listLiveSessions>('GET /api/learn/cn/liveSession/list', { query: { period: 'coming', pageSize: 3 } }),
    readHomeRecords(api, request),
    readHomeFeed(api),
    readDue(api),
    readOwnPaths(api),
  ])
  const outside = outsideOfHome(segments)
  return { tab, segments, outside, tiles, rank, picks, opening, coming, records, feed, due, paths }
}

export function clientLoader(followed: Route.ClientLoaderArgs) {
  return showManaged(followed)
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { tab, segments, tiles, rank, picks, opening, coming, records, feed, due, paths } = loaderData
  const t = useMessages()
  // without what the visitor has finished
  const ownRank = useOwn('rank', rank)
  return (
    <main id="main">
      <PageHead
        description={t('catalog.home_description')}
        things={(site) => (import.meta.env.SSR ? siteData(site) : [])}
      />
      <HomeSegment segment={segments.top} title={t('catalog.home')} />
      <div className="wrap">
        <Personal>
          <OwnLearned records={records} />
          <OwnDue due={due} />
          <OwnPlaces paths={paths} />
          <OwnFeed feed={feed} />
        </Personal>
        <MenuTiles freeCount={tiles.freeCount} discountEndDate={tiles.discountEndDate} />
        <Personal isOwn={ownRank !== rank}>
          <Rankings rank={ownRank} />
        </Personal>
        <HomePicks tab={tab} list={picks} />
        <LiveStrip opening={opening} coming={coming} />
      </div>
      <HomeSegment segment={segments.bottom} />
    </main>
  )
}

function OwnLearned({ records }: Pick<LoaderData, 'records'>) {
  const own = useOwn('records', records)
  return own && <LearnedBlock records={own} />
}

function OwnDue({ due }: Pick<LoaderData, 'due'>) {
  const own = useOwn('due', due)
  return own && own.results.length > 0 && <DueBlock due={own.results} />
}

function OwnPlaces({ paths }: Pick<LoaderData, 'paths'>) {
  const own = useOwn('paths', paths)
  const onTheWay = own?.results.filter((path) => path.own?.completedAt === null).slice(0, 2) ?? []
  return onTheWay.length > 0 && <OwnPaths paths={onTheWay} />
}

function OwnFeed({ feed }: Pick<LoaderData, 'feed'>) {
  const own = useOwn('feed', feed)
  return own && <FeedBlock feed={own} />
}

type LoaderData = Route.ComponentProps['loaderData']
