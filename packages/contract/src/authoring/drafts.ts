import { type Static, Type } from 'typebox'
import { AgainstQuery, Author, changeFields, Origin, Revision, Revisions, RevisionsQuery } from '../documents.ts'
import { endpoint, nullable, object, oneOf, type ResponseOf, wholeFrom } from '../endpoint.ts'
import { pageAnswer, pageQuery } from '../page-query.ts'
import { contentLanguages } from '../roles.ts'
import {
  type AnyForms,
  asKept,
  draftParts,
  editedTypes,
  Id,
  LearnOptionType,
  LiveSessionForms,
  OutlineForms,
  QuizForms,
  TutorialForms,
} from './forms.ts'

// The draft behind the editors. Published text changes by publishing alone; everything before is kept here, every save
// as a revision.

const KeptForms = asKept<AnyForms>()

export const Draft = object({
  id: Type.String(),
  type: oneOf(...editedTypes),
  slug: Type.String(),
  learnOptionType: LearnOptionType,
  /** The owning organisation; null: the site. */
  organisationId: nullable(Type.String()),
  published: Type.Boolean(),
  /** Counts every save of any part. */
  version: Type.Integer(),
  /** The version in which each part was last changed: what a save of that part is based on. */
  partVersions: Type.Record(Type.String(), Type.Integer()),
  /** The version that learners see, null before the first publication. */
  publishedVersion: nullable(Type.Integer()),
  savedAt: Type.String(),
  savedBy: nullable(Author),
  /** What it was translated from, and how far that has moved on. */
  source: nullable(
    object({
      itemId: Type.String(),
      title: Type.String(),
      language: Type.String(),
      revision: Type.Integer(),
      latestRevision: Type.Integer(),
      /** False once it was taken back. */
      published: Type.Boolean(),
      /** Where who asks may read it: its editor, else its page; null: nowhere. */
      path: nullable(Type.String()),
    }),
  ),
  forms: KeptForms,
})
export type Draft = Static<typeof Draft>

/** An item as lists of editors name it. */
export const NamedItem = object({
  id: Type.String(),
  type: Type.String(),
  title: Type.String(),
  slug: Type.String(),
  language: Type.String(),
  published: Type.Boolean(),
  thumbnailUrl: nullable(Type.String()),
})
export type NamedItem = Static<typeof NamedItem>

/** Names of what the forms refer to by id, so that an editor can show them. */
export const DraftReferences = object({
  items: Type.Record(Type.String(), NamedItem),
  users: Type.Record(Type.String(), Author),
  tags: Type.Record(Type.String(), object({ id: Type.String(), type: Type.String(), name: Type.String() })),
  packages: Type.Record(Type.String(), object({ id: Type.String(), name: Type.String() })),
  images: Type.Record(
    Type.String(),
    object({ id: Type.String(), url: Type.String(), width: Type.Integer(), height: Type.Integer() }),
  ),
  videos: Type.Record(
    Type.String(),
    object({ id: Type.String(), title: Type.String(), posterUrl: nullable(Type.String()) }),
  ),
  attachments: Type.Record(Type.String(), object({ id: Type.String(), name: Type.String(), byteSize: Type.Integer() })),
})
export type DraftReferences = Static<typeof DraftReferences>

const DraftParams = object({ id: Id })

export const getDraft = endpoint('GET /api/learn/creator/draft/:id', {
  summary: 'The draft of an item as its editor shows it',
  access: 'author',
  params: DraftParams,
  response: object({
    draft: Draft,
    references: DraftReferences,
    /** Everything an author may choose from. */
    versions: Type.Array(object({ id: Type.String(), disabled: Type.Boolean() })),
  }),
  errors: ['not_found', 'forbidden'],
})

/** Initial forms of a new draft. The draft has no row before its first save. */
export const getNewDraft = endpoint('GET /api/learn/creator/draft/new/:type', {
  summary: 'The empty forms of a type',
  access: 'author',
  params: object({ type: oneOf(...editedTypes) }),
  query: object({
    campus: Type.Optional(Type.Boolean()),
    /** That of the author's pages; without it, that of the type. */
    language: Type.Optional(oneOf(...contentLanguages)),
  }),
  response: object({
    forms: KeptForms,
    references: DraftReferences,
    versions: Type.Array(object({ id: Type.String(), disabled: Type.Boolean() })),
  }),
})

