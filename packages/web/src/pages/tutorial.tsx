import type { getCourse, getProject, getTutorial } from '@lantern/contract/catalog/details.ts'
import type { Item } from '@lantern/contract/catalog/items.ts'
import type { RecordMap } from '@lantern/contract/learning/record-shapes.ts'
import type * as records from '@lantern/contract/learning/records.ts'
import { submissionLink } from '@lantern/contract/links.ts'
import { nativeContentType } from '@lantern/contract/media/video-rules.ts'
import type { getMedia } from '@lantern/contract/media/videos.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { useMemo } from 'react'
import { redirect } from 'react-router'
import { AuthorBar } from '#authoring/index.ts'
import { ClassFollower, CoursePlaceReport, StudyTime } from '#campus/index.ts'
import { type OpenVideo, videoData } from '#catalog/index.ts'
import { ItemCartButton, useFollowedRights } from '#commerce/index.ts'
import { ItemDiscussion, ItemLike, LessonNotes, likeByForm, SubmissionStep } from '#community/index.ts'
import { type Api, ApiError, apiOf } from '#kit/api.ts'
import { pageAddress } from '#kit/page-address.ts'
import { Personal, useOwn } from '#kit/visit.tsx'
import { afterSignIn, readVersion, recordAct, TutorialDetails, TutorialReader } from '#learning/index.ts'
import { StepTool } from '#lti/index.ts'
import type { Route } from './+types/tutorial.ts'
import { atItsAddress } from './item-address.ts'
import { readAsAsked } from './preview.ts'

/** /tutorial/{id} or /tutorial/{slug}: the reading page, under /campus/ of a tutorial of the campus. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const submissionId = url.searchParams.get('submissionId')
  if (submissionId) throw redirect(submissionLink(submissionId, url.searchParams.get('messageId') ?? undefined))
  const { uv, projectId, courseId } = contextOf(url.searchParams)
  const [{ page, preview }, course, project] = await Promise.all([
    readAsAsked(url, (edit) =>
      api.call<typeof getTutorial>('GET /api/learn/tutorial/:id/extends', {
        params: { id: params.slug },
        query: { uv, projectId, courseId, edit },
      }),
    ),
    optional(
      courseId &&
        api.call<typeof getCourse>('GET /api/learn/course/:id/extends', { params: { id: courseId }, query: {} }),
    ),
    optional(
      projectId &&
        api.call<typeof getProject>('GET /api/learn/project/:id/extends', { params: { id: projectId }, query: {} }),
    ),
  ])
  atItsAddress(url, page.tutorialData)
  const { tutorialData: item, breadcrumb, collectMap, likeMap, boughtMap, commentData } = page
  // only what really holds the tutorial is in its breadcrumb
  const within = (parent: Item | undefined) =>
    breadcrumb.some(({ id }) => id === parent?.id) ? withoutText(parent) : null
  const outer = within(course?.courseData)
  const inner = within(project?.projectData)
  const recordMap = await readRecords(api, { id: item.id, projectId: inner?.id, courseId: outer?.id })
  return {
    item,
    questions: commentData.questions,
    preview,
    breadcrumb,
    own: {
      collected: collectMap[item.id] ?? false,
      collectCount: item.statsMap[item.id]?.collectCount ?? 0,
      liked: likeMap[item.id] ?? false,
      likeCount: item.statsMap[item.id]?.likeCount ?? 0,
      bought: boughtMap[item.id] ?? false,
      records: recordMap ?? {},
      learnedPrerequisites: item.learnedPrerequisites,
    } satisfies OwnOfLesson,
    // search engines come as guests, and hear of what a guest may watch
    videos: recordMap ? [] : await openVideos(api, item),
    parent: outer ?? inner,
    nearest: inner ?? outer,
    context: {
      projectId: inner?.id,
      courseId: outer?.id,
      versionId: readVersion(item, uv, page.versions),
    },
    versions: page.versions,
    place: { sectionId: url.searchParams.get('sectionId'), chapterId: url.searchParams.get('chapterId') },
    start: url.searchParams.get('start') === 'true',
    here: pageAddress(url),
  }
}

/** The acts of the page as plain forms, for a press before or without script. */
export async function action({ params, request, url, context }: Route.ActionArgs) {
  const { call } = apiOf(context)
  const here = pageAddress(url)
  const form = await request.formData()
  const on = form.get('on') === 'true'
  try {
    const { uv, ...parents } = contextOf(url.searchParams)
    const { tutorialData, versions } = await call<typeof getTutorial>('GET /api/learn/tutorial/:id/extends', {
      params: { id: params.slug },
      query: { uv },
    })
    const item = { id: tutorialData.id, type: 'tutorial' as const }
    const opened = { ...parents, versionId: readVersion(tutorialData, uv, versions) }
    const act = form.get('act')
    if (act === 'step') {
      const body = { ...item, ...opened, stepId: String(form.get('stepId')), completed: on }
      await call<typeof records.toggleStep>('POST /api/learn/cn/record/tutorial/step', { body })
    } else if (act === 'tutorial') {
      await call<typeof records.toggleTutorial>('POST /api/learn/cn/record/tutorial', {
        body: { ...item, ...opened, completed: on },
      })
    } else if (act === 'like') await likeByForm({ call }, form)
    else await recordAct(call, item, form, opened)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return redirect(signInPath(afterSignIn(here, form)))
    throw error
  }
  return redirect(here)
}

