import {
  type AnyForms,
  type DraftPart,
  type EditedType,
  type LiveSessionContents,
  liveSessionParts,
  type OutlineContents,
  outlineParts,
  type QuizQuestions,
  quizParts,
  type TutorialGeneral,
  type TutorialSteps,
  tutorialParts,
} from '@lantern/contract/authoring/forms.ts'
import { keepableText } from '@lantern/contract/keepable-text.ts'
import { isDocument } from '@lantern/contract/media/plain-text.ts'
import type { RichText } from '@lantern/contract/media/rich-document.ts'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { refuse } from '#kit/errors.ts'
import { shapeErrorOf } from '#kit/validation.ts'
import { readRichText } from '#media/index.ts'

const partSchemas: Record<EditedType, Partial<Record<DraftPart, TSchema>>> = {
  tutorial: tutorialParts,
  quiz: quizParts,
  project: outlineParts,
  course: outlineParts,
  liveSession: liveSessionParts,
}

export function partsOf(type: EditedType): DraftPart[] {
  return Object.keys(partSchemas[type]) as DraftPart[]
}

const validators = new Map<TSchema, Validator>()

/** A part whose shape nobody has looked at yet: as the type has it, or a 400 that names the fields. */
export function parsePart(type: EditedType, part: DraftPart, data: unknown): object {
  const schema = partSchemas[type][part]
  if (!schema) throw refuse('bad_request', { details: [{ field: 'part', message: 'shape.enum' }] })
  const validator = validators.get(schema) ?? Compile(schema)
  validators.set(schema, validator)
  if (!validator.Check(data)) throw shapeErrorOf(validator.Errors(data))
  return readPart(part, data as object)
}

/** All parts of a type whose shape nobody has looked at yet. */
export function parseForms(type: EditedType, given: unknown): AnyForms {
  if (typeof given !== 'object' || given === null) {
    throw refuse('bad_request', { details: [{ field: 'forms', message: 'shape.type' }] })
  }
  const parts = given as Partial<Record<DraftPart, unknown>>
  const parsed = partsOf(type).map((part) => [part, parsePart(type, part, parts[part])])
  return Object.fromEntries(parsed) as unknown as AnyForms
}

/** A part as it is kept: every rich text a checked document, every other text without what a database cannot hold. */
export function readPart(part: DraftPart, data: object): object {
  const form = wellFormed(data)
  if (part === 'general') return readGeneral(form as TutorialGeneral)
  if (part === 'steps') return readSteps(form as TutorialSteps)
  if (part === 'questions') return readQuestions(form as QuizQuestions)
  if (part === 'contents') return readContents(form as OutlineContents | LiveSessionContents)
  return form
}

/** All parts of a type at once. */
export function readForms(forms: AnyForms): AnyForms {
  const parts = Object.entries(forms).map(([part, form]) => [part, readPart(part as DraftPart, form)])
  return Object.fromEntries(parts) as AnyForms
}

function readGeneral(form: TutorialGeneral): object {
  const { educatorPlan, solutionPlan } = form
  return {
    ...form,
    description: readRichText(form.description, 'description'),
    ...(educatorPlan && { educatorPlan: { ...educatorPlan, ...planTexts(educatorPlan) } }),
    ...(solutionPlan && {
      solutionPlan: { ...solutionPlan, body: readRichText(solutionPlan.body, 'solutionPlan.body') },
    }),
  }
}

const planTextKeys = ['description', 'outcome', 'objectives', 'alignment', 'preparation'] as const

function planTexts(plan: Record<(typeof planTextKeys)[number], RichText>) {
  return Object.fromEntries(planTextKeys.map((key) => [key, readRichText(plan[key], `educatorPlan.${key}`)]))
}

function readSteps(form: TutorialSteps): object {
  return {
    ...form,
    sections: form.sections.map((section) => ({
      ...section,
      body: readRichText(section.body, `sections.${section.id}.body`),
    })),
  }
}

function readQuestions(form: QuizQuestions): object {
  return {
    ...form,
    questions: form.questions.map((question) => {
      const path = `questions.${question.id}`
      const { correct, wrong } = question.quizFeedback
      return {
        ...question,
        body: readRichText(question.body, `${path}.body`),
        options: question.options.map((option) => ({
          ...option,
          body: readRichText(option.body, `${path}.options.${option.id}.body`),
          feedback: readRichText(option.feedback, `${path}.options.${option.id}.feedback`),
        })),
        quizFeedback: {
          correct: correct === null ? null : readRichText(correct, `${path}.quizFeedback.correct`),
          wrong: wrong === null ? null : readRichText(wrong, `${path}.quizFeedback.wrong`),
        },
      }
    }),
  }
}

/** `contentIds` says the order, and of what it names alone that it is required. */
function readContents(form: OutlineContents | LiveSessionContents): object {
  if (!('contents' in form)) return { ...form, contentIds: [...new Set(form.contentIds)] }
  const given = new Map(form.contents.map((content) => [content.id, content]))
  const order = [...new Set([...form.contentIds, ...given.keys()])]
  const isSame = order.length === form.contents.length && order.every((id, index) => form.contents[index]?.id === id)
  const contents = isSame ? form.contents : order.map((id) => given.get(id) ?? { id, required: true, chapterId: null })
  return { ...form, contents, contentIds: contents.map(({ id }) => id) }
}

/** Strings without what PostgreSQL cannot keep. Rich text is cleaned by its own check. */
function wellFormed<T>(value: T): T {
  if (typeof value === 'string') return keepableText(value) as T
  if (typeof value !== 'object' || value === null || isDocument(value)) return value
  if (Array.isArray(value)) return value.map(wellFormed) as T
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, wellFormed(inner)])) as T
}
