import type { ClassPage as ClassShown, getClass, listProgress } from '@lantern/contract/campus/assignments.ts'
import type { listClassMessages } from '@lantern/contract/campus/class-messages.ts'
import type { listOwnTeaching } from '@lantern/contract/campus/class-teaching.ts'
import type { listGroups } from '@lantern/contract/campus/groups.ts'
import type { listHardPoints, readStudy } from '@lantern/contract/campus/study-time.ts'
import type { listClassPackages } from '@lantern/contract/courseware/packages.ts'
import type { listRosterSources } from '@lantern/contract/lti/rosters.ts'
import type { listClassTools } from '@lantern/contract/lti/tools.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { redirect } from 'react-router'
import { ClassPage } from '#campus/index.ts'
import { ClassPackages } from '#courseware/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { pageAddress } from '#kit/page-address.ts'
import { pageTitle } from '#kit/page-title.ts'
import { ClassRoster, ClassTools } from '#lti/index.ts'
import type { Route } from './+types/class.ts'

/** /campus/class/{id}: for its teachers and members; for everybody else it does not exist. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { call } = apiOf(context)
  const param = (name: string) => (url.searchParams.get(name) ?? '').slice(0, 100)
  const [q, group, after, chosenId] = [param('q').trim(), param('group'), param('after'), param('a')]
  const classId = params.id
  try {
    const [shown, { results: packages }, tools] = await Promise.all([
      call<typeof getClass>('GET /api/campus/class/:classId', { params: { classId } }),
      call<typeof listClassPackages>('GET /api/campus/class/:classId/package/list', { params: { classId } }),
      call<typeof listClassTools>('GET /api/campus/class/:classId/tool/list', { params: { classId } }),
    ])
    const roster = shown.isTeacher
      ? await call<typeof listRosterSources>('GET /api/campus/class/:classId/lti/roster', { params: { classId } })
      : { sources: [] }
    const own = shown.isTeacher ? { results: [] } : await call<typeof listOwnTeaching>('GET /api/campus/teaching/own')
    const taught = own.results.find((one) => one.classId === classId)?.teaching ?? null
    const tab = param('tab')
    const sent =
      shown.isTeacher && tab === 'messages'
        ? await call<typeof listClassMessages>('GET /api/campus/class/:classId/message/list', { params: { classId } })
        : null
    const groups =
      shown.isTeacher && tab === 'groups'
        ? await call<typeof listGroups>('GET /api/campus/class/:classId/group/list', { params: { classId } })
        : null
    const study =
      shown.isTeacher && tab !== 'study' ? null : await readClassStudy(call, { classId, after, chosenId }, shown)
    const isProgress = shown.isTeacher && !sent && !groups && !study && tab !== 'assignments'
    const progress = isProgress
      ? await call<typeof listProgress>('GET /api/campus/class/:classId/progress', {
          params: { classId },
          query: { ...(q && { q }), ...(group && { group }), ...(after && { after }) },
        })
      : null
    return {
      shown,
      packages,
      tools,
      roster,
      progress,
      messages: sent?.results ?? null,
      groups,
      study,
      taught,
      path: `/campus/class/${classId}`,
      q,
      group,
      chosenId,
    }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect(signInPath(pageAddress(url)))
    throw error
  }
}

interface StudyAsked {
  classId: string
  after: string
  chosenId: string
}

async function readClassStudy(
  call: ReturnType<typeof apiOf>['call'],
  { classId, after, chosenId }: StudyAsked,
  { isTeacher, assignments }: ClassShown,
) {
  const isChosen = isTeacher && assignments.some(({ id }) => id === chosenId)
  const [time, hard] = await Promise.all([
    call<typeof readStudy>('GET /api/campus/class/:classId/study', {
      params: { classId },
      query: { ...(isChosen && { assignmentId: chosenId }), ...(after && { after }) },
    }),
    isTeacher
      ? call<typeof listHardPoints>('GET /api/campus/class/:classId/hard', { params: { classId } })
      : { results: [] },
  ])
  return { time, hard: hard.results }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.shown.name, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function ClassRoute({ loaderData }: Route.ComponentProps) {
  const { packages, tools, roster, ...page } = loaderData
  const classId = page.shown.id
  return (
    <ClassPage
      key={classId}
      {...page}
      packages={
        <>
          <ClassPackages packages={packages} classId={classId} />
          <ClassTools {...tools} classId={classId} />
          <ClassRoster sources={roster.sources} classId={classId} />
        </>
      }
    />
  )
}
