import { type Static, Type } from 'typebox'
import { Item } from '../catalog/items.ts'
import { endpoint, nullable, object, wholeFrom } from '../endpoint.ts'
import { BaseVersion, SavedDraft } from './drafts.ts'
import { asKept, Id, LiveSessionContents, LiveSessionDetails, OutlineGeneral } from './forms.ts'

/** A live session with its forms. */
export const FullLiveSession = object({
  ...Item.properties,
  source: nullable(object({ itemId: Type.String(), latestRevision: Type.Integer() })),
  general: asKept<OutlineGeneral>(),
  contents: asKept<LiveSessionContents>(),
  details: asKept<LiveSessionDetails>(),
})
export type FullLiveSession = Static<typeof FullLiveSession>

const params = object({ id: Id })
const response = object({ liveSessionData: FullLiveSession, draft: SavedDraft })
const errors = [
  'not_found',
  'forbidden',
  'draft_conflict',
  'translation_exists',
  'prerequisite_cycle',
  'live_session_project_limit_1',
] as const

export const saveLiveSessionGeneral = endpoint('POST /api/learn/liveSession/:id/general', {
  summary: 'Saves the general form of a live session; id 0 creates it',
  access: 'author',
  params,
  /** Whether what id 0 creates belongs to the campus. */
  query: object({ campus: Type.Optional(Type.Boolean()) }),
  body: object({ ...OutlineGeneral.properties, baseVersion: BaseVersion }),
  response,
  errors,
  bodyLimit: 8_000_000,
})

export const saveLiveSessionContents = endpoint('POST /api/learn/liveSession/:id/contents', {
  summary: 'Saves the project that a live session is about',
  access: 'author',
  params,
  body: object({ ...LiveSessionContents.properties, baseVersion: BaseVersion }),
  response,
  errors,
})

export const saveLiveSessionDetails = endpoint('POST /api/learn/liveSession/:id/details', {
  summary: 'Saves the time, the hosts, the meeting and the recording of a live session',
  access: 'author',
  params,
  body: object({ ...LiveSessionDetails.properties, baseVersion: BaseVersion }),
  response,
  errors,
})

export const publishLiveSession = endpoint('POST /api/learn/liveSession/:id/publish', {
  summary: 'Saves all three forms of a live session and makes them what learners see',
  access: 'author',
  params,
  body: object({
    ...OutlineGeneral.properties,
    contents: LiveSessionContents,
    details: LiveSessionDetails,
    revision: Type.Optional(wholeFrom(0)),
    baseVersion: BaseVersion,
  }),
  response,
  errors,
  bodyLimit: 8_000_000,
})
