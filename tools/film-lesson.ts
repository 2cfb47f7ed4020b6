import { setTimeout as wait } from 'node:timers/promises'
import type { APIRequestContext } from 'playwright-core'
import { film } from './film.ts'

export const filmSeconds = 60

const captions = `WEBVTT

00:00:01.000 --> 00:00:05.000
先看一眼彩条

00:00:40.000 --> 00:00:45.000
最后听一听声音
`

/** A creator who is signed in uploads a film with captions and publishes a lesson with it. Answers the lesson's address. */
export async function publishFilmLesson(request: APIRequestContext, { hidden = false } = {}): Promise<string> {
  const { user } = (await (await request.get('/api/session')).json()) as { user: { id: string } }
  const picture =
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="450"><rect width="800" height="450"/></svg>'
  const image = await ready(request, await upload(request, 'image', 'a.svg', 'image/svg+xml', Buffer.from(picture)))
  const { videoId } = await ready(request, await upload(request, 'video', 'film.mp4', 'video/mp4', film(filmSeconds)))
  const language = { language: 'zh', text: captions, isDefault: true }
  await send(request, `/api/learn/creator/video/${videoId}/caption`, { data: language })
  const { topics } = (await (await request.get('/api/learn/topics')).json()) as { topics?: { id: string }[] }
  const doc = (...content: object[]) => ({ type: 'doc', content })
  const words = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
  const general = {
    language: 'zh',
    title: `一分钟彩条 ${Date.now()}`,
    thumbnailId: image.imageId,
    ownerId: user.id,
    isExercise: false,
    overviewVideoId: null,
    overviewVideoTitle: '',
    description: doc(words('看一分钟。')),
    educatorPlan: null,
    solutionPlan: null,
  }
  const section = { type: 'normal', labUrl: '', submissionType: null, optionType: 'required' }
  const steps = {
    unityVersionRange: { minVersionId: null, maxVersionId: null, withAll: true },
    skillLevel: 'beginner',
    estimationInHour: null,
    estimationInMinute: null,
    sections: [
      {
        ...section,
        id: `se_watch${Date.now()}`,
        title: '看',
        body: doc(words('看完这段视频。'), { type: 'video', attrs: { videoId, caption: '' } }),
      },
    ],
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
  const { tutorialData } = (await send(request, '/api/learn/tutorial/0/general', { data: general })) as {
    tutorialData: { id: string }
  }
  await send(request, `/api/learn/tutorial/${tutorialData.id}/publish`, { data: { ...general, steps, details } })
  return `/tutorial/${tutorialData.id}`
}

async function upload(request: APIRequestContext, kind: string, name: string, mimeType: string, buffer: Buffer) {
  const multipart = { kind, file: { name, mimeType, buffer } }
  const answer = await send(request, `/api/learn/attachment?kind=${kind}`, { multipart })
  return (answer as { attachmentId: string }).attachmentId
}

interface Upload {
  videoId: string | null
  imageId: string | null
  state: string
}

async function ready(request: APIRequestContext, id: string): Promise<Upload> {
  for (let looked = 0; looked < 450; looked++) {
    const answer = await request.get(`/api/learn/creator/attachment/${id}`)
    const { attachment } = (await answer.json()) as { attachment: Upload }
    if (attachment.state === 'ready') return attachment
    await wait(100)
  }
  throw new Error(`The upload ${id} was not ready after 45 seconds`)
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
