import { emptyOption } from '@lantern/contract/authoring/empty-forms.ts'
import type { QuestionForm, QuizQuestions } from '@lantern/contract/authoring/forms.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { RichText } from '@lantern/contract/media/rich-document.ts'
import type { Ask } from '@lantern/contract/quiz/asks.ts'
import { emptyEssay } from '@lantern/contract/quiz/kinds/essay.ts'
import { kindNameOf, type QuestionKindName } from '@lantern/contract/quiz/kinds/index.ts'
import { moved } from '#ui/reorder/moved.ts'

// What can be done to the questions of a quiz. Pure: what is not touched stays the same object, so that a list of five
// hundred questions is drawn again only where it changed.

export type OptionForm = QuestionForm['options'][number]
export type FeedbackKind = keyof QuestionForm['quizFeedback']

/** After the question with this id, or at the end. */
export function addQuestion(form: QuizQuestions, question: QuestionForm, afterId: string | null = null): QuizQuestions {
  const at = form.questions.findIndex(({ id }) => id === afterId)
  const questions = [...form.questions]
  questions.splice(at < 0 ? questions.length : at + 1, 0, question)
  return { ...form, questions }
}

/** The same words under ids that carry no time, as those of every question: they would tell which was written first. */
export function copyOfQuestion(question: QuestionForm): QuestionForm {
  const options = question.options.map((option) => ({ ...option, id: newId('option', 0) }))
  return { ...question, id: newId('question', 0), options }
}

export function removeQuestion(form: QuizQuestions, id: string): QuizQuestions {
  return { ...form, questions: form.questions.filter((question) => question.id !== id) }
}

export function moveQuestion(form: QuizQuestions, from: number, to: number): QuizQuestions {
  const questions = moved(form.questions, from, to)
  return questions === form.questions ? form : { ...form, questions }
}

export function editQuestion(
  form: QuizQuestions,
  id: string,
  change: (question: QuestionForm) => QuestionForm,
): QuizQuestions {
  return { ...form, questions: form.questions.map((question) => (question.id === id ? change(question) : question)) }
}

export function addOption(question: QuestionForm): QuestionForm {
  return { ...question, options: [...question.options, emptyOption()] }
}

export function removeOption(question: QuestionForm, id: string): QuestionForm {
  return { ...question, options: question.options.filter((option) => option.id !== id) }
}

export function moveOption(question: QuestionForm, from: number, to: number): QuestionForm {
  const options = moved(question.options, from, to)
  return options === question.options ? question : { ...question, options }
}

export function editOption(question: QuestionForm, id: string, change: Partial<OptionForm>): QuestionForm {
  return {
    ...question,
    options: question.options.map((option) => (option.id === id ? { ...option, ...change } : option)),
  }
}

/** Null takes the feedback away, the empty document adds one to be written. */
export function setFeedback(question: QuestionForm, kind: FeedbackKind, text: RichText | null): QuestionForm {
  return { ...question, quizFeedback: { ...question.quizFeedback, [kind]: text } }
}

/** What an author chooses: a choice is of one or of several by how many options are marked. */
export const chosenKinds = ['choice', 'numeric', 'text', 'ordering', 'matching', 'gaps', 'essay', 'hotspot'] as const
export type ChosenKind = (typeof chosenKinds)[number]

/** The options stay: they are needed again when the kind is chosen back, as is `kept`, what was written under it before. */
export function withKind({ ask: _, ...question }: QuestionForm, kind: ChosenKind, kept?: Ask): QuestionForm {
  return kind === 'choice' ? question : { ...question, ask: kept ?? emptyAsks[kind] }
}

const emptyAsks: { [Kind in Ask['kind']]: Extract<Ask, { kind: Kind }> } = {
  numeric: {
    kind: 'numeric',
    answers: [{ value: null, tolerance: 0, percent: false, credit: 100 }],
    units: [],
  },
  text: { kind: 'text', answers: [{ text: '', credit: 100 }], matchCase: false },
  ordering: { kind: 'ordering' },
  matching: { kind: 'matching', others: [] },
  gaps: { kind: 'gaps', gaps: [{ kind: 'text', answers: [{ text: '', credit: 100 }], matchCase: false }] },
  essay: { ...emptyEssay, most: 2000 },
  hotspot: { kind: 'hotspot', most: 1, areas: [] },
}

/** The catalogue's word for each kind. */
export const kindWords = {
  single: 'authoring.quiz_single',
  several: 'authoring.quiz_multiple',
  choice: 'authoring.quiz_kind_choice',
  numeric: 'quiz.kind_numeric',
  text: 'quiz.kind_text',
  ordering: 'quiz.kind_ordering',
  matching: 'quiz.kind_matching',
  gaps: 'quiz.kind_gaps',
  essay: 'quiz.kind_essay',
  hotspot: 'quiz.kind_hotspot',
} as const satisfies Record<QuestionKindName | ChosenKind, string>

export function wordOfKind(question: QuestionForm) {
  return kindWords[kindNameOf(question)]
}

/** Whether options say what each adds. At first the right ones share alike. */
export function withShares(question: QuestionForm, isParted: boolean): QuestionForm {
  const right = question.options.filter(({ correct }) => correct).length
  const share = Number((100 / Math.max(1, right)).toFixed(2))
  const options = question.options.map(({ credit: _, ...option }) =>
    isParted ? { ...option, credit: option.correct ? share : 0 } : option,
  )
  return { ...question, options }
}

/** One point is nothing to be said. */
export function withPoints({ points: _, ...question }: QuestionForm, points: number | null): QuestionForm {
  return points === null || points <= 0 || points === 1 ? question : { ...question, points: Math.min(points, 1000) }
}
