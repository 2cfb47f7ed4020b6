import type { UnityVersionRange } from '../catalog/versions.ts'
import { isValidRange } from '../catalog/versions.ts'
import { isUrl, maxLength } from '../checks.ts'
import { isEmptyText } from '../media/plain-text.ts'
import { quizLimits } from '../quiz/faults.ts'
import { isContentLanguage } from '../roles.ts'
import type {
  EducatorPlanForm,
  OutlineContents,
  OutlineDetails,
  OutlineForms,
  OutlineGeneral,
  QuestionForm,
  QuizDetails,
  QuizForms,
  QuizGeneral,
  QuizQuestions,
  SectionForm,
  TutorialDetails,
  TutorialForms,
  TutorialGeneral,
  TutorialSteps,
} from './forms.ts'

// What must be mended before a part can be saved by hand, and what besides before it can be published. The same rules in
// the forms and on the server.

export type FaultKey =
  | 'error_isRequired'
  | 'error_URL'
  | 'error_lessOne'
  | 'tutorial_title_max'
  | 'invalid_version_range'
  | 'empty_thumbnail'
  | 'empty_tutorials'
  | 'empty_contents'
  | 'quiz_needs_questions'
  | 'quiz_needs_two_options'
  | 'quiz_needs_correct_answer'
  | 'quiz.fault.empty_body'
  | 'quiz.fault.empty_option'
  | 'quiz.fault.pass_number'
  | 'quiz.fault.freezing_time'
  | 'quiz.fault.time_limit'
  | 'authoring.fault_details'
  | 'authoring.fault_steps'
  | 'authoring.fault_age_range'
  | 'authoring.fault_twice'
  | 'authoring.fault_outside'
  | 'authoring.fault_unknown'
  | 'authoring.fault_inside_itself'
  | 'tutorial_exceed_lab_limit_1'
  | 'tutorial_exercise_exceed_submission_limit_1'

export interface Fault {
  /** Path inside the part; things of a list by their ids: `sections.se_1.labUrl`. */
  field: string
  message: FaultKey
  /** Nothing is wrong with it, it is only not filled yet: it belongs in the list of what is missing. */
  missing?: true
}

export const titleMax = 135
export const educatorAges = { min: 13, max: 18 } as const
export const limits = { labSteps: 1, submissionSteps: 1 } as const

/** Hours of a duration set by hand: every one up to 24, then every fifth. */
export const manualHours: readonly number[] = Array.from({ length: 201 }, (_, hour) => hour).filter(
  (hour) => hour <= 24 || hour % 5 === 0,
)
export const manualMinutes: readonly number[] = Array.from({ length: 12 }, (_, step) => step * 5)

/** All engine versions from old to new, to read a range by. */
type Versions = readonly string[]

export function tutorialGeneralFaults(form: TutorialGeneral): Fault[] {
  return [
    ...generalFaults(form, 'error_isRequired'),
    ...(form.educatorPlan ? planFaults(form.educatorPlan) : []),
    ...materialFaults('solutionPlan.materials', form.solutionPlan?.materials ?? []),
  ]
}

export function tutorialStepsFaults(form: TutorialSteps, versions: Versions): Fault[] {
  const { sections } = form
  return [
    ...rangeFaults(form.unityVersionRange, versions),
    ...(form.skillLevel === null ? [required('skillLevel')] : []),
    ...durationFaults(form),
    ...tooMany(sections, 'lab', limits.labSteps, 'tutorial_exceed_lab_limit_1'),
    ...tooMany(sections, 'submission', limits.submissionSteps, 'tutorial_exercise_exceed_submission_limit_1'),
    ...twice('sections', sections),
    ...sections.flatMap(sectionFaults),
  ]
}

export function tutorialDetailsFaults(form: TutorialDetails): Fault[] {
  return [
    ...materialFaults('materials', form.materials),
    ...materialFaults('documents', form.documents),
    ...(form.group && form.group.url !== '' && !isUrl(form.group.url) ? [wrong('group.url', 'error_URL')] : []),
  ]
}

export function quizGeneralFaults(form: QuizGeneral): Fault[] {
  return generalFaults(form, 'error_isRequired')
}

export function quizQuestionsFaults(form: QuizQuestions, versions: Versions): Fault[] {
  const { questions } = form
  return [
    ...rangeFaults(form.unityVersionRange, versions),
    ...(questions.length === 0 ? [wrong('questions', 'quiz_needs_questions')] : []),
    ...twice('questions', questions),
    ...questions.flatMap(questionFaults),
  ]
}

