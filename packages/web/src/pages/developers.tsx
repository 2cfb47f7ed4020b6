import { GuidePage } from '#webhooks/index.ts'
import type { Route } from './+types/developers.ts'

/** /developers: how programs read and are told. */
export function loader({ url }: Route.LoaderArgs) {
  return { origin: url.origin }
}

export default function DevelopersRoute({ loaderData: { origin } }: Route.ComponentProps) {
  return <GuidePage origin={origin} />
}
