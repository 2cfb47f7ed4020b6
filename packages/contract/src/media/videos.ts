import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { captionLimits } from './captions.ts'

const Id = Type.String({ minLength: 1, maxLength: 100 })

export const mediaTypes = ['img', 'video', 'videoattachment', 'webgl'] as const
export type MediaType = (typeof mediaTypes)[number]

const Picture = object({ url: Type.String(), gif: Type.Boolean(), width: Type.Integer(), height: Type.Integer() })

export const Subtitle = object({
  url: Type.String(),
  language: Type.String(),
  /** The language's own name. */
  label: Type.String(),
  default: Type.Boolean(),
})
export type Subtitle = Static<typeof Subtitle>

/** Something that can be looked at or played. A private video tells a guest nothing but that it is there. */
export const Media = object({
  id: Type.String(),
  type: oneOf(...mediaTypes),
  title: Type.String(),
  image: nullable(Picture),
  originalImage: nullable(Picture),
  /** Empty while a video is being made ready. */
  playlist: Type.Array(object({ url: Type.String(), contentType: Type.String() })),
  downloadUrl: nullable(Type.String()),
  subtitleMap: Type.Record(Type.String(), Type.String()),
  subtitles: Type.Array(Subtitle),
  oembed: nullable(
    object({ html: Type.String(), width: Type.Integer(), height: Type.Integer(), provider_name: Type.String() }),
  ),
  isPrivate: Type.Boolean(),
  state: oneOf('processing', 'ready', 'failed'),
  /** Seconds. */
  duration: nullable(Type.Number()),
  /** Short sides of the renditions, best first. */
  heights: Type.Array(Type.Integer()),
})
export type Media = Static<typeof Media>

/** A viewer's position in a video. The newest `at` of all devices counts. */
export const WatchPosition = object({
  position: Type.Number({ minimum: 0, maximum: 1_000_000 }),
  rate: Type.Number({ minimum: 0.25, maximum: 4 }),
  at: Type.String(),
  /** Played to the end: the position is forgotten, also by devices that kept an older one. */
  ended: Type.Optional(Type.Boolean()),
})
export type WatchPosition = Static<typeof WatchPosition>

export const getMedia = endpoint('GET /api/learn/media/:id', {
  summary:
    'A video with its sources, captions and, for somebody signed in, where they stopped; or a picture, or an upload that is a picture, a video file or a build. A guest hears of a private video only that it is there',
  access: 'public',
  params: object({ id: Id }),
  response: object({
    media: Media,
    watched: nullable(WatchPosition),
    /** What time it is here: clocks of devices differ, and the newest position counts. */
    now: Type.String(),
  }),
  errors: ['not_found'],
})

export const keepWatchPosition = endpoint('POST /api/learn/media/:id/position', {
  summary: 'Keeps where the viewer is; an older time than the kept one changes nothing',
  access: 'learner',
  params: object({ id: Id }),
  body: WatchPosition,
  response: object({ watched: nullable(WatchPosition) }),
  errors: ['not_found'],
})

export const countPlay = endpoint('POST /learn/video/:videoId', {
  summary: 'Counts a play, once for each person and video; plays of guests are not counted',
  access: 'public',
  params: object({ videoId: Id }),
  response: object({ counted: Type.Boolean() }),
  errors: ['not_found'],
})

/** A video as those see it who look after it. */
export const MakersVideo = object({
  id: Type.String(),
  title: Type.String(),
  state: oneOf('processing', 'ready', 'failed'),
  /** 0 to 100. */
  progress: Type.Integer(),
  /** Key of the message that says why it failed, or what it still waits for. */
  fault: nullable(Type.String()),
  isPrivate: Type.Boolean(),
  duration: nullable(Type.Number()),
  width: nullable(Type.Integer()),
  height: nullable(Type.Integer()),
  heights: Type.Array(Type.Integer()),
  poster: nullable(Picture),
  captions: Type.Array(object({ ...Subtitle.properties, cues: Type.Integer() })),
  playCount: Type.Integer(),
})
export type MakersVideo = Static<typeof MakersVideo>

const makersErrors = ['not_found', 'forbidden'] as const
const MakersAnswer = object({ video: MakersVideo })

export const getMakersVideo = endpoint('GET /api/learn/creator/video/:id', {
  summary: 'A video with its progress, settings and captions',
  access: 'author',
  params: object({ id: Id }),
  response: MakersAnswer,
  errors: makersErrors,
})

export const updateVideo = endpoint('POST /api/learn/creator/video/:id', {
  summary:
    'Title, whether it is private, its picture (a second of the video or a stored picture), its default captions',
  access: 'author',
  params: object({ id: Id }),
  body: object({
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    isPrivate: Type.Optional(Type.Boolean()),
    posterSecond: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000 })),
    posterImageId: Type.Optional(Id),
    /** A language that has captions, or none. */
    defaultCaption: Type.Optional(nullable(Type.String({ maxLength: 20 }))),
  }),
  response: MakersAnswer,
  errors: makersErrors,
})

export const retryVideo = endpoint('POST /api/learn/creator/video/:id/retry', {
  summary: 'Makes a video again that failed',
  access: 'author',
  params: object({ id: Id }),
  response: MakersAnswer,
  errors: makersErrors,
})

export const CaptionLanguage = Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z]{4})?(-[A-Z]{2})?$' })

export const saveCaption = endpoint('POST /api/learn/creator/video/:id/caption', {
  summary: 'Captions of one language from the text of a WebVTT or SubRip file, instead of those there were',
  access: 'author',
  params: object({ id: Id }),
  body: object({
    language: CaptionLanguage,
    text: Type.String({ maxLength: captionLimits.bytes }),
    isDefault: Type.Optional(Type.Boolean()),
  }),
  bodyLimit: 4 * captionLimits.bytes,
  response: object({ video: MakersVideo, skipped: Type.Integer({ description: 'Blocks that were no captions' }) }),
  errors: [...makersErrors, 'bad_request'],
})

export const deleteCaption = endpoint('POST /api/learn/creator/video/:id/caption/delete', {
  summary: 'Takes the captions of one language away',
  access: 'author',
  params: object({ id: Id }),
  body: object({ language: CaptionLanguage }),
  response: MakersAnswer,
  errors: makersErrors,
})