/** `questionCount` where it is known: nobody can pass with more right answers than there are questions. */
export function quizDetailsFaults(form: QuizDetails, questionCount?: number): Fault[] {
  const { passNumber, freezingTimeInHours, timeLimitInMinutes = null } = form.quizSetting
  const field = 'quizSetting.passNumber'
  return [
    ...(form.skillLevel === null ? [required('skillLevel')] : []),
    ...durationFaults(form),
    ...materialFaults('materials', form.materials),
    ...(passNumber === null ? [required(field)] : []),
    ...(passNumber !== null && !isLessOne(passNumber) ? [wrong(field, 'error_lessOne')] : []),
    ...(passNumber !== null && questionCount !== undefined && passNumber > Math.max(1, questionCount)
      ? [wrong(field, 'quiz.fault.pass_number')]
      : []),
    ...(isWithin(freezingTimeInHours ?? 0, 0, quizLimits.freezingTimeInHours)
      ? []
      : [wrong('quizSetting.freezingTimeInHours', 'quiz.fault.freezing_time')]),
    ...(timeLimitInMinutes === null || isWithin(timeLimitInMinutes, 1, quizLimits.timeLimitInMinutes)
      ? []
      : [wrong('quizSetting.timeLimitInMinutes', 'quiz.fault.time_limit')]),
  ]
}

export function outlineGeneralFaults(form: OutlineGeneral): Fault[] {
  return generalFaults(form, 'empty_thumbnail')
}

const emptyOf = { project: 'empty_tutorials', course: 'empty_contents' } as const

export function outlineContentsFaults(type: keyof typeof emptyOf, form: OutlineContents, versions: Versions): Fault[] {
  const { contents, chapters } = form
  const chapterIds = new Set(chapters.map(({ id }) => id))
  return [
    ...rangeFaults(form.unityVersionRange, versions),
    ...(contents.length === 0 ? [wrong('contents', emptyOf[type])] : []),
    ...twice('contents', contents),
    ...twice('chapters', chapters),
    ...chapters.filter(({ title }) => isEmpty(title)).map(({ id }) => required(`chapters.${id}.title`)),
    ...contents
      .filter(({ chapterId }) => chapterId !== null && !chapterIds.has(chapterId))
      .map(({ id }) => wrong(`contents.${id}.chapterId`, 'authoring.fault_unknown')),
  ]
}

export function outlineDetailsFaults(form: OutlineDetails): Fault[] {
  return [
    ...(form.skillLevel === null ? [required('skillLevel')] : []),
    ...durationFaults(form),
    ...materialFaults('materials', form.materials),
  ]
}

type Described = Partial<
  Pick<OutlineDetails, 'packageIds' | 'tagIds' | 'topicIds' | 'industryIds' | 'objective' | 'careerGoals'>
>

/** Details say something when there is any package, tag or topic, or an objective or career goals. */
export function sayAnything(details: Described): boolean {
  const { packageIds = [], tagIds = [], topicIds = [], objective = '', careerGoals = '' } = details
  return packageIds.length + tagIds.length + topicIds.length > 0 || !isEmpty(objective) || !isEmpty(careerGoals)
}

/** Everything that keeps a tutorial from being published; paths begin with the part. */
export function tutorialFaults({ general, steps, details }: TutorialForms, versions: Versions): Fault[] {
  return [
    ...inside('general', tutorialGeneralFaults(general)),
    ...inside('steps', tutorialStepsFaults(steps, versions)),
    ...(steps.sections.length === 0 ? [wrong('steps.sections', 'authoring.fault_steps')] : []),
    ...steps.sections.filter(({ title }) => isEmpty(title)).map(({ id }) => required(`steps.sections.${id}.title`)),
    ...inside('details', tutorialDetailsFaults(details)),
    ...(sayAnything(details) ? [] : [wrong('details', 'authoring.fault_details')]),
  ]
}

export function quizFormFaults({ general, questions, details }: QuizForms, versions: Versions): Fault[] {
  return [
    ...inside('general', quizGeneralFaults(general)),
    ...inside('questions', quizQuestionsFaults(questions, versions)),
    ...inside('details', quizDetailsFaults(details, questions.questions.length)),
  ]
}

export function outlineFaults(type: 'project' | 'course', forms: OutlineForms, versions: Versions): Fault[] {
  return [
    ...inside('general', outlineGeneralFaults(forms.general)),
    ...inside('contents', outlineContentsFaults(type, forms.contents, versions)),
    ...inside('details', outlineDetailsFaults(forms.details)),
    ...(sayAnything(forms.details) ? [] : [wrong('details', 'authoring.fault_details')]),
  ]
}

