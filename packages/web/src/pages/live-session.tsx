import type { getLiveSession } from '@lantern/contract/catalog/details.ts'
import { ItemDetail, RoomDoor, Speakers } from '#catalog/index.ts'
import { apiOf } from '#kit/api.ts'
import { CollectButton } from '#learning/index.ts'
import type { Route } from './+types/live-session.ts'
import { inKnownVersion } from './preview.ts'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const { searchParams } = url
  const read = apiOf(context).call<typeof getLiveSession>('GET /api/learn/liveSession/:id/extends', {
    params: { id: params.slug },
    query: {
      uv: searchParams.get('uv') ?? undefined,
      projectId: searchParams.get('projectId') ?? undefined,
      courseId: searchParams.get('courseId') ?? undefined,
    },
  })
  return inKnownVersion(url, read)
}

export default function LiveSession({ loaderData }: Route.ComponentProps) {
  const { liveSessionData: item, breadcrumb, collectMap, boughtMap } = loaderData
  return (
    <ItemDetail
      item={item}
      breadcrumb={breadcrumb}
      bought={boughtMap[item.id] ?? false}
      percent={null}
      record={(place) => (place === 'card' ? <RoomDoor item={item} /> : null)}
      collect={
        <CollectButton
          item={item}
          collected={collectMap[item.id] ?? false}
          count={item.statsMap[item.id]?.collectCount}
          look="button"
        />
      }
      outline={<Speakers item={item} />}
    />
  )
}
