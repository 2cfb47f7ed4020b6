import { type Static, Type } from 'typebox'
import { submissionTypes } from '../catalog/item-types.ts'
import { ItemCard } from '../catalog/items.ts'
import { endpoint, nullable, object, oneOf, wholeFrom } from '../endpoint.ts'
import { publicWriting } from '../guards.ts'
import { Attachment } from '../media/attachments.ts'
import { pageAnswer, pageQuery } from '../page-query.ts'
import { submissionOrders } from '../search/criteria.ts'
import { availabilityLength } from './availability.ts'
import { Speaker } from './discussion.ts'
import { reportReasons } from './report-rules.ts'
import { ReportedReason } from './reports.ts'
import {
  choosablePermissions,
  galleryFilters,
  submissionFilesMost,
  submissionPermissions,
  submissionTextLength,
  submissionTitleLength,
} from './submission-rules.ts'

const Id = Type.String({ minLength: 1, maxLength: 100 })
const Count = Type.Integer({ minimum: 0 })

const { id, kind, name, byteSize, state, fault, url, thumbnailUrl, width, height, duration } = Attachment.properties
const { imageId, videoId, embedUrl, build, alt } = Attachment.properties

/** `id` is that of the attachment. A build or a film may still be in the making. */
export const SubmissionFile = object({
  ...{
    id,
    kind,
    name,
    byteSize,
    state,
    fault,
    url,
    thumbnailUrl,
    width,
    height,
    duration,
    imageId,
    videoId,
    embedUrl,
    build,
    alt,
  },
})
export type SubmissionFile = Static<typeof SubmissionFile>

const Given = Type.Optional(Type.String({ maxLength: availabilityLength }))

/** Where it can be had: complete addresses, and what an Android build is called. */
export const Availability = object({
  website: Given,
  social: Given,
  steam: Given,
  appStore: Given,
  googlePlay: Given,
  assetStore: Given,
  packageName: Given,
  apkVersion: Given,
})

export const SubmissionCard = object({
  id: Type.String(),
  itemId: Type.String(),
  /** Null: the step is gone. */
  sectionId: nullable(Type.String()),
  stepTitle: Type.String(),
  authorId: Type.String(),
  type: oneOf(...submissionTypes),
  permission: oneOf(...submissionPermissions),
  title: Type.String(),
  /** The newest, from 1. */
  version: Type.Integer({ minimum: 1 }),
  /** Picture of its first file that has one. */
  coverUrl: nullable(Type.String()),
  /** Files of the newest version by kind. */
  images: Count,
  videos: Count,
  likeCount: Count,
  collectCount: Count,
  viewCount: Count,
  commentCount: Count,
  /** An educator has marked it as reviewed, in this version or one before. What they wrote is not for everybody. */
  isReviewed: Type.Boolean(),
  createdTime: Type.String(),
  /** Of the newest version. */
  handedInTime: Type.String(),
  /** Why moderators have hidden it, or that it waits for them; null: it stands. */
  hidden: nullable(oneOf(...reportReasons, 'held')),
})
export type SubmissionCard = Static<typeof SubmissionCard>

export const Submission = object({
  ...SubmissionCard.properties,
  /** Markdown. */
  description: Type.String(),
  html: Type.String(),
  availability: Availability,
  files: Type.Array(SubmissionFile),
})
export type Submission = Static<typeof Submission>

/** Feedback of an educator on one version of a submission. */
export const SubmissionReview = object({
  version: Type.Integer({ minimum: 1 }),
  /** False: feedback alone, or the mark was taken back. */
  isReviewed: Type.Boolean(),
  /** Markdown; empty: marked as reviewed without a word. */
  content: Type.String(),
  html: Type.String(),
  /** Null: the account is gone. */
  reviewer: nullable(Speaker),
  reviewedTime: Type.String(),
})
export type SubmissionReview = Static<typeof SubmissionReview>

/** What another learner said about one version of a submission. Who it was is told to educators alone. */
export const PeerFeedback = object({
  id: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  answers: Type.Array(object({ question: Type.String(), html: Type.String() })),
  givenTime: Type.String(),
  reviewer: nullable(Speaker),
  /** The viewer has reported it. */
  isReported: Type.Boolean(),
})
export type PeerFeedback = Static<typeof PeerFeedback>

const SubmissionList = object({
  submissionMap: Type.Record(Type.String(), SubmissionCard),
  /** In order. */
  results: Type.Array(Type.String()),
  userMap: Type.Record(Type.String(), Speaker),
  ...pageAnswer,
})
export type SubmissionList = Static<typeof SubmissionList>

