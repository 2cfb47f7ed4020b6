import { expect, test } from 'vitest'
import { buildQuizWithQuestions } from '#testing/quiz-builder.ts'
import { testSite } from '#testing/site.ts'
import { buildVideo } from '#testing/video-files.ts'

const site = await testSite()
const maker = await site.user({ groups: ['learn_creator'] })

test('a video of a question is for whoever may take the quiz', async () => {
  const id = await buildVideo(site, maker.id)
  const quiz = await buildQuizWithQuestions(site.db)
  const figure = `<p>看了再答</p><figure data-video="${id}"></figure>`
  await site.db.updateTable('quiz_questions').set({ body_html: figure }).where('item_id', '=', quiz.id).execute()
  const url = `/api/learn/media/${id}`
  const status = async (person: ReturnType<typeof site.guest>) =>
    (await person.inject({ method: 'GET', url })).statusCode
  const learner = await site.learner()
  expect([await status(site.guest()), await status(learner), await status(maker)]).toEqual([404, 200, 200])
  await site.db.updateTable('items').set({ premium: true }).where('id', '=', quiz.id).execute()
  expect([await status(learner), await status(await site.learner({ premium: true }))]).toEqual([404, 200])
})
