import { type Static, Type } from 'typebox'
import { Item } from '../catalog/items.ts'
import { endpoint, nullable, object, wholeFrom } from '../endpoint.ts'
import { BaseVersion, SavedDraft } from './drafts.ts'
import { asKept, Id, OutlineContents, OutlineDetails, OutlineGeneral } from './forms.ts'

/** A project or a course with its forms. */
export const FullOutline = object({
  ...Item.properties,
  source: nullable(object({ itemId: Type.String(), latestRevision: Type.Integer() })),
  general: asKept<OutlineGeneral>(),
  contents: asKept<OutlineContents>(),
  details: asKept<OutlineDetails>(),
})
export type FullOutline = Static<typeof FullOutline>

const params = object({ id: Id })
/** Whether what id 0 creates belongs to the campus. */
const query = object({ campus: Type.Optional(Type.Boolean()) })
const errors = ['not_found', 'forbidden', 'draft_conflict', 'translation_exists', 'prerequisite_cycle'] as const
const general = {
  access: 'author',
  params,
  query,
  body: object({ ...OutlineGeneral.properties, baseVersion: BaseVersion }),
  errors,
  bodyLimit: 8_000_000,
} as const
const contents = {
  access: 'author',
  params,
  body: object({ ...OutlineContents.properties, baseVersion: BaseVersion }),
  errors,
} as const
const details = {
  access: 'author',
  params,
  body: object({ ...OutlineDetails.properties, baseVersion: BaseVersion }),
  errors,
} as const
const publish = {
  access: 'author',
  params,
  body: object({
    ...OutlineGeneral.properties,
    contents: OutlineContents,
    details: OutlineDetails,
    revision: Type.Optional(wholeFrom(0)),
    baseVersion: BaseVersion,
  }),
  errors,
  bodyLimit: 8_000_000,
} as const
const project = object({ projectData: FullOutline, draft: SavedDraft })
const course = object({ courseData: FullOutline, draft: SavedDraft })

export const saveProjectGeneral = endpoint('POST /api/learn/project/:id/general', {
  summary: 'Saves the general form of a project; id 0 creates it',
  response: project,
  ...general,
})
export const saveProjectContents = endpoint('POST /api/learn/project/:id/contents', {
  summary: 'Saves what a project is made of',
  response: project,
  ...contents,
})
export const saveProjectDetails = endpoint('POST /api/learn/project/:id/details', {
  summary: 'Saves the details form of a project',
  response: project,
  ...details,
})
export const publishProject = endpoint('POST /api/learn/project/:id/publish', {
  summary: 'Saves all three forms of a project and makes them what learners see',
  response: project,
  ...publish,
})
export const saveCourseGeneral = endpoint('POST /api/learn/course/:id/general', {
  summary: 'Saves the general form of a course; id 0 creates it',
  response: course,
  ...general,
})
export const saveCourseContents = endpoint('POST /api/learn/course/:id/contents', {
  summary: 'Saves what a course is made of',
  response: course,
  ...contents,
})
export const saveCourseDetails = endpoint('POST /api/learn/course/:id/details', {
  summary: 'Saves the details form of a course',
  response: course,
  ...details,
})
export const publishCourse = endpoint('POST /api/learn/course/:id/publish', {
  summary: 'Saves all three forms of a course and makes them what learners see',
  response: course,
  ...publish,
})
