import { isUrl } from '../checks.ts'
import { peerQuestions as peerLimits } from '../community/peer-rules.ts'
import { isEmptyText } from '../media/plain-text.ts'
import { quizLimits } from '../quiz/faults.ts'
import { hasOptions, kindOf } from '../quiz/kinds/index.ts'
import {
  durationFaults,
  type Fault,
  type FaultKey,
  generalFaults,
  inside,
  isEmpty,
  isWithin,
  materialFaults,
  rangeFaults,
  required,
  twice,
  type Versions,
  wrong,
} from './fault-rules.ts'
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

export const educatorAges = { min: 13, max: 18 } as const
export const limits = { labSteps: 1, submissionSteps: 1 } as const

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

function sectionFaults({ id, type, labUrl, submissionType, toolLinkId, peerQuestions = [] }: SectionForm): Fault[] {
  const path = `sections.${id}`
  if (type === 'tool' && !toolLinkId) return [required(`${path}.toolLinkId`)]
  if (type === 'submission' && submissionType === null) return [required(`${path}.submissionType`)]
  if (type === 'submission' && peerQuestions.length > 0 && peerQuestions.length < peerLimits.least)
    return [required(`${path}.peerQuestions`)]
  if (type === 'submission' && peerQuestions.some(isEmpty)) return [required(`${path}.peerQuestions`)]
  if (type !== 'lab') return []
  if (isEmpty(labUrl)) return [required(`${path}.labUrl`)]
  return isUrl(labUrl.trim()) ? [] : [wrong(`${path}.labUrl`, 'error_URL')]
}

function questionFaults(question: QuestionForm): Fault[] {
  const { id, body } = question
  const options = hasOptions(question) ? question.options : []
  const path = `questions.${id}`
  return [
    ...(isEmptyText(body) ? [wrong(`${path}.body`, 'quiz.fault.empty_body')] : []),
    ...kindOf(question)
      .faults(question)
      .map(({ field, message }) => wrong(`${path}.${field}`, message)),
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

function isLessOne(number: number): boolean {
  return Number.isInteger(number) && number >= 1
}
