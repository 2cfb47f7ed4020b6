import { type LaunchMode, launchModes } from '@lantern/contract/courseware/package-rules.ts'
import type { getPackage } from '@lantern/contract/courseware/packages.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { Suspense } from 'react'
import { data, redirect } from 'react-router'
import { PlayPage } from '#courseware/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { pageAddress } from '#kit/page-address.ts'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/package-play.ts'

/** /campus/package/{id}/play?unit=…: a unit as it runs; without one, where the viewer goes on. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { call } = apiOf(context)
  try {
    const shown = await call<typeof getPackage>('GET /api/campus/package/:id', { params })
    const unitId = url.searchParams.get('unit') ?? shown.nextUnitId ?? ''
    const unit = shown.units.find(({ id, isPlayable }) => isPlayable && id === unitId)
    if (!unit) throw data(null, { status: 404 })
    return { shown, unitId, mode: modeOf(url) }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect(signInPath(pageAddress(url)))
    throw error
  }
}

function modeOf({ searchParams }: URL): LaunchMode {
  return launchModes.find((mode) => mode === searchParams.get('mode')) ?? 'Normal'
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.shown.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function PackagePlayRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <PlayPage {...loaderData} />
    </Suspense>
  )
}