export const beginDraft = endpoint('POST /api/learn/creator/draft/new/:type', {
  summary: 'A new draft with its forms as they stand, finished or not; the same origin begins no second one',
  access: 'author',
  params: object({ type: oneOf(...editedTypes) }),
  body: object({
    campus: Type.Optional(Type.Boolean()),
    /** Campus only: the owning organisation, for authors of several. Default: the one joined first. */
    organisationId: Type.Optional(Id),
    /** The forms of the type. */
    forms: Type.Unknown(),
    origin: Type.String({ minLength: 1, maxLength: 64 }),
  }),
  response: object({ draft: Draft }),
  errors: ['forbidden', 'not_found'],
  bodyLimit: 8_000_000,
})

/** What every save answers of the draft. */
export const SavedDraft = object({
  id: Type.String(),
  /** It follows the title until the first publication. */
  slug: Type.String(),
  version: Type.Integer(),
  partVersions: Type.Record(Type.String(), Type.Integer()),
  savedAt: Type.String(),
  savedBy: nullable(Author),
})
export type SavedDraft = Static<typeof SavedDraft>

/** The version of the part that an edit is based on. Omitted: no conflict check. */
export const BaseVersion = Type.Optional(wholeFrom(0))

export const autosaveDraft = endpoint('POST /api/learn/creator/draft/:id/autosave', {
  summary: 'Keeps a part of a draft as it stands, finished or not; 409 when somebody else changed the same part since',
  access: 'author',
  params: DraftParams,
  body: object({
    part: oneOf(...draftParts),
    /** The part version that the text is based on. */
    baseVersion: wholeFrom(0),
    /** The form of that part of the draft's type. */
    data: Type.Unknown(),
    origin: Origin,
  }),
  response: SavedDraft,
  errors: ['not_found', 'forbidden', 'draft_conflict'],
  bodyLimit: 8_000_000,
})

/** One readable difference: what, before and after, in plain text. */
export const Change = object({
  /** Path of the field, as in `steps.sections.se_1.title`. */
  field: Type.String(),
  /** What a person would call it: the title of the step, the number of the question. */
  name: Type.String(),
  ...changeFields,
})
export type Change = Static<typeof Change>

export const listRevisions = endpoint('GET /api/learn/creator/draft/:id/revisions', {
  summary: 'Who saved what when, newest first',
  access: 'author',
  params: DraftParams,
  query: RevisionsQuery,
  response: Revisions,
  errors: ['not_found', 'forbidden'],
})

export const getRevision = endpoint('GET /api/learn/creator/draft/:id/revisions/:version', {
  summary: 'One revision and what it changed against another, by default the one before',
  access: 'author',
  params: object({ id: Id, version: wholeFrom(0) }),
  query: AgainstQuery,
  response: object({
    revision: Revision,
    forms: KeptForms,
    changes: Type.Array(Change),
    /** Of both revisions. */
    references: DraftReferences,
  }),
  errors: ['not_found', 'forbidden'],
})

export const restoreRevision = endpoint('POST /api/learn/creator/draft/:id/restore', {
  summary: 'Makes an old revision the newest again; nothing is lost, it is one more revision',
  access: 'author',
  params: DraftParams,
  body: object({ version: wholeFrom(0) }),
  response: object({ draft: Draft }),
  errors: ['not_found', 'forbidden'],
})

export const copyDraft = endpoint('POST /api/learn/creator/draft/:id/copy', {
  summary: "A new draft with the given forms, or those of this draft: one's own text beside somebody else's",
  access: 'author',
  params: DraftParams,
  body: object({ forms: Type.Optional(Type.Union([TutorialForms, QuizForms, OutlineForms, LiveSessionForms])) }),
  response: object({ id: Type.String(), type: oneOf(...editedTypes) }),
  errors: ['not_found', 'forbidden'],
  bodyLimit: 8_000_000,
})

export const translateDraft = endpoint('POST /api/learn/creator/draft/:id/translate', {
  summary: 'A linked draft in another language, begun with the published text of this one',
  access: 'author',
  params: DraftParams,
  /** A content language. */
  body: object({ language: Type.String({ minLength: 2, maxLength: 8 }) }),
  response: object({ id: Type.String(), type: oneOf(...editedTypes) }),
  errors: ['not_found', 'forbidden', 'translation_exists'],
})

