import { quizDetailsFaults, quizGeneralFaults, quizQuestionsFaults } from '@lantern/contract/authoring/faults.ts'
import type { QuizForms } from '@lantern/contract/authoring/forms.ts'
import { nothingChanged } from '@lantern/contract/authoring/nothing-changed.ts'
import type * as editing from '@lantern/contract/authoring/quiz-editing.ts'
import { routeIn } from '@lantern/contract/campus-variant.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { call } from '#kit/call.ts'
import type { EditorKind, SaveAnswer, SaveAt } from '../editor-shell/editor-kind.ts'
import { toFaults } from './to-faults.ts'

type Saved = ResponseOf<typeof editing.saveQuizGeneral>

/** A quiz as the editor shell needs to know it. */
export const quizKind: EditorKind<QuizForms> = {
  type: 'quiz',
  parts: [
    { part: 'general', tab: 'g', label: 'authoring.tab_general' },
    {
      part: 'questions',
      tab: 'q',
      label: 'authoring.field_questions',
      count: ({ questions }) => questions.questions.length,
    },
    { part: 'details', tab: 'd', label: 'authoring.tab_details' },
  ],
  // texts count by their words, as the specification wants it of the description
  isSame: (part, one, other) => nothingChanged(one[part], other[part]),
  faults(part, { general, questions, details }, versions) {
    if (part === 'general') return toFaults(quizGeneralFaults(general))
    if (part === 'questions') return toFaults(quizQuestionsFaults(questions, versions))
    return toFaults(quizDetailsFaults(details, questions.questions.length))
  },
  async save(part, { id, forms, baseVersion, campus }) {
    const params = { id }
    const base = baseVersion === undefined ? {} : { baseVersion }
    if (part === 'general') {
      const input = { params, body: { ...forms.general, ...base } }
      return answered(
        await call<typeof editing.saveQuizGeneral | typeof editing.saveCampusQuizGeneral>(
          routeIn('POST /api/learn/cn/quiz/:id/general', campus),
          input,
        ),
      )
    }
    if (part === 'questions') {
      const input = { params, body: { ...forms.questions, ...base } }
      return answered(
        await call<typeof editing.saveQuizQuestions | typeof editing.saveCampusQuizQuestions>(
          routeIn('POST /api/learn/cn/quiz/:id/questions', campus),
          input,
        ),
      )
    }
    const input = { params, body: { ...forms.details, ...base } }
    return answered(
      await call<typeof editing.saveQuizDetails | typeof editing.saveCampusQuizDetails>(
        routeIn('POST /api/learn/cn/quiz/:id/details', campus),
        input,
      ),
    )
  },
  async publish({ id, forms, baseVersion, campus, revision }: SaveAt<QuizForms> & { revision?: number }) {
    const { general, questions, details } = forms
    const body = {
      ...general,
      questions,
      details,
      ...(baseVersion !== undefined && { baseVersion }),
      ...(revision !== undefined && { revision }),
    }
    const input = { params: { id }, body }
    return answered(
      await call<typeof editing.publishQuiz | typeof editing.publishCampusQuiz>(
        routeIn('POST /api/learn/cn/quiz/:id/publish', campus),
        input,
      ),
    )
  },
}

/** The quiz of the answer replaces what the editor had. */
function answered({ cnQuizData, draft }: Saved): SaveAnswer<QuizForms> {
  const { general, questionForms, details } = cnQuizData
  return { draft, forms: { general, questions: questionForms, details } }
}
