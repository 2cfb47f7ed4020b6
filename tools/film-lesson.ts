import type { APIRequestContext } from 'playwright-core'
import { film } from './film.ts'
import { paragraph, publishLesson, send, upload } from './publish-lesson.ts'

export const filmSeconds = 60

const captions = `WEBVTT

00:00:01.000 --> 00:00:05.000
先看一眼彩条

00:00:40.000 --> 00:00:45.000
最后听一听声音
`

/** A creator who is signed in uploads a film with captions and publishes a lesson with it. Answers the lesson's address. */
export async function publishFilmLesson(request: APIRequestContext, { hidden = false } = {}): Promise<string> {
  const { videoId } = await upload(request, 'video', 'film.mp4', 'video/mp4', film(filmSeconds))
  const language = { language: 'zh', text: captions, isDefault: true }
  await send(request, `/api/learn/creator/video/${videoId}/caption`, { data: language })
  const id = await publishLesson(request, {
    title: `一分钟彩条 ${Date.now()}`,
    description: '看一分钟。',
    step: { title: '看', body: [paragraph('看完这段视频。'), { type: 'video', attrs: { videoId, caption: '' } }] },
    hidden,
  })
  return `/tutorial/${id}`
}
