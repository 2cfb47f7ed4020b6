import { type Static, Type } from 'typebox'
import { ItemTypeSchema } from '../catalog/items.ts'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { publicWriting } from '../guards.ts'
import { messageLength, messageSorts, threadsPerPage, writingRights } from './discussion-rules.ts'
import { reportReasons } from './report-rules.ts'
import { ReportedReason } from './reports.ts'

const Id = Type.String({ minLength: 1, maxLength: 100 })
const Count = Type.Integer({ minimum: 0 })
const Content = Type.String({ minLength: 1, maxLength: messageLength })

export const Message = object({
  id: Type.String(),
  channelId: Type.String(),
  /** The message that it replies to. */
  parentId: nullable(Type.String()),
  /** Null: the account is deleted. */
  authorId: nullable(Type.String()),
  /** Markdown. Empty once deleted or hidden. */
  content: Type.String(),
  html: Type.String(),
  likeCount: Count,
  replyCount: Count,
  /** The reply that helped. */
  answerId: nullable(Type.String()),
  createdTime: Type.String(),
  editedTime: nullable(Type.String()),
  deleted: Type.Boolean(),
  /** Why moderators have hidden it, or that it waits for them; null: it stands. */
  hidden: nullable(oneOf(...reportReasons, 'held')),
})
export type Message = Static<typeof Message>

export const Speaker = object({
  id: Type.String(),
  fullName: Type.String(),
  avatar: nullable(Type.String()),
  /** Owner or author of the item. */
  isMaker: Type.Boolean(),
})
export type Speaker = Static<typeof Speaker>

const ChannelEntry = object({
  channelId: Type.String(),
  /** Null: the item as a whole. */
  title: nullable(Type.String()),
  messages: Count,
  unread: Count,
})

export const Discussion = object({
  /** Of the channel. The channel of an item has what is said about each of its steps too. */
  id: Type.String(),
  content: object({
    id: Type.String(),
    type: ItemTypeSchema,
    slug: Type.String(),
    language: Type.String(),
    title: Type.String(),
    learnOptionType: oneOf('campus', 'other'),
  }),
  step: nullable(object({ id: Type.String(), title: Type.String(), anchor: Type.String() })),
  /** The submission that the channel is about. */
  submission: nullable(object({ id: Type.String(), title: Type.String() })),
  channels: Type.Array(ChannelEntry),
  messages: object({ total: Count, likeCount: Count, items: Type.Array(Message) }),
  /** The first replies of each thread, oldest first. */
  replyMap: Type.Record(Type.String(), Type.Array(Message)),
  userMap: Type.Record(Type.String(), Speaker),
  likeMap: Type.Record(Type.String(), Type.Boolean()),
  /** The viewer's own reports, by message. */
  reportMap: Type.Record(Type.String(), Type.Array(ReportedReason)),
  sort: oneOf(...messageSorts),
  /** Where the next page begins. */
  next: nullable(Type.String()),
  /** Until when the viewer had read the channel; null: never opened it. */
  readUntil: nullable(Type.String()),
  writing: oneOf(...writingRights),
  /** Pictures in the viewer's messages are shown: not yet in those of a new member. */
  mayShowPictures: Type.Boolean(),
  /** The viewer makes the item or looks after it. */
  isMaker: Type.Boolean(),
})
export type Discussion = Static<typeof Discussion>

export const listComments = endpoint('GET /api/learn/comment/list', {
  summary: 'What is said in a channel: threads with their first replies, or more replies of one thread',
  access: 'public',
  query: object({
    channelId: Id,
    /** The thread of this message stands first. */
    messageId: Type.Optional(Id),
    sort: Type.Optional(oneOf(...messageSorts)),
    /** `next` of the page before; with `under`, the last reply that is there. */
    after: Type.Optional(Type.String({ maxLength: 160 })),
    /** Replies of this thread instead of threads. */
    under: Type.Optional(Id),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: threadsPerPage })),
  }),
  response: Discussion,
  errors: ['not_found'],
})

const Written = object({ message: Message, userMap: Type.Record(Type.String(), Speaker) })

export const postComment = endpoint('POST /api/learn/comment', {
  summary: 'Write in a channel, or reply to one of its messages',
  access: 'learner',
  guards: publicWriting,
  body: object({
    channelId: Id,
    content: Content,
    replyId: Type.Optional(Id),
    /** Names this message: sending it again writes no second one. */
    key: Type.Optional(Type.String({ minLength: 8, maxLength: 60 })),
  }),
  response: Written,
  errors: ['not_found', 'comment_after_learning', 'message_hidden', 'muted', 'rate_limited'],
})

export const updateComment = endpoint('POST /api/learn/comment/update', {
  summary: "Change the text of one's own message",
  access: 'learner',
  guards: publicWriting,
  body: object({ id: Id, content: Content }),
  response: Written,
  errors: ['not_found', 'message_hidden', 'muted', 'rate_limited'],
})

export const deleteComment = endpoint('POST /api/learn/comment/delete', {
  summary: "Delete one's own message",
  access: 'learner',
  body: object({ id: Id }),
  response: object({ deleted: Type.Boolean() }),
  errors: ['not_found'],
})

export const chooseAnswer = endpoint('POST /api/learn/comment/answer', {
  summary: 'Mark the reply that helped, or take the mark back: by who asked, or by the makers of the item',
  access: 'learner',
  body: object({ id: Id, on: Type.Boolean() }),
  response: object({ answerId: nullable(Type.String()) }),
  errors: ['not_found', 'forbidden'],
})

export const readChannel = endpoint('POST /api/learn/comment/read', {
  summary: 'All that is said in the channel up to now is read',
  access: 'learner',
  body: object({ channelId: Id }),
  response: object({ readUntil: Type.String() }),
  errors: ['not_found'],
})

export const previewComment = endpoint('POST /api/learn/comment/preview', {
  summary: 'A message as it will be shown; nothing is kept',
  access: 'learner',
  body: object({ content: Content }),
  response: object({ html: Type.String() }),
  errors: ['rate_limited'],
})