export const sourceChanges = endpoint('GET /api/learn/creator/draft/:id/source-changes', {
  summary: 'What has changed in the original since the revision this translation was made from',
  access: 'author',
  params: DraftParams,
  response: object({
    revision: Type.Integer(),
    latestRevision: Type.Integer(),
    changes: Type.Array(Change),
    /** Of both revisions of the original. */
    references: DraftReferences,
  }),
  errors: ['not_found', 'forbidden'],
})

export const draftOriginal = endpoint('GET /api/learn/creator/draft/:id/original', {
  summary: 'What learners see of the original of a translation, to be read while translating',
  access: 'author',
  params: DraftParams,
  response: object({
    revision: Type.Integer(),
    forms: KeptForms,
    /** The step, chapter, question or option of the original by the id of its translation. */
    ids: Type.Record(Type.String(), Type.String()),
  }),
  errors: ['not_found', 'forbidden'],
})
export type DraftOriginal = ResponseOf<typeof draftOriginal>

export const deleteDraft = endpoint('POST /api/learn/creator/draft/:id/delete', {
  summary: 'Takes a draft away that was never published; what was published is taken back instead and stays a draft',
  access: 'author',
  params: DraftParams,
  response: object({ deleted: Type.Boolean() }),
  errors: ['not_found', 'forbidden'],
})

/** Something that learners come to an item by. Titles that the author may not know are only counted. */
export const draftUses = endpoint('GET /api/learn/creator/draft/:id/uses', {
  summary: 'Where an item is used: what contains it, what asks for it first, where it comes first in a list',
  access: 'author',
  params: DraftParams,
  response: object({
    items: Type.Array(object({ ...NamedItem.properties, how: oneOf('contains', 'requires') })),
    /** How many more there are, of others and not public. */
    hidden: Type.Integer(),
    featured: Type.Boolean(),
  }),
  errors: ['not_found', 'forbidden'],
})
export type DraftUses = ResponseOf<typeof draftUses>

/** A row of the dashboard. */
export const DraftRow = object({
  id: Type.String(),
  type: oneOf(...editedTypes),
  slug: Type.String(),
  title: Type.String(),
  language: Type.String(),
  thumbnailUrl: nullable(Type.String()),
  published: Type.Boolean(),
  hidden: Type.Boolean(),
  /** The draft has been changed after what learners see. */
  unpublishedChanges: Type.Boolean(),
  /** Whom it is for where it is an organisation's, with the name of its organisation or class; null: the site's own. */
  audience: nullable(object({ audience: oneOf('members', 'class', 'everybody'), name: Type.String() })),
  /** What happens to it by itself next, or could not be done. */
  planned: nullable(object({ action: oneOf('publish', 'unpublish'), at: Type.String(), failed: Type.Boolean() })),
  savedAt: Type.String(),
  savedBy: nullable(Author),
  ownerId: Type.String(),
  owner: nullable(Author),
  recordCount: Type.Integer(),
  averageRating: Type.Number(),
  ratingCount: Type.Integer(),
})
export type DraftRow = Static<typeof DraftRow>

const ListQuery = object({
  q: Type.Optional(Type.String({ maxLength: 200 })),
  status: Type.Optional(oneOf('draft', 'published')),
  language: Type.Optional(Type.String({ maxLength: 8 })),
  /** An owner other than oneself: for admins and editors, who otherwise get everybody's. */
  owner: Type.Optional(Id),
  ob: Type.Optional(oneOf('recency', 'titleasc', 'titledes')),
  ...pageQuery,
})

const listAnswer = object({
  results: Type.Array(DraftRow),
  ...pageAnswer,
})

export const listDrafts = endpoint('GET /api/learn/creator/:type/list', {
  summary: 'What the creator may edit of one type',
  access: 'creator',
  params: object({ type: oneOf(...editedTypes) }),
  query: ListQuery,
  response: listAnswer,
})

export const listCampusDrafts = endpoint('GET /api/campus/creator/:type/list', {
  summary: 'What the campus creator may edit of one type',
  access: 'campusCreator',
  params: object({ type: oneOf(...editedTypes) }),
  query: ListQuery,
  response: listAnswer,
})