export const listSubmissions = endpoint('GET /api/learn/submission/list', {
  summary: 'The gallery of an item: what is public of it, newest first unless ordered; and what the viewer handed in',
  access: 'public',
  query: object({
    itemId: Id,
    ob: Type.Optional(oneOf(...submissionOrders)),
    only: Type.Optional(oneOf(...galleryFilters)),
    ...pageQuery,
  }),
  response: object({
    ...SubmissionList.properties,
    /** Totals of the whole gallery, the same for every value of `only`. */
    counts: object({ all: Count, runs: Count, video: Count, image: Count, reviewed: Count }),
    /** The viewer's own of this item by step, public or not. */
    own: Type.Record(Type.String(), SubmissionCard),
    /** Steps where learners look at each other's work: how many the viewer gave, and is asked to give. */
    peer: Type.Record(Type.String(), object({ given: Count, share: Count })),
  }),
  errors: ['not_found'],
})

export const listSubmissionsOfPerson = endpoint('GET /api/learn/submission/person', {
  summary: "One's own submissions, or those of another person that the viewer may see; or those that one collected",
  access: 'public',
  query: object({
    userId: Type.Optional(Id),
    collected: Type.Optional(Type.Boolean()),
    ...pageQuery,
  }),
  response: object({
    ...SubmissionList.properties,
    /** The items that the viewer may see. */
    itemMap: Type.Record(Type.String(), ItemCard),
  }),
})

export const readSubmission = endpoint('GET /api/learn/submission/:id', {
  summary: 'A submission with its files; an earlier version for its author and the educators of the item',
  access: 'public',
  params: object({ id: Id }),
  query: object({ version: Type.Optional(wholeFrom(1)) }),
  response: object({
    submission: Submission,
    /** The version that is shown. */
    version: Type.Integer(),
    /** Newest first; the newest alone to viewers who read no earlier one. */
    versions: Type.Array(object({ version: Type.Integer(), handedInTime: Type.String() })),
    /** Null: the viewer may not see the item any more. */
    item: nullable(ItemCard),
    /** Where the step stands on the page of its item. */
    anchor: nullable(Type.String()),
    userMap: Type.Record(Type.String(), Speaker),
    liked: Type.Boolean(),
    collected: Type.Boolean(),
    /** The viewer's own report. */
    reported: nullable(Type.Array(ReportedReason)),
    /** The viewer makes the item or teaches in its organisation. */
    isEducator: Type.Boolean(),
    /** For its author and educators, of the newest version first. */
    reviews: Type.Array(SubmissionReview),
    /** For its author and educators, the newest first. */
    peerFeedback: Type.Array(PeerFeedback),
  }),
  errors: ['not_found'],
})

export const handIn = endpoint('POST /api/learn/submission', {
  summary:
    'Hand in for a submission step. Another title, text, files or places to get it than before make a new version of it',
  access: 'learner',
  guards: publicWriting,
  body: object({
    itemId: Id,
    sectionId: Id,
    type: oneOf(...submissionTypes),
    permission: oneOf(...choosablePermissions),
    title: Type.String({ maxLength: submissionTitleLength }),
    /** Markdown. */
    description: Type.String({ maxLength: submissionTextLength }),
    /** One's own uploads, in order. */
    attachmentIds: Type.Array(Id, { maxItems: submissionFilesMost, uniqueItems: true }),
    /** Left out: nowhere else. */
    availability: Type.Optional(Availability),
  }),
  response: object({ submission: Submission }),
  errors: ['not_found', 'purchase_required', 'premium_required', 'item_locked', 'muted', 'rate_limited'],
})

export const deleteSubmission = endpoint('POST /api/learn/submission/delete', {
  summary: "Delete one's own submission with its versions and comments. Deleting twice changes nothing",
  access: 'learner',
  body: object({ id: Id }),
  response: object({ deleted: Type.Boolean() }),
})

export const collectSubmission = endpoint('POST /api/learn/submission/collect', {
  summary: 'Collect a submission, or take it out of the collection',
  access: 'learner',
  body: object({ id: Id, on: Type.Boolean() }),
  response: object({ collected: Type.Boolean(), collectCount: Count }),
  errors: ['not_found'],
})

export const viewSubmission = endpoint('POST /api/learn/submission/view', {
  summary: 'The viewer has opened it: counted once a person, and not for its author',
  access: 'learner',
  body: object({ id: Id }),
  response: object({ viewCount: Count }),
  errors: ['not_found'],
})
