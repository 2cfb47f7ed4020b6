import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf, type ResponseOf } from '../endpoint.ts'
import { Id } from './forms.ts'

// Courses of other systems, taken in as drafts (docs/decisions/087-courses-of-other-systems.md).

export const courseFormats = ['cc', 'thin_cc', 'olx', 'mbz'] as const
export type CourseFormat = (typeof courseFormats)[number]

export const coursePartKinds = [
  'folder',
  'page',
  'assignment',
  'discussion',
  'link',
  'file',
  'video',
  'quiz',
  'bank',
  'question',
  'tool',
  'other',
] as const
export type CoursePartKind = (typeof coursePartKinds)[number]

/** Why the file as a whole is refused; nothing was written then. */
export const courseFaults = [
  'damaged',
  'encrypted',
  'unsafe_path',
  'link',
  'too_many_files',
  'too_large',
  'no_room',
  'too_long',
  'no_course',
  'scorm',
  'own_package',
  'broken_file',
  'nothing',
  'upload_gone',
  'not_yours',
] as const
export type CourseFault = (typeof courseFaults)[number]

/** What became of a part other than what it was, or why it was left out. */
export const courseNotes = [
  'folder_empty',
  'unlisted',
  'limit',
  'file_missing',
  'file_unreadable',
  'file_refused',
  'too_tangled',
  'script_dropped',
  'embed_as_link',
  'audio_as_file',
  'link_broken',
  'assignment_as_step',
  'discussion_as_step',
  'kind_unknown',
  'tool',
  'hidden',
  'quiz_empty',
  'bank_apart',
  'bank_draw',
] as const
export type CourseNote = (typeof courseNotes)[number]

const Note = object({ code: Type.String(), message: Type.String() })

export const CourseImportPart = object({
  /** Its place among the parts of the file, from 0. */
  place: Type.Integer(),
  kind: oneOf(...coursePartKinds),
  title: Type.String(),
  /** The folders around it, from the outside; empty at the top. */
  folders: Type.Array(Type.String()),
  outcome: oneOf('kept', 'changed', 'left_out'),
  notes: Type.Array(Note),
  /** What it became. */
  item: nullable(object({ id: Type.String(), type: oneOf('tutorial', 'quiz', 'course') })),
})
export type CourseImportPart = Static<typeof CourseImportPart>

export const CourseImport = object({
  id: Type.String(),
  fileName: Type.String(),
  /** `planned` is a look that wrote nothing. */
  state: oneOf('reading', 'planned', 'importing', 'done', 'refused'),
  campus: Type.Boolean(),
  problem: nullable(Note),
  format: nullable(oneOf(...courseFormats)),
  title: Type.String(),
  /** Media and items that are written, of all; both 0 until it is known. */
  progress: object({ done: Type.Integer(), total: Type.Integer() }),
  counts: object({ kept: Type.Integer(), changed: Type.Integer(), leftOut: Type.Integer() }),
  createdAt: Type.String(),
})
export type CourseImport = Static<typeof CourseImport>

const CourseImportReport = object({
  ...CourseImport.properties,
  /** What would be, or was, made or changed. */
  items: Type.Array(
    object({
      id: Type.String(),
      type: oneOf('tutorial', 'quiz', 'course'),
      title: Type.String(),
      outcome: oneOf('created', 'updated', 'unchanged', 'refused'),
    }),
  ),
  /** Questions that were kept as they are have no row of their own; `counts` has them. */
  parts: Type.Array(CourseImportPart),
})
export type CourseImportReport = Static<typeof CourseImportReport>

const params = object({ id: Id })

export const beginCourseImport = endpoint('POST /api/learn/creator/courseImport', {
  summary:
    'Reads an uploaded course of another system (Common Cartridge, Open edX, Moodle) and says what would become of it',
  access: 'author',
  body: object({
    /** A file of one's own in the media library. */
    attachmentId: Id,
    campus: Type.Optional(Type.Boolean()),
    organisationId: Type.Optional(Id),
  }),
  response: object({ id: Type.String() }),
  errors: ['not_found', 'forbidden'],
})

export const listCourseImports = endpoint('GET /api/learn/creator/courseImport/list', {
  summary: 'Courses of other systems that one has brought, the newest first',
  access: 'author',
  query: object({ campus: Type.Optional(Type.Boolean()) }),
  response: object({ results: Type.Array(CourseImport) }),
  errors: [],
})
export type CourseImportList = ResponseOf<typeof listCourseImports>

export const getCourseImport = endpoint('GET /api/learn/creator/courseImport/:id', {
  summary: 'What would become, or became, of each part of a course of another system',
  access: 'author',
  params,
  response: CourseImportReport,
  errors: ['not_found'],
})

export const startCourseImport = endpoint('POST /api/learn/creator/courseImport/:id/start', {
  summary: 'Makes drafts of a course that was read before; asked for again it changes nothing',
  access: 'author',
  params,
  response: object({}),
  errors: ['not_found', 'forbidden', 'conflict'],
})
