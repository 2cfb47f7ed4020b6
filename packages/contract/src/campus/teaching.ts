import { type Static, Type } from 'typebox'
import { endpoint, nullable, object } from '../endpoint.ts'
import { topic } from '../topic.ts'

const Id = Type.String({ minLength: 1, maxLength: 100 })
const CourseParams = object({ courseId: Id })

/** Where a person is in a course. */
const CoursePlace = object({
  /** The item, with its step where one is known: an address of the site. */
  path: Type.String(),
  title: Type.String(),
  language: Type.String(),
  stepTitle: nullable(Type.String()),
})
export type CoursePlace = Static<typeof CoursePlace>

const Teaching = object({
  /** The class of the course is live now. `place`: where its teacher is, if the viewer may see that item. */
  live: nullable(object({ teacherName: Type.String(), since: Type.String(), place: nullable(CoursePlace) })),
  ownPlace: nullable(CoursePlace),
  /** The viewer may say that the class is live. */
  mayTeach: Type.Boolean(),
})
export type Teaching = Static<typeof Teaching>

export const recordTeachingProgress = endpoint('POST /api/campus/course/teaching/progress', {
  summary: 'Keep where a person is in a course of the campus; of a teacher whose class is live, tell its members',
  access: 'learner',
  body: object({
    courseId: Id,
    projectId: Type.Optional(nullable(Id)),
    /** One of the two. */
    tutorialId: Type.Optional(nullable(Id)),
    quizId: Type.Optional(nullable(Id)),
    stepId: Type.Optional(nullable(Id)),
  }),
  response: object({ success: Type.Boolean() }),
  errors: ['not_found', 'bad_request'],
})

export const setLiveStatus = endpoint('POST /api/campus/course/:courseId/liveStatus', {
  summary: 'Say that the class of a course is live, or that it is over; its members are told',
  access: 'learner',
  params: CourseParams,
  body: object({ isLive: Type.Boolean() }),
  response: Teaching,
  errors: ['not_found', 'forbidden'],
})

export const getTeaching = endpoint('GET /api/campus/course/:courseId/teaching', {
  summary: 'Whether the class of a course is live, where its teacher is, and where the viewer was',
  access: 'learner',
  params: CourseParams,
  response: Teaching,
  errors: ['not_found'],
})

export const teachingTopic = topic('campus-course/:courseId', {
  summary: 'The class of a course began, ended or went on to another step',
  message: object({ type: Type.Literal('TEACHING') }),
})
