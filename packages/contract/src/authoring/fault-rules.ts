import type { UnityVersionRange } from '../catalog/versions.ts'
import { isValidRange } from '../catalog/versions.ts'
import { isUrl, maxLength } from '../checks.ts'
import { isEmptyText } from '../media/plain-text.ts'
import type { KindFaultKey } from '../quiz/kinds/question-kind.ts'
import { isContentLanguage } from '../roles.ts'
import type { QuizGeneral, TutorialDetails } from './forms.ts'

// Rules that the forms of several types have in common.

export type FaultKey =
  | 'error_isRequired'
  | 'error_URL'
  | 'error_lessOne'
  | 'tutorial_title_max'
  | 'invalid_version_range'
  | 'empty_thumbnail'
  | 'empty_tutorials'
  | 'empty_contents'
  | 'empty_projects'
  | 'live_session_project_limit_1'
  | 'quiz_needs_questions'
  | KindFaultKey
  | 'quiz.fault.empty_body'
  | 'quiz.fault.empty_option'
  | 'quiz.fault.pass_number'
  | 'quiz.fault.freezing_time'
  | 'quiz.fault.time_limit'
  | 'authoring.live_fault_time'
  | 'authoring.live_fault_zone'
  | 'authoring.live_fault_end'
  | 'authoring.live_fault_past'
  | 'authoring.live_fault_too_long'
  | 'authoring.live_fault_https'
  | 'authoring.live_fault_seats'
  | 'authoring.live_fault_chapter_order'
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

/** Hours of a duration set by hand: every one up to 24, then every fifth. */
export const manualHours: readonly number[] = Array.from({ length: 201 }, (_, hour) => hour).filter(
  (hour) => hour <= 24 || hour % 5 === 0,
)
export const manualMinutes: readonly number[] = Array.from({ length: 12 }, (_, step) => step * 5)

/** All engine versions from old to new, to read a range by. */
export type Versions = readonly string[]

export function generalFaults(
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

export function rangeFaults(range: UnityVersionRange, versions: Versions): Fault[] {
  return isValidRange(range, versions) ? [] : [wrong('unityVersionRange', 'invalid_version_range')]
}

export function durationFaults(form: { estimationInHour: number | null; estimationInMinute: number | null }): Fault[] {
  return [
    ...(form.estimationInHour === null || manualHours.includes(form.estimationInHour)
      ? []
      : [wrong('estimationInHour', 'authoring.fault_outside')]),
    ...(form.estimationInMinute === null || manualMinutes.includes(form.estimationInMinute)
      ? []
      : [wrong('estimationInMinute', 'authoring.fault_outside')]),
  ]
}

export function materialFaults(field: string, materials: TutorialDetails['materials']): Fault[] {
  return materials.flatMap((material, index) => [
    ...(isEmpty(material.name) ? [required(`${field}.${index}.name`)] : []),
    ...(material.type === 'link' && isEmpty(material.url) ? [required(`${field}.${index}.url`)] : []),
    ...(material.type === 'link' && !isEmpty(material.url) && !isUrl(material.url.trim())
      ? [wrong(`${field}.${index}.url`, 'error_URL')]
      : []),
    ...(material.type === 'file' && isEmpty(material.attachmentId) ? [required(`${field}.${index}.attachmentId`)] : []),
  ])
}

export function twice(field: string, entries: readonly { id: string }[]): Fault[] {
  const ids = entries.map(({ id }) => id)
  return new Set(ids).size < ids.length ? [wrong(field, 'authoring.fault_twice')] : []
}

export function inside(part: string, faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ ...fault, field: `${part}.${fault.field}` }))
}

export function required(field: string): Fault {
  return { field, message: 'error_isRequired', missing: true }
}

export function wrong(field: string, message: FaultKey): Fault {
  return { field, message }
}

export function isEmpty(text: string): boolean {
  return text.trim() === ''
}

export function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}
