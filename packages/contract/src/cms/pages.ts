import { type Static, Type } from 'typebox'
import {
  AgainstQuery,
  Author,
  changeFields,
  Origin,
  Planned,
  Revision,
  Revisions,
  RevisionsQuery,
  Schedule,
  ScheduleWish,
} from '../documents.ts'
import { endpoint, nullable, object, oneOf, wholeFrom } from '../endpoint.ts'
import { locales } from '../locales.ts'
import { pageAnswer, pageQuery } from '../page-query.ts'
import { namespaces, type PageContent } from './blocks.ts'
import { errorKinds, type PageFault, warningKinds } from './faults.ts'
import type { CmsContent } from './wire.ts'

// The builder's calls. A page is one slug in one namespace; each of its languages is drafted, scheduled and published
// by itself. Saving keeps any content; publishing wants a page without errors.

const Id = Type.String({ minLength: 1, maxLength: 40 })
const Locale = oneOf(...locales)
const Namespace = oneOf(...namespaces)
const Slug = Type.String({ pattern: '^[\\w-]{1,80}$' })
const Name = Type.String({ minLength: 1, maxLength: 135, pattern: '\\S' })
/** Written by `readPage`, never trusted: its shape is checked by reading it. */
const Content = Type.Unsafe<PageContent>(Type.Unknown())

const Fault = Type.Unsafe<PageFault>(
  object({
    kind: oneOf(...errorKinds, ...warningKinds),
    blockId: Type.String(),
    field: Type.String(),
    value: Type.String(),
  }),
)

/** How far a page is in one language. */
export const PageLocale = object({
  locale: Locale,
  version: Type.Integer(),
  /** What visitors see; null when they see nothing of this language. */
  publishedVersion: nullable(Type.Integer()),
  savedAt: Type.String(),
  savedBy: nullable(Author),
  schedule: Type.Array(Schedule),
})
export type PageLocale = Static<typeof PageLocale>

export const PageRow = object({
  id: Type.String(),
  namespace: Namespace,
  slug: Type.String(),
  name: Type.String(),
  /** The site itself asks for it: it is not renamed and not removed. */
  isOwn: Type.Boolean(),
  locales: Type.Array(PageLocale),
})
export type PageRow = Static<typeof PageRow>

export const PageDraft = object({
  page: PageRow,
  locale: Locale,
  version: Type.Integer(),
  publishedVersion: nullable(Type.Integer()),
  savedAt: Type.String(),
  savedBy: nullable(Author),
  content: Content,
  faults: Type.Array(Fault),
})
export type PageDraft = Static<typeof PageDraft>

const OfPage = object({ id: Id })
const OfLocale = object({ id: Id, locale: Locale })
const base = '/api/learn/creator/page'

export const listPages = endpoint(`GET ${base}/list`, {
  summary: 'Pages that editors made, last changed first',
  access: 'adminOrEditor',
  query: object({
    q: Type.Optional(Type.String({ maxLength: 200 })),
    namespace: Type.Optional(Namespace),
    /** `deleted`: those that can still be brought back. */
    status: Type.Optional(oneOf('draft', 'published', 'deleted')),
    ...pageQuery,
  }),
  response: object({
    results: Type.Array(PageRow),
    ...pageAnswer,
  }),
})

export const createPage = endpoint(`POST ${base}`, {
  summary: 'Begins a page in one language',
  access: 'adminOrEditor',
  body: object({ namespace: Namespace, slug: Slug, name: Name, locale: Locale }),
  response: object({ id: Type.String() }),
  errors: ['page_slug_taken', 'forbidden'],
})

export const renamePage = endpoint(`POST ${base}/:id/rename`, {
  summary: 'Another name or another address for a page in all its languages',
  access: 'adminOrEditor',
  params: OfPage,
  body: object({
    name: Name,
    slug: Slug,
    /** As the form began; refused where something else stands by now. Omitted: not compared. */
    before: Type.Optional(object({ name: Type.String(), slug: Type.String() })),
  }),
  response: object({ page: PageRow }),
  errors: ['not_found', 'forbidden', 'page_slug_taken', 'bad_request'],
})

export const deletePage = endpoint(`POST ${base}/:id/delete`, {
  summary: 'Takes a page away in all its languages; for 30 days it can be brought back',
  access: 'adminOrEditor',
  params: OfPage,
  response: object({ deleted: Type.Boolean() }),
  errors: ['not_found', 'forbidden'],
})

export const undeletePage = endpoint(`POST ${base}/:id/undelete`, {
  summary: 'Brings a page back, unpublished',
  access: 'adminOrEditor',
  params: OfPage,
  response: object({ page: PageRow }),
  errors: ['not_found', 'forbidden', 'page_slug_taken'],
})

export const getPageDraft = endpoint(`GET ${base}/:id/:locale`, {
  summary: 'The draft of a page in one language',
  access: 'adminOrEditor',
  params: OfLocale,
  response: PageDraft,
  errors: ['not_found', 'forbidden'],
})

export const startPageLocale = endpoint(`POST ${base}/:id/:locale/start`, {
  summary: 'Begins a language of a page, with the blocks of another one or with none',
  access: 'adminOrEditor',
  params: OfLocale,
  body: object({ from: Type.Optional(Locale) }),
  response: PageDraft,
  errors: ['not_found', 'forbidden'],
})

