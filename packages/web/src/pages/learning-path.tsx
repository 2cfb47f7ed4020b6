import type { listOwnCertificates } from '@lantern/contract/certificates/certificates.ts'
import type { getPath } from '@lantern/contract/paths/paths.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { redirect } from 'react-router'
import { ApiError, apiOf } from '#kit/api.ts'
import { pageAddress } from '#kit/page-address.ts'
import { actOnPathForm, PathPage, pathAddress } from '#paths/index.ts'
import type { Route } from './+types/learning-path.ts'

/** /learning-path/{slug}. An address with the id, which stays when the slug becomes another, leads to it. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { call } = apiOf(context)
  const path = await call<typeof getPath>('GET /api/learn/cn/path/of/:slugOrId', { params: { slugOrId: params.slug } })
  if (params.slug !== path.slug) throw redirect(pathAddress(path) + url.search)
  if (!path.own?.completedAt) return { path, certificatePath: null }
  const { results } = await call<typeof listOwnCertificates>('GET /api/learn/cn/certificate/mine')
  const own = results.find(({ subjectId }) => subjectId === path.id)
  return { path, certificatePath: own ? `/certificate/${own.number}` : null }
}

/** Joining, leaving, choosing and beginning a test, without script. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const here = pageAddress(url)
  try {
    return redirect((await actOnPathForm(apiOf(context), await request.formData())) ?? here)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return redirect(signInPath(here))
    throw error
  }
}

export default function LearningPathPage({ loaderData }: Route.ComponentProps) {
  return <PathPage key={loaderData.path.id} {...loaderData} />
}
