import { previewCartridge } from '@lantern/contract/authoring/cartridges.ts'
import type { CourseImportReport } from '@lantern/contract/authoring/course-imports.ts'
import { getDraft } from '@lantern/contract/authoring/drafts.ts'
import type { OutlineForms, QuestionForm, QuizForms, TutorialForms } from '@lantern/contract/authoring/forms.ts'
import { saveCourseContents } from '@lantern/contract/authoring/outline-editing.ts'
import { publishQuiz } from '@lantern/contract/authoring/quiz-editing.ts'
import { newId } from '@lantern/contract/ids.ts'
import { tutorialLink } from '@lantern/contract/links.ts'
import type { RichDoc } from '@lantern/contract/media/rich-schema.ts'
import type { Ask } from '@lantern/contract/quiz/asks.ts'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { parseXmlTree } from '#kit/xml-tree.ts'
import { storeImage } from '#media/index.ts'
import {
  draftedCourse,
  draftedQuiz,
  draftedTutorial,
  publishedTutorial,
  soundQuestion,
  soundSection,
} from '#testing/draft-builder.ts'
import { type Person, testSite } from '#testing/site.ts'
import { broughtCourse, uploadedFile } from '../courses/testing/bring-course.ts'

const home = await testSite()
const away = await testSite()
const ada = await home.user({ groups: ['learn_creator_zh'], phone: '13900000001' })
const bob = await away.user({ groups: ['learn_creator_zh'], phone: '13900000002' })

const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#f80' } })
  .png()
  .toBuffer()
const { id: imageId } = await storeImage(home.services, png)
const sheet = await uploadedFile(home, ada.id, '练习 一.pdf', Buffer.from('%PDF-1.4 sheet'))

const text = (words: string, href?: string) => ({
  type: 'text',
  text: words,
  ...(href && { marks: [{ type: 'link', attrs: { href } }] }),
})

const asked = (body: string, ask: Ask, more: Partial<QuestionForm> = {}): QuestionForm => ({
  ...soundQuestion(body),
  options: [],
  ask,
  quizFeedback: { correct: null, wrong: null },
  ...more,
})
const option = (body: string, correct: boolean, more = {}) => ({
  id: newId('option', 0),
  body: `<p>${body}</p>`,
  correct,
  feedback: '',
  ...more,
})

const exact = { tolerance: 0, percent: false, credit: 100 }
const questions: QuestionForm[] = [
  {
    ...soundQuestion('哪些是光？ a < b & c'),
    options: [option('灯', true, { feedback: '<p>对。</p>' }), option('影', false)],
  },
  { ...soundQuestion('哪两个？'), options: [option('日', true), option('月', false), option('星', true)], points: 3 },
  asked('几盏灯？', { kind: 'numeric', answers: [{ ...exact, value: 3, tolerance: 0.5 }], units: [] }, { points: 2.5 }),
  asked('什么颜色？', {
    kind: 'text',
    answers: [
      { text: '2\\*3', credit: 100 },
      { text: '红', credit: 50 },
    ],
    matchCase: true,
  }),
  asked('排序', { kind: 'ordering' }, { options: [option('先', true), option('后', true), option('末', true)] }),
  asked(
    '配对',
    { kind: 'matching', others: ['夜'] },
    { options: [option('日', true, { match: '昼' }), option('月', true, { match: '晚' })] },
  ),
  asked('光走[[1]]，影在[[2]]。', {
    kind: 'gaps',
    gaps: [1, 2].map((at) => ({ kind: 'text', answers: [{ text: `词${at}`, credit: 100 }], matchCase: false })),
  }),
  asked('写一段', { kind: 'essay', least: 0, most: 10_000, guidance: '要提到光源' }),
  asked('开头任意', { kind: 'text', answers: [{ text: '光*', credit: 100 }], matchCase: false }),
]

