import {
  emptyLiveSession,
  emptyOutline,
  emptyQuiz,
  emptySection,
  emptyTutorial,
} from '@lantern/contract/authoring/empty-forms.ts'
import type {
  LiveSessionForms,
  OutlineForms,
  QuestionForm,
  QuizForms,
  SectionForm,
  TutorialForms,
} from '@lantern/contract/authoring/forms.ts'
import { publishLiveSession, saveLiveSessionGeneral } from '@lantern/contract/authoring/live-session-editing.ts'
import { saveCourseGeneral, saveProjectGeneral } from '@lantern/contract/authoring/outline-editing.ts'
import { publishQuiz, saveQuizGeneral } from '@lantern/contract/authoring/quiz-editing.ts'
import { publishTutorial, saveTutorialGeneral } from '@lantern/contract/authoring/tutorial-editing.ts'
import { getTutorial } from '@lantern/contract/catalog/details.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { Db } from '#kit/sql.ts'
import { buildTag } from './builders.ts'
import type { Person, TestSite } from './site.ts'

/** A stored picture, as far as the database knows of it. */
/** A picture of the library. */
export async function buildImage(db: Db): Promise<string> {
  const id = newId('image')
  await db
    .insertInto('images')
    .values({ id, sha256: Buffer.from(id), content_type: 'image/png', width: 1200, height: 675, byte_size: 1 })
    .execute()
  return id
}

/** Forms that may be published as they are. */
export async function soundTutorial(db: Db, ownerId: string, title = '光与影'): Promise<TutorialForms> {
  const topicId = await anyTopic(db)
  const { general, steps, details } = emptyTutorial(ownerId)
  return {
    general: { ...general, language: 'zh', title, thumbnailId: await buildImage(db), description: '<p>学会打光。</p>' },
    steps: { ...steps, skillLevel: 'beginner', sections: [soundSection('看'), soundSection('做')] },
    details: { ...details, topicIds: [topicId] },
  }
}

export function soundSection(title: string, change: Partial<SectionForm> = {}): SectionForm {
  return { ...emptySection('normal'), title, body: `<p>${title}的正文。</p>`, ...change }
}

export async function soundQuiz(db: Db, ownerId: string, title = '光的测验'): Promise<QuizForms> {
  const { general, questions, details } = emptyQuiz(ownerId)
  return {
    general: { ...general, title, thumbnailId: await buildImage(db), description: '<p>三道题。</p>' },
    questions: { ...questions, questions: ['一', '二', '三'].map((text) => soundQuestion(`第${text}题问什么？`)) },
    details: { ...details, skillLevel: 'beginner', quizSetting: { passNumber: 2, freezingTimeInHours: 0 } },
  }
}

export function soundQuestion(body: string): QuestionForm {
  return {
    id: newId('question', 0),
    body: `<p>${body}</p>`,
    options: ['甲', '乙'].map((option, index) => ({
      id: newId('option', 0),
      body: `<p>${option}</p>`,
      correct: index === 0,
      feedback: '',
    })),
    shuffleOptions: false,
    contentIds: [],
    quizFeedback: { correct: null, wrong: '<p>再想想。</p>' },
  }
}

export async function soundOutline(
  db: Db,
  ownerId: string,
  contentIds: string[],
  title = '打光',
): Promise<OutlineForms> {
  const topicId = await anyTopic(db)
  const { general, contents, details } = emptyOutline(ownerId)
  const chapterId = newId('chapter')
  return {
    general: { ...general, title, thumbnailId: await buildImage(db), description: '<p>从头学打光。</p>' },
    contents: {
      ...contents,
      chapters: [{ id: chapterId, title: '第一章' }],
      contentIds,
      contents: contentIds.map((id) => ({ id, required: true, chapterId })),
    },
    details: { ...details, skillLevel: 'beginner', topicIds: [topicId], objective: '会打光', careerGoals: '灯光师' },
  }
}

async function anyTopic(db: Db): Promise<string> {
  const topic = await db.selectFrom('tags').select('id').where('type', '=', 'topic').executeTakeFirst()
  return topic?.id ?? buildTag(db, { id: 'lighting' })
}

/** A tutorial that this person has begun, or published. */
export async function draftedTutorial(db: Db, author: Person, options: { published?: boolean; title?: string } = {}) {
  const forms = await soundTutorial(db, author.id, options.title)
  const { result } = await author.call(saveTutorialGeneral, { params: { id: '0' }, query: {}, body: forms.general })
  const id = result.tutorialData.id
  if (!options.published) return { id, forms }
  await publishedTutorial(author, id, forms)
  return { id, forms }
}

export async function publishedTutorial(author: Person, id: string, { general, ...parts }: TutorialForms) {
  return author.call(publishTutorial, { params: { id }, body: { ...general, ...parts } })
}

export async function draftedQuiz(db: Db, author: Person, options: { published?: boolean } = {}) {
  const forms = await soundQuiz(db, author.id)
  const { result } = await author.call(saveQuizGeneral, { params: { id: '0' }, body: forms.general })
  const id = result.cnQuizData.id
  const { general, ...parts } = forms
  if (options.published) await author.call(publishQuiz, { params: { id }, body: { ...general, ...parts } })
  return { id, forms }
}

export async function draftedProject(db: Db, author: Person, contentIds: string[]) {
  const forms = await soundOutline(db, author.id, contentIds)
  const { result } = await author.call(saveProjectGeneral, { params: { id: '0' }, query: {}, body: forms.general })
  return { id: result.projectData.id, forms }
}

export async function draftedCourse(db: Db, author: Person, contentIds: string[]) {
  const forms = await soundOutline(db, author.id, contentIds)
  const { result } = await author.call(saveCourseGeneral, { params: { id: '0' }, query: {}, body: forms.general })
  return { id: result.courseData.id, forms }
}

/** A live session about no project, on an evening of Shanghai. */
export async function soundLiveSession(
  db: Db,
  ownerId: string,
  change: Partial<LiveSessionForms['details']> = {},
): Promise<LiveSessionForms> {
  const { general, details } = emptyLiveSession(ownerId)
  return {
    general: { ...general, title: '光的问答', thumbnailId: await buildImage(db), description: '<p>带上问题来。</p>' },
    contents: { withProject: false, contentIds: [] },
    details: {
      ...details,
      start: '2030-05-01T20:00',
      end: '2030-05-01T21:30',
      url: 'https://meeting.example/light',
      skillLevel: 'beginner',
      ...change,
    },
  }
}

/** A live session that this person has published, and how they publish it anew. */
export async function publishedLiveSession(db: Db, author: Person, change: Partial<LiveSessionForms['details']> = {}) {
  const forms = await soundLiveSession(db, author.id, change)
  const { result } = await author.call(saveLiveSessionGeneral, { params: { id: '0' }, query: {}, body: forms.general })
  const { id } = result.liveSessionData
  const publish = (more: Partial<LiveSessionForms['details']> = {}, contents = forms.contents) =>
    author.call(publishLiveSession, {
      params: { id },
      body: { ...forms.general, contents, details: { ...forms.details, ...more } },
    })
  await publish()
  return { id, forms, publish }
}

/** A tutorial as learners see it, and as its author finds it. */
export function tutorialReaders(site: TestSite, author: Person) {
  return {
    asLearner: async (id: string) =>
      (await site.guest().call(getTutorial, { params: { id }, query: {} })).result.tutorialData,
    asMaker: async (id: string) =>
      (await author.call(getTutorial, { params: { id }, query: { edit: true } })).result.tutorialData,
  }
}
