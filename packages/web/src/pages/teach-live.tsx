import type { getClass } from '@lantern/contract/campus/assignments.ts'
import type * as teaching from '@lantern/contract/campus/class-teaching.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { data, redirect } from 'react-router'
import { actOnTeaching, TeachBegin, TeachPage } from '#campus/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { pageTitle } from '#kit/page-title.ts'
import { sendOrSay } from '#kit/unsent.ts'
import type { Route } from './+types/teach-live.ts'

export { links } from 'virtual:authors-sheet'

/** /campus/class/{id}/teach: what a class is taught now, for its teachers; its learners are led to the class. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const classId = params.id
  try {
    const read = await call<typeof teaching.getClassTeaching>('GET /api/campus/class/:classId/teaching', {
      params: { classId },
    })
    const shown = read.teaching
      ? null
      : await call<typeof getClass>('GET /api/campus/class/:classId', { params: { classId } })
    return {
      classId,
      className: read.className,
      loaded: read.teaching && { teaching: read.teaching, readAt: Date.now() },
      lessons: (shown?.assignments ?? []).filter(({ type }) => type === 'tutorial'),
      title: translator(locale)('campus.teach'),
    }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect(signInPath(pageAddress(url)))
    if (error instanceof ApiError && error.status === 403)
      throw redirect(`/campus/class/${encodeURIComponent(classId)}`)
    throw error
  }
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const classId = params.id
  const form = await request.formData()
  try {
    await actOnTeaching(apiOf(context), classId, form)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return redirect(signInPath(pageAddress(url)))
    // another teacher has ended the lesson
    if (error.status === 404) return redirect(`/campus/class/${encodeURIComponent(classId)}`)
    const problem = error.details[0]?.message || error.message
    return data({ problem, item: String(form.get('item') ?? '') }, { status: 422 })
  }
  const here = `/campus/class/${encodeURIComponent(classId)}`
  return redirect(form.get('act') === 'end' ? here : `${here}/teach`)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function TeachLive({ loaderData, actionData }: Route.ComponentProps) {
  const { classId, className, loaded, lessons } = loaderData
  if (loaded) return <TeachPage classId={classId} className={className} loaded={loaded} />
  return (
    <TeachBegin
      classId={classId}
      className={className}
      lessons={lessons}
      problem={actionData?.problem ?? null}
      item={actionData?.item ?? ''}
    />
  )
}
