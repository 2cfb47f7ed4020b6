import type { PackageReport } from '@lantern/contract/authoring/exchange.ts'
import type { TutorialForms } from '@lantern/contract/authoring/forms.ts'
import {
  saveCourseContents,
  saveCourseDetails,
  saveCourseGeneral,
} from '@lantern/contract/authoring/outline-editing.ts'
import { publishQuiz } from '@lantern/contract/authoring/quiz-editing.ts'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { expect } from 'vitest'
import { storeImage } from '#media/index.ts'
import { buildTag } from '#testing/builders.ts'
import {
  draftedCourse,
  draftedQuiz,
  draftedTutorial,
  publishedTutorial,
  soundSection,
  soundTutorial,
} from '#testing/draft-builder.ts'
import { type Person, type TestSite, testSite } from '#testing/site.ts'
import { filmed, h264, pictures, tone, uploadVideo } from '#testing/video-files.ts'

/** Ada's course on one site as a package, and Bob on another site, which has nothing of it yet. */
export async function coursePackage() {
  const home = await testSite()
  const away = await testSite()
  const ada = await home.user({ groups: ['learn_creator_zh'], phone: '13900000001' })
  const bob = await away.user({ groups: ['learn_creator_zh'], phone: '13900000002' })
  await buildTag(home.db, { id: 'lighting' })
  await buildTag(away.db, { id: 'lighting' })
  const whole = await buildWhole(home, ada)
  const bytes = await exported(ada, whole.courseId)
  const files = unzipSync(bytes)
  const manifest = JSON.parse(Buffer.from(files['package.json'] ?? []).toString())
  return { home, away, ada, bob, whole, bytes, files, manifest }
}

export async function exported(person: Person, id: string, query = ''): Promise<Buffer> {
  const { statusCode, rawPayload } = await person.inject({
    method: 'GET',
    url: `/api/learn/creator/package/${id}${query}`,
  })
  expect(statusCode).toBe(200)
  return rawPayload
}

export async function imported(person: Person, bytes: Uint8Array, query = ''): Promise<PackageReport> {
  const { csrfToken } = (await person.inject({ method: 'GET', url: '/api/session' })).json<{ csrfToken: string }>()
  const answer = await person.inject({
    method: 'POST',
    url: `/api/learn/creator/package?_csrf=${csrfToken}${query}`,
    headers: { 'content-type': 'application/zip' },
    payload: Buffer.from(bytes),
  })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

export async function countIn({ db }: TestSite, id: string) {
  const count = async (table: 'images' | 'attachments') => (await db.selectFrom(table).select('id').execute()).length
  const items = (await db.selectFrom('items').select('id').where('id', '=', id).execute()).length
  return { items, images: await count('images'), attachments: await count('attachments') }
}

/** A course with a tutorial that has pictures, a video and a file, and a quiz. */
async function buildWhole(site: TestSite, author: Person) {
  const png = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#f80' } })
    .png()
    .toBuffer()
  const picture = await storeImage(site.services, png)
  const film = filmed('mp4', [...pictures('160x90', 1), ...tone(1), ...h264])
  const videoId = await uploadVideo(site, author.id, film, '打光.mp4')
  const caption = {
    language: 'zh',
    is_default: true,
    vtt: 'WEBVTT\n\n00:00.000 --> 00:01.000\n光\n',
    updated_at: new Date(),
  }
  await site.db
    .insertInto('video_captions')
    .values({ video_id: videoId, ...caption })
    .execute()
  const forms = await soundTutorial(site.db, author.id)
  const body = {
    type: 'doc' as const,
    content: [
      { type: 'image', attrs: { imageId: picture.id, alt: '橙' } },
      { type: 'video', attrs: { videoId } },
      { type: 'paragraph', content: [{ type: 'text', text: '看光怎么落下来。' }] },
    ],
  }
  const whole: TutorialForms = {
    ...forms,
    general: { ...forms.general, thumbnailId: picture.id },
    steps: { ...forms.steps, sections: [soundSection('看', { body }), soundSection('做')] },
  }
  const { id: tutorialId } = await draftedTutorial(site.db, author)
  expect((await publishedTutorial(author, tutorialId, whole)).status).toBe(200)
  const { id: quizId, forms: quiz } = await draftedQuiz(site.db, author)
  const { general: quizGeneral, ...quizParts } = quiz
  const quizBody = { ...quizGeneral, ...quizParts, thumbnailId: picture.id }
  expect((await author.call(publishQuiz, { params: { id: quizId }, body: quizBody })).status).toBe(200)
  const course = await draftedCourse(site.db, author, [tutorialId, quizId])
  const { general, contents, details } = course.forms
  await author.call(saveCourseGeneral, {
    params: { id: course.id },
    query: {},
    body: { ...general, thumbnailId: picture.id },
  })
  expect((await author.call(saveCourseContents, { params: { id: course.id }, body: contents })).status).toBe(200)
  await author.call(saveCourseDetails, { params: { id: course.id }, body: details })
  return { tutorialId, quizId, courseId: course.id, picture }
}