/** A course of two lessons, the second of one step, and a quiz with every kind of question. */
async function course() {
  const { id: first, forms } = await draftedTutorial(home.db, ada, { title: '看光' })
  const { id: second, forms: other } = await draftedTutorial(home.db, ada, { title: '做灯', published: true })
  const making = soundSection('装灯')
  const [one] = other.steps.sections
  await publishedTutorial(ada, second, {
    ...other,
    steps: {
      ...other.steps,
      sections: [{ ...making, id: one?.id ?? '', type: 'lab', labUrl: 'https://lab.example/1' }],
    },
  })
  const body: RichDoc = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [text('光')] },
      { type: 'image', attrs: { imageId, alt: '橙', width: 'small' } },
      {
        type: 'paragraph',
        content: [
          text('到'),
          text('下一课', tutorialLink({ id: second }, { sectionId: one?.id ?? '' })),
          text('，或'),
          text('别处', '/faq'),
          { type: 'math', attrs: { latex: 'a^2' } },
        ],
      },
      { type: 'callout', attrs: { tone: 'warn' }, content: [{ type: 'paragraph', content: [text('小心。')] }] },
      { type: 'embed', attrs: { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' } },
      { type: 'codeBlock', attrs: { language: 'csharp' }, content: [text('if (a < b) { }')] },
    ],
  }
  const materials = [{ type: 'file' as const, name: '练习 一.pdf', attachmentId: sheet }]
  const whole: TutorialForms = {
    ...forms,
    steps: { ...forms.steps, sections: [soundSection('看', { body }), soundSection('想')] },
    details: { ...forms.details, materials },
  }
  expect((await publishedTutorial(ada, first, whole)).status).toBe(200)
  const { id: quizId, forms: quiz } = await draftedQuiz(home.db, ada)
  const quizBody = {
    ...quiz.general,
    questions: { ...quiz.questions, questions },
    details: { ...quiz.details, quizSetting: { passNumber: 2, freezingTimeInHours: 0, timeLimitInMinutes: 20 } },
  }
  expect((await ada.call(publishQuiz, { params: { id: quizId }, body: quizBody })).status).toBe(200)
  const { id, forms: outline } = await draftedCourse(home.db, ada, [first, quizId, second])
  const [chapter] = outline.contents.chapters
  const contents = {
    ...outline.contents,
    contents: [
      { id: first, required: true, chapterId: null },
      { id: quizId, required: true, chapterId: chapter?.id ?? '' },
      { id: second, required: true, chapterId: chapter?.id ?? '' },
    ],
  }
  expect((await ada.call(saveCourseContents, { params: { id }, body: contents })).status).toBe(200)
  return { id, first, second, quizId }
}
const made = await course()

async function cartridgeOf(person: Person, id: string): Promise<Buffer> {
  const url = `/api/learn/creator/cartridge/${id}`
  const { statusCode, rawPayload } = await person.inject({ method: 'GET', url })
  expect(statusCode).toBe(200)
  return rawPayload
}

async function formsIn<Forms>(report: CourseImportReport, title: string): Promise<Forms> {
  const id = report.items.find((item) => item.title === title)?.id ?? ''
  return (await bob.call(getDraft, { params: { id } })).result.draft.forms as Forms
}

/** Without what a site calls its own: ids and addresses. */
const withoutIds = (value: unknown) =>
  JSON.stringify(value)
    .replace(/(img|at|ltu|lst)_\w+/g, '$1_')
    .replace(/sectionId=[\w-]+/g, 'sectionId=')
    // made of the heading where the author named none
    .replace(/"anchor":(?:null|"光")/g, '"anchor":null')

