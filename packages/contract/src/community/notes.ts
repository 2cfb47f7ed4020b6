import { type Static, Type } from 'typebox'
import { ItemCard } from '../catalog/items.ts'
import { endpoint, nullable, object } from '../endpoint.ts'
import { pageAnswer, pageQuery } from '../page-query.ts'
import { Speaker } from './discussion.ts'
import { noteLength, notesPerItem, quoteContextLength, quoteLength } from './note-rules.ts'

const Id = Type.String({ minLength: 1, maxLength: 100 })
const Count = Type.Integer({ minimum: 0 })
/** Markdown. Empty: a highlight without words of its own. */
const Content = Type.String({ maxLength: noteLength })

/** Text of a step, found again by itself and by what stands around it: positions do not survive a new revision. */
const NoteQuote = object({
  exact: Type.String({ minLength: 1, maxLength: quoteLength }),
  before: Type.String({ maxLength: quoteContextLength }),
  after: Type.String({ maxLength: quoteContextLength }),
})
export type NoteQuote = Static<typeof NoteQuote>

/** A moment of a film of the step, in whole seconds. */
const NoteMoment = object({ videoId: Id, second: Type.Integer({ minimum: 0, maximum: 86_400 }) })
export type NoteMoment = Static<typeof NoteMoment>

export const Note = object({
  id: Type.String(),
  authorId: Type.String(),
  itemId: Type.String(),
  /** Null: the step is gone. */
  sectionId: nullable(Type.String()),
  /** Of the step now, or as it was when it went. */
  stepTitle: Type.String(),
  /** Where the step stands on the page of its item. */
  anchor: nullable(Type.String()),
  content: Type.String(),
  html: Type.String(),
  quote: nullable(NoteQuote),
  moment: nullable(NoteMoment),
  isPublic: Type.Boolean(),
  createdTime: Type.String(),
  editedTime: nullable(Type.String()),
})
export type Note = Static<typeof Note>

const NoteList = object({
  noteMap: Type.Record(Type.String(), Note),
  /** In order. */
  results: Type.Array(Type.String()),
  /** The items that the viewer may see. */
  itemMap: Type.Record(Type.String(), ItemCard),
  /** Of one item: how many published notes of others each step has. */
  publicCounts: Type.Record(Type.String(), Count),
  ...pageAnswer,
})
export type NoteList = Static<typeof NoteList>

export const listNotes = endpoint('GET /api/learn/cn/note/list', {
  summary: "One's own notes, newest first; of another person those published about this item",
  access: 'learner',
  tokenScope: 'notes.read',
  query: object({
    itemId: Type.Optional(Id),
    /** Another person only with `itemId`. */
    userId: Type.Optional(Id),
    /** Words in the note, in what it is about, or in the title of the item. */
    k: Type.Optional(Type.String({ maxLength: 100 })),
    ...pageQuery,
    /** A lesson reads all notes on it at once. */
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: notesPerItem })),
  }),
  response: NoteList,
  errors: ['not_found'],
})

export const listPublicNotes = endpoint('GET /api/learn/cn/note/public', {
  summary: 'Notes of others that are published on a step, newest first',
  access: 'learner',
  query: object({
    sectionId: Id,
    /** The last note of the page before. */
    after: Type.Optional(Id),
  }),
  response: object({
    noteMap: Type.Record(Type.String(), Note),
    results: Type.Array(Type.String()),
    userMap: Type.Record(Type.String(), Speaker),
    /** Where the next page begins. */
    next: nullable(Type.String()),
  }),
  errors: ['not_found'],
})

const Kept = object({ note: Note })

export const writeNote = endpoint('POST /api/learn/cn/note', {
  summary: 'Write a note on a step, on its text or at a moment of its film; without words it is a highlight',
  access: 'learner',
  tokenScope: 'notes.write',
  body: object({
    itemId: Id,
    sectionId: Id,
    content: Content,
    quote: Type.Optional(NoteQuote),
    moment: Type.Optional(NoteMoment),
    isPublic: Type.Optional(Type.Boolean()),
    /** Names this note: sending it again writes no second one. */
    key: Type.Optional(Type.String({ minLength: 8, maxLength: 60 })),
  }),
  response: Kept,
  errors: ['not_found', 'purchase_required', 'premium_required', 'item_locked', 'muted', 'rate_limited'],
})

export const updateNote = endpoint('POST /api/learn/cn/note/update', {
  summary: "Change the words of one's own note, publish it or take it back",
  access: 'learner',
  tokenScope: 'notes.write',
  body: object({
    id: Id,
    content: Content,
    /** Left out: as it is. */
    isPublic: Type.Optional(Type.Boolean()),
  }),
  response: Kept,
  errors: ['not_found', 'purchase_required', 'premium_required', 'item_locked', 'muted', 'rate_limited'],
})

export const deleteNote = endpoint('POST /api/learn/cn/note/delete', {
  summary: "Delete one's own note. Deleting twice changes nothing",
  access: 'learner',
  tokenScope: 'notes.write',
  body: object({ id: Id }),
  response: object({ deleted: Type.Boolean() }),
})
