import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { pageAnswer, pageQuery } from '../page-query.ts'
import { attachmentKinds, attachmentStates } from './upload-rules.ts'

export type { AttachmentKind, AttachmentState } from './upload-rules.ts'

const Id = Type.String({ minLength: 1, maxLength: 100 })

/** One thing of the media library. */
export const Attachment = object({
  id: Type.String(),
  kind: oneOf(...attachmentKinds),
  name: Type.String(),
  contentType: Type.String(),
  byteSize: Type.Integer(),
  state: oneOf(...attachmentStates),
  /** 0 to 100: of the upload, then of the making. */
  progress: Type.Integer(),
  /** Key of the message that says why it failed. */
  fault: nullable(Type.String()),
  /** By which the page knows the same file again, to go on with an upload that was not finished. */
  fingerprint: Type.String(),
  createdAt: Type.String(),
  ownerId: Type.String(),
  /** Where the file itself is, for viewers who may have it; null until it is whole. */
  url: nullable(Type.String()),
  thumbnailUrl: nullable(Type.String()),
  /** Pictures and videos only. */
  width: nullable(Type.Integer()),
  height: nullable(Type.Integer()),
  /** Seconds of a video. */
  duration: nullable(Type.Number()),
  /** The picture or the video that was made of it. */
  imageId: nullable(Type.String()),
  videoId: nullable(Type.String()),
  /** The page of a WebGL build, on the isolated origin. */
  embedUrl: nullable(Type.String()),
  /** Of a WebGL build that is unpacked. `isIsolated`: its page has threads and shared memory, and loads nothing from elsewhere. */
  build: nullable(object({ unpackedBytes: Type.Integer(), isIsolated: Type.Boolean() })),
  /** Alternative text of a picture. */
  alt: Type.String(),
})
export type Attachment = Static<typeof Attachment>

export const listAttachments = endpoint('GET /api/learn/creator/attachment/list', {
  summary: 'The media library: what the creator uploaded, newest first',
  access: 'author',
  query: object({
    kind: Type.Optional(oneOf(...attachmentKinds)),
    /** Without it everything that has come whole. */
    state: Type.Optional(oneOf(...attachmentStates)),
    q: Type.Optional(Type.String({ maxLength: 200 })),
    ...pageQuery,
  }),
  response: object({
    results: Type.Array(Attachment),
    ...pageAnswer,
    usedBytes: Type.Integer(),
    quotaBytes: Type.Integer(),
  }),
})

export const getAttachment = endpoint('GET /api/learn/creator/attachment/:id', {
  summary: "One's own upload: how far it is and what became of it",
  access: 'learner',
  params: object({ id: Id }),
  response: object({ attachment: Attachment }),
  errors: ['not_found'],
})

export const listUnfinishedUploads = endpoint('GET /api/learn/attachment/unfinished', {
  summary: "One's own uploads of this file that were begun and are not whole, newest first",
  access: 'learner',
  query: object({ kind: oneOf(...attachmentKinds), fingerprint: Type.String({ minLength: 1, maxLength: 200 }) }),
  response: object({ ids: Type.Array(Type.String()) }),
})

export const updateAttachment = endpoint('POST /api/learn/creator/attachment/:id', {
  summary: 'Renames an upload or describes a picture in words',
  access: 'author',
  params: object({ id: Id }),
  body: object({
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    alt: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  response: object({ attachment: Attachment }),
  errors: ['not_found'],
})

export const isolateBuild = endpoint('POST /api/learn/creator/attachment/:id/isolation', {
  summary: 'Says whether the page of a WebGL build is isolated from other origins, as threads need it',
  access: 'learner',
  params: object({ id: Id }),
  body: object({ isIsolated: Type.Boolean() }),
  response: object({ attachment: Attachment }),
  errors: ['not_found'],
})

/** An item that shows or lists a file, or a `page` of editors, published or as a draft; or a `discussion`, with its channel. */
export const AttachmentUse = object({ id: Type.String(), type: Type.String(), title: Type.String() })
export type AttachmentUse = Static<typeof AttachmentUse>

export const listAttachmentUses = endpoint('GET /api/learn/creator/attachment/:id/uses', {
  summary: 'Where an upload is used: what keeps it from being deleted',
  access: 'author',
  params: object({ id: Id }),
  response: object({ usedBy: Type.Array(AttachmentUse) }),
  errors: ['not_found'],
})

export const deleteAttachment = endpoint('POST /api/learn/creator/attachment/:id/delete', {
  summary: 'Deletes an upload that nothing uses; answers where it is used otherwise',
  access: 'learner',
  params: object({ id: Id }),
  response: object({ deleted: Type.Boolean(), usedBy: Type.Array(AttachmentUse) }),
  errors: ['not_found'],
})

/** The form fields `file` and `kind`, or `kind` in the address. Large files go to `resumableUploadPath`. */
export const uploadAttachment = endpoint('POST /api/learn/attachment', {
  summary: 'Uploads a small file as a multipart form: file, kind',
  access: 'learner',
  query: object({ kind: Type.Optional(oneOf(...attachmentKinds)) }),
  response: object({ attachmentId: Type.String(), url: nullable(Type.String()), contentType: Type.String() }),
  errors: [
    'unsupported_type',
    'upload_forbidden_type',
    'upload_attachment_too_large_1G',
    'upload_attachment_too_large_3G',
    'upload_too_large_for_learners',
    'upload_invalid_file',
    'upload_quota_exceeded',
    'upload_disk_full',
    'rate_limited',
  ],
})
