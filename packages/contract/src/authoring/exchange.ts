import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf, wholeFrom } from '../endpoint.ts'
import { askKinds } from '../quiz/kinds/question-kind.ts'
import { SavedDraft } from './drafts.ts'
import { exchangeLimits, questionSources } from './exchange-formats.ts'
import { Id } from './forms.ts'

// Questions from other places into a quiz, and out of it.

/** A file of questions as the browser read it. */
const QuestionFile = object({
  name: Type.String({ minLength: 1, maxLength: 300 }),
  /** The bytes in base64: a text file may be in any encoding. */
  data: Type.String({ maxLength: Math.ceil((exchangeLimits.fileBytes * 4) / 3) + 4 }),
})

/** Something a person should know of a row, in the language of the visitor. */
const RowNote = object({ code: Type.String(), message: Type.String() })

/** One question of the file: it can be taken over, or it says why not. */
export const QuestionRow = object({
  /** Its place in the file, from 0: what `import` is told. */
  index: Type.Integer(),
  /** Line of the file, or of the file inside a package, from 1; null for formats without lines. */
  line: nullable(Type.Integer()),
  /** Which file of a package. */
  file: Type.String(),
  /** The beginning of what is asked, as plain text. */
  excerpt: Type.String(),
  /** Sanitized, without the pictures: they are stored when the question is taken over. */
  question: nullable(
    object({
      body: Type.String(),
      options: Type.Array(
        object({
          body: Type.String(),
          correct: Type.Boolean(),
          feedback: Type.String(),
          match: Type.Optional(Type.String()),
        }),
      ),
      /** Omitted: a choice. */
      kind: Type.Optional(oneOf(...askKinds)),
      /** What is accepted where it is typed. */
      right: Type.Optional(Type.Array(Type.String())),
      shuffleOptions: Type.Boolean(),
      feedback: object({ correct: Type.String(), wrong: Type.String() }),
    }),
  ),
  /** Why it cannot be taken over; empty when it can. */
  problems: Type.Array(RowNote),
  /** What is lost or read in another way. */
  notes: Type.Array(RowNote),
})
export type QuestionRow = Static<typeof QuestionRow>

export const QuestionPreview = object({
  format: nullable(oneOf(...questionSources)),
  /** Why the file as a whole cannot be read; there are no rows then. */
  problem: nullable(RowNote),
  rows: Type.Array(QuestionRow),
})
export type QuestionPreview = Static<typeof QuestionPreview>

const params = object({ id: Id })
const bodyLimit = Math.ceil((exchangeLimits.fileBytes * 4) / 3) + 100_000

export const previewQuestions = endpoint('POST /api/learn/creator/quiz/:id/exchange/preview', {
  summary:
    'Reads a file of questions (GIFT, Moodle XML, QTI, CSV, JSON) and says what would become of each; writes nothing',
  access: 'author',
  params,
  body: object({ file: QuestionFile }),
  response: QuestionPreview,
  errors: ['not_found', 'forbidden', 'too_large'],
  bodyLimit,
})

export const importQuestions = endpoint('POST /api/learn/creator/quiz/:id/exchange/import', {
  summary: 'Adds the chosen questions of a file to the draft, all or none, as one revision',
  access: 'author',
  params,
  body: object({
    file: QuestionFile,
    /** Indexes of the rows to take over. */
    rows: Type.Array(Type.Integer({ minimum: 0, maximum: 100_000 }), {
      minItems: 1,
      maxItems: exchangeLimits.questions,
    }),
    /** Put in the place of the questions that are there, instead of after them. */
    replace: Type.Optional(Type.Boolean()),
    /** The version of the part `questions` that the author sees. */
    baseVersion: wholeFrom(0),
  }),
  response: object({ draft: SavedDraft, added: Type.Integer(), picturesStored: Type.Integer() }),
  errors: ['not_found', 'forbidden', 'draft_conflict', 'too_large'],
  bodyLimit,
})

/** What an import of a package did, or would do. */
export const PackageReport = object({
  /** True when nothing was written. */
  dryRun: Type.Boolean(),
  /** Why the package as a whole is refused; nothing was written then. */
  problem: nullable(RowNote),
  items: Type.Array(
    object({
      id: Type.String(),
      type: Type.String(),
      title: Type.String(),
      language: Type.String(),
      outcome: oneOf('created', 'updated', 'unchanged', 'refused'),
      notes: Type.Array(RowNote),
    }),
  ),
  mediaStored: Type.Integer(),
  mediaKnown: Type.Integer(),
})
export type PackageReport = Static<typeof PackageReport>

export const importPackage = endpoint('POST /api/learn/creator/package/import', {
  summary: 'Takes in a package of content that was uploaded before, all of it or nothing; or says what would happen',
  access: 'author',
  body: object({
    /** A file of one's own in the media library. */
    attachmentId: Id,
    dryRun: Type.Optional(Type.Boolean()),
    /** Publishes what is complete; the rest stays a draft. */
    publish: Type.Optional(Type.Boolean()),
    /** What is new here belongs to an organisation: the one that is named, or the one that the author joined first. */
    campus: Type.Optional(Type.Boolean()),
    organisationId: Type.Optional(Id),
    /** Takes it in under ids of its own, apart from what is here already. */
    copies: Type.Optional(Type.Boolean()),
  }),
  response: PackageReport,
  errors: ['not_found'],
})

const NamedItem = object({ id: Type.String(), type: Type.String(), title: Type.String() })

export const PackagePreview = object({
  /** How many items are in it. */
  items: Type.Integer(),
  /** In it as learners see them, without later changes. */
  unpublishedChanges: Type.Array(NamedItem),
  /** Contents that stay behind. A title is empty where nobody knows it any more. */
  leftOut: Type.Array(object({ ...NamedItem.properties, reason: oneOf('not_yours', 'not_editable', 'gone') })),
})
export type PackagePreview = Static<typeof PackagePreview>

export const previewPackage = endpoint('GET /api/learn/creator/package/:id/preview', {
  summary: 'Says before a package is written what is not in it, and why',
  access: 'author',
  params: object({ id: Id }),
  query: object({ translations: Type.Optional(Type.Boolean()) }),
  response: PackagePreview,
  errors: ['not_found', 'forbidden', 'too_large'],
})
