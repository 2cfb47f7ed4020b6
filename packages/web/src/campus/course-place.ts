import type { recordTeachingProgress } from '@lantern/contract/campus/teaching.ts'
import type { Breadcrumb } from '@lantern/contract/catalog/items.ts'
import { useEffect, useRef } from 'react'
import { call } from '#kit/call.ts'
import { logFailure } from '#kit/log-failure.ts'
import { useSessionInActs } from '#kit/session.tsx'

/** How long a person stays at a step before it counts as where they are. */
const stayMs = 4000

/**
 * Tells the server where the person is in a course of the campus, by the breadcrumb of the item that they read. Does
 * nothing for guests and elsewhere. `stepId`: the step that is read; null: none is known.
 */
export function CoursePlaceReport({ breadcrumb, stepId }: { breadcrumb: Breadcrumb; stepId: string | null }): null {
  const { user } = useSessionInActs()
  const item = breadcrumb.at(-1)
  const course = breadcrumb.find(({ type, learnOptionType }) => type === 'course' && learnOptionType === 'campus')
  const project = breadcrumb.find(({ type }) => type === 'project')
  const courseId = user && item && course && course !== item ? course.id : null
  const reported = useRef('')
  const isQuiz = item?.type === 'quiz'
  const itemId = item?.id ?? ''
  const projectId = project?.id ?? null
  useEffect(() => {
    const place = `${courseId}/${itemId}/${stepId}`
    if (courseId === null || reported.current === place) return
    const timer = setTimeout(() => {
      reported.current = place
      call<typeof recordTeachingProgress>('POST /api/campus/course/teaching/progress', {
        body: { courseId, projectId, tutorialId: isQuiz ? null : itemId, quizId: isQuiz ? itemId : null, stepId },
      }).catch((error) => logFailure('campus_progress', error))
    }, stayMs)
    return () => clearTimeout(timer)
  }, [courseId, projectId, itemId, isQuiz, stepId])
  return null
}