export const savePageDraft = endpoint(`POST ${base}/:id/:locale/save`, {
  summary: 'Keeps a draft as it stands, finished or not; 409 when somebody else saved meanwhile',
  access: 'adminOrEditor',
  params: OfLocale,
  body: object({
    baseVersion: wholeFrom(0),
    content: Content,
    kind: oneOf('autosave', 'save'),
    origin: Origin,
  }),
  response: object({
    version: Type.Integer(),
    savedAt: Type.String(),
    savedBy: nullable(Author),
    faults: Type.Array(Fault),
  }),
  errors: ['not_found', 'forbidden', 'draft_conflict', 'too_large'],
  bodyLimit: 8_000_000,
})

export const preparePage = endpoint(`POST ${base}/prepare`, {
  summary: 'A draft as it would be published, for the preview beside the builder. Keeps nothing',
  access: 'adminOrEditor',
  body: object({ locale: Locale, content: Content }),
  response: object({ content: Type.Unsafe<CmsContent>(Type.Unknown()), faults: Type.Array(Fault) }),
  errors: ['too_large'],
  bodyLimit: 8_000_000,
})

export const checkPage = endpoint(`GET ${base}/:id/:locale/check`, {
  summary:
    'Everything that is wrong with the draft: empty fields, contrast, missing descriptions of pictures, dead links',
  access: 'adminOrEditor',
  params: OfLocale,
  response: object({ faults: Type.Array(Fault) }),
  errors: ['not_found', 'forbidden'],
})

export const publishPage = endpoint(`POST ${base}/:id/:locale/publish`, {
  summary: 'Makes a revision what visitors see',
  access: 'adminOrEditor',
  params: OfLocale,
  body: object({ version: wholeFrom(1) }),
  response: PageDraft,
  errors: ['not_found', 'forbidden', 'page_has_errors', 'draft_conflict'],
})

export const unpublishPage = endpoint(`POST ${base}/:id/:locale/unpublish`, {
  summary: 'Takes this language from visitors; the draft stays',
  access: 'adminOrEditor',
  params: OfLocale,
  response: PageDraft,
  errors: ['not_found', 'forbidden'],
})

export const schedulePage = endpoint(`POST ${base}/:id/:locale/schedule`, {
  summary: 'Publishes a revision, or takes the page back, when a time has come',
  access: 'adminOrEditor',
  params: OfLocale,
  body: ScheduleWish,
  response: Planned,
  errors: ['not_found', 'forbidden', 'page_has_errors'],
})

export const cancelPageSchedule = endpoint(`POST ${base}/:id/:locale/schedule/cancel`, {
  summary: 'Forgets something that was to happen to a page',
  access: 'adminOrEditor',
  params: OfLocale,
  body: object({ scheduleId: Id }),
  response: Planned,
  errors: ['not_found', 'forbidden'],
})

/** One readable difference between two revisions. */
export const PageChange = object({
  blockId: Type.String(),
  /** The kind of the block; empty for the page itself. */
  blockKind: Type.String(),
  /** Path of the field; empty for the block as a whole. */
  field: Type.String(),
  ...changeFields,
})
export type PageChange = Static<typeof PageChange>

export const listPageRevisions = endpoint(`GET ${base}/:id/:locale/revisions`, {
  summary: 'Who saved what when, newest first',
  access: 'adminOrEditor',
  params: OfLocale,
  query: RevisionsQuery,
  response: Revisions,
  errors: ['not_found', 'forbidden'],
})

export const getPageRevision = endpoint(`GET ${base}/:id/:locale/revisions/:version`, {
  summary: 'One revision and what it changed against another, by default the one before',
  access: 'adminOrEditor',
  params: object({ id: Id, locale: Locale, version: wholeFrom(1) }),
  query: AgainstQuery,
  response: object({ revision: Revision, content: Content, changes: Type.Array(PageChange) }),
  errors: ['not_found', 'forbidden'],
})

export const restorePageRevision = endpoint(`POST ${base}/:id/:locale/restore`, {
  summary: 'Makes an old revision the newest draft again; visitors see it when it is published',
  access: 'adminOrEditor',
  params: OfLocale,
  body: object({ version: wholeFrom(1) }),
  response: PageDraft,
  errors: ['not_found', 'forbidden'],
})

export const linkToPreview = endpoint(`POST ${base}/:id/:locale/preview-link`, {
  summary: 'A link under which anybody reads the draft as it stands, for some hours',
  access: 'adminOrEditor',
  params: OfLocale,
  body: object({ hours: Type.Integer({ minimum: 1, maximum: 720 }) }),
  response: object({ url: Type.String(), expiresAt: Type.String() }),
  errors: ['not_found', 'forbidden'],
})

export const revokePreviewLinks = endpoint(`POST ${base}/:id/:locale/preview-link/revoke`, {
  summary: 'Ends every preview link of this language of the page',
  access: 'adminOrEditor',
  params: OfLocale,
  response: object({ revoked: Type.Integer() }),
  errors: ['not_found', 'forbidden'],
})

/** `operation-name: CmsContent` comes with it. The answer is GraphQL's `{ data, errors }`. */
export const askGraphql = endpoint('POST /api/as/graphql', {
  summary: 'GraphQL: content of pages',
  access: 'public',
  changesState: false,
  body: object({
    query: Type.String({ maxLength: 20_000 }),
    variables: Type.Optional(
      object({
        slug: Type.String(),
        locale: Type.String(),
        namespace: Type.Optional(nullable(Type.String())),
        preview: Type.Optional(nullable(Type.Boolean())),
      }),
    ),
    operationName: Type.Optional(Type.String()),
  }),
  response: object({
    data: nullable(object({ CmsContent: Type.Unsafe<CmsContent | null>(Type.Unknown()) })),
    errors: Type.Optional(
      Type.Array(
        object({ message: Type.String(), extensions: Type.Optional(object({ code: Type.Optional(Type.String()) })) }),
      ),
    ),
  }),
})
