import { getAnswerToMark, listToMark, markAnswer } from '@lantern/contract/campus/marking.ts'
import { getTeaching, recordTeachingProgress, setLiveStatus, teachingTopic } from '@lantern/contract/campus/teaching.ts'
import { classProgressTopic } from '@lantern/contract/learning/topics.ts'
import { type App, route } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { assignmentRoutes } from './assignment-routes.ts'
import { teachesClass } from './class-rights.ts'
import { tellOfClassTeaching } from './class-teaching.ts'
import { classTeachingRoutes } from './class-teaching-routes.ts'
import { markGiven, readAnswerToMark, readToMark } from './marking.ts'
import { keepCoursePlace, mayFollowCourse, readTeaching, setLive } from './teaching.ts'
import { endTeachings } from './teachings-over.ts'

export function campusRoutes(app: App): void {
  assignmentRoutes(app)
  classTeachingRoutes(app)
  route(app, listToMark, ({ services, viewer, query }) => readToMark(services, viewer, query))
  route(app, getAnswerToMark, ({ services, viewer, query }) => readAnswerToMark(services, viewer, query))
  route(app, markAnswer, ({ services, viewer, body }) => markGiven(services, viewer, body))
  route(app, recordTeachingProgress, async ({ services, viewer, body }) => {
    await keepCoursePlace(services, viewer, body)
    return { success: true }
  })
  route(app, setLiveStatus, ({ services, viewer, params, body }) => setLive(services, viewer, { ...params, ...body }))
  route(app, getTeaching, ({ services, viewer, params }) => readTeaching(services, viewer, params.courseId))
}

/** What pages of the campus hear while they are open. */
export function tellOfTeaching(services: Services): void {
  const { topics, db } = services
  tellOfClassTeaching(services)
  endTeachings(services)
  topics.declare(teachingTopic, { mayFollow: (viewer, { courseId }) => mayFollowCourse(db, viewer, courseId) })
  topics.declare(classProgressTopic, { mayFollow: (viewer, { classId }) => teachesClass(db, viewer, classId) })
}
