import { object } from '@lantern/contract/endpoint.ts'
import { itemIdLink } from '@lantern/contract/links.ts'
import { Type } from 'typebox'
import { clockTimeIn } from '#kit/zoned-time.ts'
import { notificationKind, type Words } from '#notifications/index.ts'

const payload = object({
  classId: Type.String(),
  className: Type.String(),
  dueAt: Type.String(),
  timeZone: Type.String(),
  note: Type.String(),
})

const channels = { site: 'now', mail: 'now', push: 'now' } as const

/** An assignment of one's class is open. */
export const assignmentOpened = notificationKind({
  name: 'assignment_opened',
  group: 'learning',
  icon: 'lesson',
  label: 'campus.kind_opened',
  hint: 'campus.kind_opened_hint',
  channels,
  required: [],
  isUrgent: false,
  payload,
  write: ({ payload: told, item }, words) => ({
    title: words.t('campus.told_opened', { class: told.className, title: item?.title ?? '' }),
    body: [dueText(told, words), told.note].filter(Boolean).join(' '),
    path: classPath(told.classId),
  }),
})

/** A teacher opened an assignment for one despite what it waits for. */
export const assignmentUnlocked = notificationKind({
  name: 'assignment_unlocked',
  group: 'learning',
  icon: 'lesson',
  label: 'campus.kind_unlocked',
  hint: 'campus.kind_unlocked_hint',
  channels,
  required: [],
  isUrgent: false,
  payload,
  write: ({ payload: told, item }, words) => ({
    title: words.t('campus.told_unlocked', { title: item?.title ?? '' }),
    body: dueText(told, words),
    path: item ? itemIdLink(item) : classPath(told.classId),
  }),
})

/** An assignment that one has not finished is due within a day. */
export const assignmentDue = notificationKind({
  name: 'assignment_due',
  group: 'learning',
  icon: 'lesson',
  label: 'campus.kind_due',
  hint: 'campus.kind_due_hint',
  channels,
  required: [],
  isUrgent: true,
  payload,
  write: ({ payload: told, item }, words) => ({
    title: words.t('campus.told_due', { title: item?.title ?? '' }),
    body: dueText(told, words),
    path: classPath(told.classId),
  }),
})

/** Points and feedback for an assignment are released. */
export const marksReleased = notificationKind({
  name: 'marks_released',
  group: 'learning',
  icon: 'lesson',
  label: 'campus.kind_marks',
  hint: 'campus.kind_marks_hint',
  channels,
  required: [],
  isUrgent: false,
  payload,
  write: ({ payload: told, item }, words) => ({
    title: words.t('campus.told_marks', { title: item?.title ?? '' }),
    body: told.className,
    path: classPath(told.classId),
  }),
})

/** All answers of an attempt at a quiz that people mark have their marks. */
export const quizMarked = notificationKind({
  name: 'quiz_marked',
  group: 'learning',
  icon: 'lesson',
  label: 'campus.kind_quiz_marked',
  hint: 'campus.kind_quiz_marked_hint',
  channels,
  required: [],
  isUrgent: false,
  payload: object({ passed: Type.Boolean() }),
  write: ({ payload: told, item }, words) => ({
    title: words.t('campus.told_quiz_marked', { title: item?.title ?? '' }),
    body: words.t(told.passed ? 'campus.told_quiz_passed' : 'campus.told_quiz_not_passed'),
    path: item ? itemIdLink(item) : '/',
  }),
})

/** By the clock of the organisation, which is named where it is not the one that the site shows. */
function dueText({ dueAt, timeZone }: { dueAt: string; timeZone: string }, { t, time }: Words): string {
  const local = clockTimeIn(timeZone, new Date(dueAt)).replace('T', ' ')
  const named = local === time(dueAt) ? local : `${local} (${timeZone})`
  return t('campus.due_at', { time: named })
}

function classPath(classId: string): string {
  return `/campus/class/${encodeURIComponent(classId)}`
}
