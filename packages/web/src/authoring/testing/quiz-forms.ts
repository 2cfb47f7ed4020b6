import { emptyQuestion } from '@lantern/contract/authoring/empty-forms.ts'
import type { QuestionForm, QuizForms } from '@lantern/contract/authoring/forms.ts'
import { richText } from './rich-field.tsx'

/** Two options, of which the first is right. */
export function sampleQuestion(words: string, id = 'qq_1'): QuestionForm {
  const { options, ...empty } = emptyQuestion()
  const written = options.map((option, at) => ({
    ...option,
    id: `${id}_${at}`,
    body: richText(`选项${'AB'[at]}`),
    correct: at === 0,
  }))
  return { ...empty, id, body: richText(words), options: written }
}

/** The forms of a quiz that can be published; a test says what matters to it. */
export function sampleQuizForms(change: { [Part in keyof QuizForms]?: Partial<QuizForms[Part]> } = {}): QuizForms {
  return {
    general: {
      language: 'zh',
      title: '阴影小测',
      thumbnailId: 'img_1',
      ownerId: 'u_ada',
      description: richText('三道题'),
      ...change.general,
    },
    questions: {
      unityVersionRange: { minVersionId: null, maxVersionId: null, withAll: true },
      questions: [sampleQuestion('什么是级联？')],
      ...change.questions,
    },
    details: {
      skillLevel: 'beginner',
      estimationInHour: 0,
      estimationInMinute: 10,
      materials: [],
      prerequisites: [],
      hidden: false,
      group: null,
      topicIds: [],
      quizSetting: { passNumber: 1, freezingTimeInHours: 0, timeLimitInMinutes: null },
      ...change.details,
    },
  }
}
