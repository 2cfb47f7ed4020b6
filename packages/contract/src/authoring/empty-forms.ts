import { newId } from '../ids.ts'
import type {
  AnyForms,
  EditedType,
  EducatorPlanForm,
  LiveSessionForms,
  OutlineForms,
  QuestionForm,
  QuizForms,
  SectionForm,
  SolutionPlan,
  TutorialForms,
} from './forms.ts'

// What the editors begin with.

type Document = { type: 'doc'; content: unknown[] }

export function emptyText(): Document {
  return { type: 'doc', content: [] }
}

export function emptySection(type: SectionForm['type']): SectionForm {
  return {
    id: newId('section'),
    type,
    title: '',
    body: emptyText(),
    labUrl: '',
    submissionType: type === 'submission' ? 'media' : null,
    optionType: 'required',
  }
}

/** Nothing asked yet, not shuffled, and two empty options of which none is right. */
export function emptyQuestion(): QuestionForm {
  return {
    id: newId('question', 0),
    body: emptyText(),
    options: [emptyOption(), emptyOption()],
    shuffleOptions: false,
    contentIds: [],
    quizFeedback: { correct: null, wrong: null },
  }
}

/** Ids of questions and options carry no time: the order in which they were written often tells the right one. */
export function emptyOption(): QuestionForm['options'][number] {
  return { id: newId('option', 0), body: emptyText(), correct: false, feedback: emptyText() }
}

export function emptyEducatorPlan(): EducatorPlanForm {
  return {
    description: emptyText(),
    outcome: emptyText(),
    objectives: emptyText(),
    alignment: emptyText(),
    preparation: emptyText(),
    materials: [],
    ageRange: { min: null, max: null },
    instruction: null,
  }
}

export function emptySolutionPlan(): SolutionPlan {
  return { requiredComplete: false, body: emptyText(), materials: [] }
}

const allVersions = { minVersionId: null, maxVersionId: null, withAll: true }
const noTime = { estimationInHour: null, estimationInMinute: null }

/** Tutorials begin in English, everything else in Chinese. */
export const firstLanguage = {
  tutorial: 'en',
  quiz: 'zh',
  project: 'zh',
  course: 'zh',
  liveSession: 'zh',
} as const satisfies Record<EditedType, string>

export function emptyTutorial(ownerId: string): TutorialForms {
  return {
    general: {
      language: firstLanguage.tutorial,
      title: '',
      thumbnailId: null,
      ownerId,
      isExercise: false,
      overviewVideoId: null,
      overviewVideoTitle: '',
      description: emptyText(),
      educatorPlan: null,
      solutionPlan: null,
    },
    steps: { unityVersionRange: allVersions, skillLevel: null, ...noTime, sections: [] },
    details: {
      ...sharedDetails(ownerId),
      documents: [],
      asset: null,
      group: null,
      offline: false,
      paymentItem: null,
    },
  }
}

function sharedDetails(ownerId: string) {
  return {
    prerequisites: [],
    tagIds: [],
    packageIds: [],
    topicIds: [],
    industryIds: [],
    materials: [],
    authorId: ownerId,
    hidden: false,
    premium: false,
  }
}

export function emptyQuiz(ownerId: string): QuizForms {
  return {
    general: { language: firstLanguage.quiz, title: '', thumbnailId: null, ownerId, description: emptyText() },
    questions: { unityVersionRange: allVersions, questions: [] },
    details: {
      skillLevel: null,
      ...noTime,
      materials: [],
      prerequisites: [],
      hidden: false,
      group: null,
      topicIds: [],
      quizSetting: { passNumber: null, freezingTimeInHours: null, timeLimitInMinutes: null },
    },
  }
}

export function emptyOutline(ownerId: string): OutlineForms {
  return {
    general: { language: firstLanguage.project, title: '', thumbnailId: null, ownerId, description: emptyText() },
    contents: { unityVersionRange: allVersions, chapters: [], contentIds: [], contents: [] },
    details: {
      skillLevel: null,
      ...noTime,
      objective: '',
      careerGoals: '',
      ...sharedDetails(ownerId),
    },
  }
}

export function emptyLiveSession(ownerId: string): LiveSessionForms {
  return {
    general: { language: firstLanguage.liveSession, title: '', thumbnailId: null, ownerId, description: emptyText() },
    contents: { withProject: true, contentIds: [] },
    details: {
      start: '',
      end: '',
      timeZone: 'Asia/Shanghai',
      cancelled: false,
      hosts: [],
      url: '',
      seats: null,
      recordingVideoId: null,
      recordingChapters: [],
      skillLevel: null,
      ...sharedDetails(ownerId),
    },
  }
}

export function emptyForms(type: EditedType, ownerId: string): AnyForms {
  if (type === 'tutorial') return emptyTutorial(ownerId)
  if (type === 'liveSession') return emptyLiveSession(ownerId)
  return type === 'quiz' ? emptyQuiz(ownerId) : emptyOutline(ownerId)
}
