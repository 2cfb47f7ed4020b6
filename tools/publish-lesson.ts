import { setTimeout as wait } from 'node:timers/promises'
import type { APIRequestContext } from 'playwright-core'

/** Blocks of rich text, as the editor sends them. */
export const richText = (...content: object[]) => ({ type: 'doc', content })
export const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })

interface Lesson {
  title: string
  description: string
  /** With `submissionType` learners hand something in for it. */
  step: { title: string; body: object[]; submissionType?: 'media' | 'webgl'; peerQuestions?: string[] }
  hidden?: boolean
  /** The lesson belongs to the author's organisation and is for its members. */
  campus?: boolean
}

/** A creator who is signed in publishes a lesson of one step. Answers its id. */
export async function publishLesson(request: APIRequestContext, lesson: Lesson): Promise<string> {
  const { title, description, step, hidden = false, campus = false } = lesson
  const { user } = (await (await request.get('/api/session')).json()) as { user: { id: string } }
  const picture =
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="450"><rect width="800" height="450"/></svg>'
  const image = await upload(request, 'image', 'a.svg', 'image/svg+xml', Buffer.from(picture))
  const { topics } = (await (await request.get('/api/learn/topics')).json()) as { topics?: { id: string }[] }
  const general = {
    language: 'zh',
    title,
    thumbnailId: image.imageId,
    ownerId: user.id,
    isExercise: false,
    overviewVideoId: null,
    overviewVideoTitle: '',
    description: richText(paragraph(description)),
    educatorPlan: null,
    solutionPlan: null,
  }
  const { submissionType = null, peerQuestions = [] } = step
  const section = {
    ...{ type: submissionType ? 'submission' : 'normal', labUrl: '', submissionType, peerQuestions },
    optionType: 'required',
  }
  const steps = {
    unityVersionRange: { minVersionId: null, maxVersionId: null, withAll: true },
    skillLevel: 'beginner',
    estimationInHour: null,
    estimationInMinute: null,
    sections: [{ ...section, id: `se_only${Date.now()}`, title: step.title, body: richText(...step.body) }],
  }
  const details = {
    tagIds: [],
    packageIds: [],
    topicIds: (topics ?? []).slice(0, 1).map(({ id }) => id),
    industryIds: [],
    materials: [],
    documents: [],
    asset: null,
    group: null,
    authorId: user.id,
    hidden,
    premium: false,
    offline: false,
    paymentItem: null,
  }
  const { tutorialData } = (await send(request, `/api/learn/tutorial/0/general${campus ? '?campus=true' : ''}`, {
    data: general,
  })) as { tutorialData: { id: string } }
  await send(request, `/api/learn/tutorial/${tutorialData.id}/publish`, { data: { ...general, steps, details } })
  return tutorialData.id
}

interface Upload {
  id: string
  videoId: string | null
  imageId: string | null
  embedUrl: string | null
  state: string
}

/** Uploads a file and waits until it can be used. */
export async function upload(
  request: APIRequestContext,
  kind: string,
  name: string,
  mimeType: string,
  buffer: Buffer,
): Promise<Upload> {
  const multipart = { kind, file: { name, mimeType, buffer } }
  const answer = await send(request, `/api/learn/attachment?kind=${kind}`, { multipart })
  return ready(request, (answer as { attachmentId: string }).attachmentId)
}

async function ready(request: APIRequestContext, id: string): Promise<Upload> {
  for (let looked = 0; looked < 900; looked++) {
    const answer = await request.get(`/api/learn/creator/attachment/${id}`)
    // a site that is asked for more than it can do says so, and is asked again
    const { attachment } = (answer.ok() ? await answer.json() : {}) as { attachment?: Upload }
    if (attachment?.state === 'ready') return attachment
    await wait(100)
  }
  throw new Error(`The upload ${id} was not ready after 90 seconds`)
}

/** A call that changes something, as the page makes it. */
export async function send(
  request: APIRequestContext,
  path: string,
  body: Pick<NonNullable<Parameters<APIRequestContext['post']>[1]>, 'data' | 'multipart'>,
): Promise<unknown> {
  const { csrfToken } = (await (await request.get('/api/session')).json()) as { csrfToken: string }
  const separator = path.includes('?') ? '&' : '?'
  const answer = await request.post(`${path}${separator}_csrf=${encodeURIComponent(csrfToken)}`, body)
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}