function generalFaults(
  form: Pick<QuizGeneral, 'language' | 'title' | 'description' | 'thumbnailId' | 'ownerId'>,
  noThumbnail: 'error_isRequired' | 'empty_thumbnail',
): Fault[] {
  return [
    ...(isEmpty(form.language) ? [required('language')] : []),
    ...(isEmpty(form.language) || isContentLanguage(form.language)
      ? []
      : [wrong('language', 'authoring.fault_unknown')]),
    ...(isEmpty(form.title) ? [required('title')] : []),
    ...(maxLength(form.title, titleMax) ? [] : [wrong('title', 'tutorial_title_max')]),
    ...(isEmptyText(form.description) ? [required('description')] : []),
    ...(form.thumbnailId === null ? [{ ...required('thumbnailId'), message: noThumbnail }] : []),
    ...(isEmpty(form.ownerId) ? [required('ownerId')] : []),
  ]
}

/** Of an educator plan only the description is required. */
function planFaults({ description, materials, ageRange }: EducatorPlanForm): Fault[] {
  const { min, max } = ageRange
  const outside = [min, max].some((age) => age !== null && !isWithin(age, educatorAges.min, educatorAges.max))
  const reversed = min !== null && max !== null && min > max
  return [
    ...(isEmptyText(description) ? [required('educatorPlan.description')] : []),
    ...(outside || reversed ? [wrong('educatorPlan.ageRange', 'authoring.fault_age_range')] : []),
    ...materialFaults('educatorPlan.materials', materials),
  ]
}

function sectionFaults({ id, type, labUrl, submissionType }: SectionForm): Fault[] {
  const path = `sections.${id}`
  if (type === 'submission' && submissionType === null) return [required(`${path}.submissionType`)]
  if (type !== 'lab') return []
  if (isEmpty(labUrl)) return [required(`${path}.labUrl`)]
  return isUrl(labUrl.trim()) ? [] : [wrong(`${path}.labUrl`, 'error_URL')]
}

function questionFaults({ id, body, options }: QuestionForm): Fault[] {
  const path = `questions.${id}`
  return [
    ...(isEmptyText(body) ? [wrong(`${path}.body`, 'quiz.fault.empty_body')] : []),
    ...(options.length < 2 ? [wrong(`${path}.options`, 'quiz_needs_two_options')] : []),
    ...(options.some(({ correct }) => correct) ? [] : [wrong(`${path}.options`, 'quiz_needs_correct_answer')]),
    ...twice(`${path}.options`, options),
    ...options
      .filter((option) => isEmptyText(option.body))
      .map((option) => wrong(`${path}.options.${option.id}.body`, 'quiz.fault.empty_option')),
  ]
}

function tooMany(
  sections: readonly SectionForm[],
  type: SectionForm['type'],
  most: number,
  message: FaultKey,
): Fault[] {
  const those = sections.filter((section) => section.type === type)
  return those.slice(most).map(({ id }) => wrong(`sections.${id}.type`, message))
}

function rangeFaults(range: UnityVersionRange, versions: Versions): Fault[] {
  return isValidRange(range, versions) ? [] : [wrong('unityVersionRange', 'invalid_version_range')]
}

function durationFaults(form: { estimationInHour: number | null; estimationInMinute: number | null }): Fault[] {
  return [
    ...(form.estimationInHour === null || manualHours.includes(form.estimationInHour)
      ? []
      : [wrong('estimationInHour', 'authoring.fault_outside')]),
    ...(form.estimationInMinute === null || manualMinutes.includes(form.estimationInMinute)
      ? []
      : [wrong('estimationInMinute', 'authoring.fault_outside')]),
  ]
}

function materialFaults(field: string, materials: TutorialDetails['materials']): Fault[] {
  return materials.flatMap((material, index) => [
    ...(isEmpty(material.name) ? [required(`${field}.${index}.name`)] : []),
    ...(material.type === 'link' && isEmpty(material.url) ? [required(`${field}.${index}.url`)] : []),
    ...(material.type === 'link' && !isEmpty(material.url) && !isUrl(material.url.trim())
      ? [wrong(`${field}.${index}.url`, 'error_URL')]
      : []),
    ...(material.type === 'file' && isEmpty(material.attachmentId) ? [required(`${field}.${index}.attachmentId`)] : []),
  ])
}

function twice(field: string, entries: readonly { id: string }[]): Fault[] {
  const ids = entries.map(({ id }) => id)
  return new Set(ids).size < ids.length ? [wrong(field, 'authoring.fault_twice')] : []
}

function inside(part: string, faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ ...fault, field: `${part}.${fault.field}` }))
}

function required(field: string): Fault {
  return { field, message: 'error_isRequired', missing: true }
}

function wrong(field: string, message: FaultKey): Fault {
  return { field, message }
}

function isEmpty(text: string): boolean {
  return text.trim() === ''
}

function isLessOne(number: number): boolean {
  return Number.isInteger(number) && number >= 1
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}
