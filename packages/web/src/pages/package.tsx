import type { getLearnerUnits, getPackage, listPackageResults } from '@lantern/contract/courseware/packages.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { redirect } from 'react-router'
import { PackagePage } from '#courseware/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { pageAddress } from '#kit/page-address.ts'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/package.ts'

/** /campus/package/{id}: for its teachers and the classes that have it; for everybody else it does not exist. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { call } = apiOf(context)
  try {
    const shown = await call<typeof getPackage>('GET /api/campus/package/:id', { params })
    const given = shown.classes.filter(({ isGiven }) => isGiven)
    const chosen = given.find(({ id }) => id === url.searchParams.get('class')) ?? given[0]
    const results = chosen && {
      ...(await call<typeof listPackageResults>('GET /api/campus/package/:id/results', {
        params,
        query: { classId: chosen.id },
      })),
      classId: chosen.id,
    }
    const learnerId = url.searchParams.get('learner')
    const learner = results?.rows.find(({ userId }) => userId === learnerId)
    return {
      shown,
      results: results ?? null,
      learner:
        results && learner
          ? await call<typeof getLearnerUnits>('GET /api/campus/package/:id/learner', {
              params,
              query: { classId: results.classId, userId: learner.userId },
            })
          : null,
    }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect(signInPath(pageAddress(url)))
    throw error
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.shown.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function PackageRoute({ loaderData }: Route.ComponentProps) {
  return <PackagePage key={loaderData.shown.id} {...loaderData} />
}
