import { type Static, Type } from 'typebox'
import { endpoint, object } from '../endpoint.ts'
import { Breadcrumb, FlagMap, Item } from './items.ts'
import { makerFields } from './maker-fields.ts'

const ItemParams = object({ id: Type.String({ maxLength: 200 }) })

/** Parent ids say in which project and course the item is opened; uv for which engine version. */
const ExtendsQuery = object({
  /** As it would be if its draft were published now; for its editors. */
  edit: Type.Optional(Type.Boolean()),
  projectId: Type.Optional(Type.String({ maxLength: 100 })),
  courseId: Type.Optional(Type.String({ maxLength: 100 })),
  uv: Type.Optional(Type.String({ maxLength: 40 })),
})

/** The discussion of an item. */
const CommentData = object({
  channelId: Type.String(),
  messages: object({ total: Type.Integer(), likeCount: Type.Integer(), items: Type.Array(Type.String()) }),
  /** How many questions each step has, by its id; steps without any are left out. */
  questions: Type.Record(Type.String(), Type.Integer()),
})
export type CommentData = Static<typeof CommentData>

const around = {
  commentData: CommentData,
  collectMap: FlagMap,
  likeMap: FlagMap,
  reportMap: FlagMap,
  /** Items of this page that the viewer has bought or was given. */
  boughtMap: FlagMap,
  breadcrumb: Breadcrumb,
  /** The engine versions from old to new where the item is asked for one; empty otherwise. */
  versions: Type.Array(Type.String()),
}

/** With what only its makers are told where it is asked for to be edited. */
const TutorialData = object({ ...Item.properties, ...Type.Partial(object(makerFields)).properties })

export const getTutorial = endpoint('GET /api/learn/tutorial/:id/extends', {
  summary: 'One tutorial, by id or slug, with everything around it',
  access: 'public',
  params: ItemParams,
  query: ExtendsQuery,
  response: object({ tutorialData: TutorialData, ...around }),
  errors: ['not_found', 'forbidden', 'version_not_found'],
})

export const getProject = endpoint('GET /api/learn/project/:id/extends', {
  summary: 'One project, by id or slug, with everything around it',
  access: 'public',
  params: ItemParams,
  query: ExtendsQuery,
  response: object({ projectData: Item, ...around }),
  errors: ['not_found', 'forbidden', 'version_not_found'],
})

export const getCourse = endpoint('GET /api/learn/course/:id/extends', {
  summary: 'One course, by id or slug, with everything around it',
  access: 'public',
  params: ItemParams,
  query: ExtendsQuery,
  response: object({ courseData: Item, ...around }),
  errors: ['not_found', 'forbidden', 'version_not_found'],
})

export const getLiveSession = endpoint('GET /api/learn/liveSession/:id/extends', {
  summary: 'One live session, by id or slug, with everything around it',
  access: 'public',
  params: ItemParams,
  query: ExtendsQuery,
  response: object({ liveSessionData: Item, ...around }),
  errors: ['not_found', 'forbidden', 'version_not_found'],
})