test('a course goes out as a cartridge and comes in with the same outline, texts, pictures and quiz', async () => {
  const bytes = await cartridgeOf(ada, made.id)
  expect((await cartridgeOf(ada, made.id)).equals(bytes)).toBe(true)
  const files = Object.entries(unzipSync(bytes))
  for (const [path, file] of files) {
    if (path.endsWith('.xml')) parseXmlTree(Buffer.from(file).toString(), { elements: 10_000, depth: 40 })
    expect(Buffer.from(file).toString()).not.toContain(ada.id)
  }
  const report = await broughtCourse(away, bob, bytes)
  expect(report).toMatchObject({ state: 'done', problem: null, title: '打光', format: 'cc' })
  const { contents, general } = await formsIn<OutlineForms>(report, '打光')
  const titleOf = (id: string) => report.items.find((item) => item.id === id)?.title
  const chapters = contents.chapters.map(({ id, title }) => [
    title,
    ...contents.contents.filter(({ chapterId }) => chapterId === id).map((entry) => titleOf(entry.id)),
  ])
  expect(chapters).toEqual([['第一章', '光的测验', '做灯']])
  expect(contents.contents.map(({ id, chapterId }) => [titleOf(id), chapterId === null])[0]).toEqual(['看光', true])
  expect(JSON.stringify(general.description)).toContain('从头学打光。')

  const was = (await ada.call(getDraft, { params: { id: made.first } })).result.draft.forms as TutorialForms
  const is = await formsIn<TutorialForms>(report, '看光')
  expect(is.steps.sections.map(({ title }) => title)).toEqual(['看', '想'])
  expect(is.details.materials).toMatchObject([{ type: 'file', name: '练习 一.pdf' }])
  expect(JSON.stringify(is.general.description)).toContain('学会打光。')
  const own = withoutIds(was.steps.sections.map(({ body }) => body))
  expect(withoutIds(is.steps.sections.map(({ body }) => body))).toBe(
    own.replace('"/faq"', `"${home.services.config.publicUrl}/faq"`),
  )
  const lab = await formsIn<TutorialForms>(report, '做灯')
  expect(JSON.stringify(lab.steps.sections[0]?.body)).toContain('https://lab.example/1')
})

test('questions of every kind come back with their answers and points', async () => {
  const report = await broughtCourse(away, bob, await cartridgeOf(ada, made.quizId))
  const { questions: quiz, details, general } = await formsIn<QuizForms>(report, '光的测验')
  expect(details.quizSetting.timeLimitInMinutes).toBe(20)
  expect(JSON.stringify(general.description)).toContain('三道题。')
  const facts = ({ ask, points, options, shuffleOptions }: QuestionForm) => ({
    ask: ask?.kind === 'essay' ? { ...ask, guidance: '' } : ask,
    points,
    shuffleOptions,
    options: options.map(({ correct, match, credit }) => ({ correct, match, credit })),
  })
  expect(quiz.questions.map(facts)).toEqual(questions.slice(0, -1).map(facts))
  expect(JSON.stringify(quiz.questions[0]?.options[0]?.feedback)).toContain('对。')
  expect(JSON.stringify(quiz.questions[0]?.quizFeedback.wrong)).toContain('再想想。')
  expect(JSON.stringify(quiz.questions[0]?.body)).toContain('a < b & c')
})

test('what a cartridge does not say is said before', async () => {
  const { status, result } = await ada.call(previewCartridge, { params: { id: made.id } })
  expect(status).toBe(200)
  expect(result).toMatchObject({ items: 4, leftOut: [], unpublishedChanges: [] })
  expect(result.notes.map(({ code, title, part }) => [code, title, part])).toEqual([
    ['link_here', '看光', '看'],
    ['kind_extra', '光的测验', '几盏灯？'],
    ['part_credit', '光的测验', '什么颜色？'],
    ['kind_extra', '光的测验', '排序'],
    ['kind_extra', '光的测验', '配对'],
    ['kind_extra', '光的测验', '光走[[1]]，影在[[2]]。'],
    ['guidance', '光的测验', '写一段'],
    ['wildcards', '光的测验', '开头任意'],
    ['no_answer', '光的测验', '开头任意'],
    ['pass_number', '光的测验', ''],
    ['lab_as_link', '做灯', '装灯'],
  ])
})

test('nobody else takes an author’s content along', async () => {
  const eve = await home.user({ groups: ['learn_creator_zh'], phone: '13900000003' })
  const { statusCode } = await eve.inject({ method: 'GET', url: `/api/learn/creator/cartridge/${made.id}` })
  expect(statusCode).toBe(404)
  expect((await eve.call(previewCartridge, { params: { id: made.id } })).status).toBe(404)
})