/** What of the page is the visitor's own. */
export interface OwnOfLesson {
  collected: boolean
  collectCount: number
  liked: boolean
  likeCount: number
  bought: boolean
  records: RecordMap
  learnedPrerequisites: string[]
}

export default function Tutorial({ loaderData }: Route.ComponentProps) {
  const { preview } = loaderData
  useFollowedRights(loaderData.item)
  const { learnedPrerequisites, liked, likeCount, ...own } = useOwn<OwnOfLesson>('lesson', loaderData.own)
  const item = useMemo(() => ({ ...loaderData.item, learnedPrerequisites }), [loaderData.item, learnedPrerequisites])
  const { id, title, channelId } = item
  const { here } = loaderData
  const total = item.statsMap[item.id]?.commentCount ?? 0
  // the same while nothing of it changes: the details are drawn again only for another one
  const comments = useMemo(
    () => (
      <>
        <Personal>
          <ItemLike item={{ id, type: 'tutorial', title }} liked={liked} count={likeCount} formAction={here} />
        </Personal>
        <ItemDiscussion channelId={channelId} total={total} />
      </>
    ),
    [id, title, liked, likeCount, here, channelId, total],
  )
  return (
    <>
      <div className="wrap">
        <AuthorBar item={item} preview={preview} />
      </div>
      <TutorialReader
        // another tutorial under the same route starts with its own records
        key={item.id}
        {...loaderData}
        {...own}
        item={item}
        things={(site) => (import.meta.env.SSR ? videoData(loaderData.videos, item, site) : [])}
        details={<TutorialDetails item={item} comments={comments} />}
        atStep={(stepId) => (
          <>
            <CoursePlaceReport breadcrumb={loaderData.breadcrumb} stepId={stepId} />
            <ClassFollower itemId={item.id} steps={item.sections} stepId={stepId} />
            {item.readable && <StudyTime itemId={item.id} />}
          </>
        )}
        submissionStep={(section) => <SubmissionStep item={item} section={section} />}
        toolStep={(section, onDone) => <StepTool itemId={item.id} step={section} onDone={onDone} />}
        notes={item.readable ? (within) => <LessonNotes itemId={item.id} within={within} /> : undefined}
        cart={
          item.withPay && !item.saleEnded && !item.readable ? (
            <ItemCartButton item={item} bought={own.bought} primary />
          ) : undefined
        }
      />
    </>
  )
}

function contextOf(search: URLSearchParams) {
  const value = (name: string) => search.get(name) ?? undefined
  return { uv: value('uv'), projectId: value('projectId'), courseId: value('courseId') }
}

/** A parent that is gone or not for this visitor takes nothing away from the tutorial. */
async function optional<T>(answer: Promise<T> | '' | undefined): Promise<T | undefined> {
  try {
    return (await answer) || undefined
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 403)) return undefined
    throw error
  }
}

/** The parent is shown as an outline: the rest of it is not sent. */
function withoutText(parent: Item | undefined): Item | null {
  return parent ? { ...parent, description: '', sections: [] } : null
}

/** The videos of a lesson that a guest may watch: a text that is not theirs to read is not here to name any. */
async function openVideos({ call }: Api, { overviewVideo, sections }: Item): Promise<OpenVideo[]> {
  const named = sections.flatMap(({ body }) => [...(body ?? '').matchAll(/ data-video="([\w-]+)"/g)])
  const ids = new Set([overviewVideo?.id, ...named.map(([, id]) => id)].filter((id) => id !== undefined))
  const answers = await Promise.all(
    [...ids].slice(0, mostVideos).map((id) => {
      const title = id === overviewVideo?.id ? overviewVideo.title : ''
      const answer = call<typeof getMedia>('GET /api/learn/media/:id', { params: { id } })
      return optional(answer.then(({ media }) => ({ ...media, title: title || media.title })))
    }),
  )
  return answers.flatMap((video) => {
    const file = video?.playlist.find(({ contentType }) => contentType === nativeContentType)
    if (!video || !file || video.isPrivate) return []
    return [{ title: video.title, picture: video.image?.url ?? null, seconds: video.duration, file: file.url }]
  })
}

const mostVideos = 20

/** A guest has no records; that is no failure of the page. */
async function readRecords({ call }: Api, query: { id: string; projectId?: string; courseId?: string }) {
  try {
    const { recordMap } = await call<typeof records.getRecord>('GET /api/learn/cn/record/item', { query })
    return recordMap
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}
