import { type Static, Type } from 'typebox'
import { ItemTypeSchema } from '../catalog/items.ts'
import { endpoint, nullable, object, oneOf, wholeFrom } from '../endpoint.ts'

const Id = Type.String({ minLength: 1, maxLength: 100 })
/** Made by the editor, unique within the path: what is kept of learners refers to it. */
const PartId = Type.String({ pattern: '^[a-z0-9]{1,32}$' })

const BranchForm = object({
  id: PartId,
  title: Type.String({ minLength: 1, maxLength: 100 }),
  items: Type.Array(Id, { maxItems: 60 }),
  /** A quiz by which one may show that one knows this already. */
  test: nullable(
    object({
      quizId: Id,
      passPercent: Type.Integer({ minimum: 1, maximum: 100 }),
      retryDays: Type.Integer({ minimum: 0, maximum: 365 }),
    }),
  ),
})
export type BranchForm = Static<typeof BranchForm>

const StageForm = object({
  id: PartId,
  rule: oneOf('all', 'one'),
  after: Type.Array(PartId, { maxItems: 20 }),
  branches: Type.Array(BranchForm, { minItems: 1, maxItems: 6 }),
})
export type StageForm = Static<typeof StageForm>

export const StageForms = Type.Array(StageForm, { maxItems: 20 })

const PathForm = object({
  slug: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 80 }),
  title: Type.String({ minLength: 1, maxLength: 120 }),
  description: Type.String({ maxLength: 1000 }),
  language: Type.String({ minLength: 2, maxLength: 10 }),
  givesCertificate: Type.Boolean(),
  published: Type.Boolean(),
  stages: StageForms,
})
export type PathForm = Static<typeof PathForm>

const NamedItem = object({ id: Type.String(), type: ItemTypeSchema, title: Type.String(), language: Type.String() })
export type NamedItem = Static<typeof NamedItem>

const EditedPath = object({
  id: Type.String(),
  version: Type.Integer(),
  organisationId: nullable(Type.String()),
  form: PathForm,
  /** Items and quizzes of the form, by id; what is no longer to be seen is missing. */
  items: Type.Record(Type.String(), NamedItem),
  /** How many learners on the path have begun an item of it, by id; without those that nobody has. */
  begun: Type.Record(Type.String(), Type.Integer()),
})
export type EditedPath = Static<typeof EditedPath>

const Place = object({ id: nullable(Type.String()), name: nullable(Type.String()) })

export const listEditedPaths = endpoint('GET /api/learn/cn/path/edited', {
  summary: 'Learning paths that the viewer looks after, and for whom they may make one',
  access: 'learner',
  response: object({
    results: Type.Array(
      object({
        id: Type.String(),
        slug: Type.String(),
        title: Type.String(),
        language: Type.String(),
        published: Type.Boolean(),
        organisationName: nullable(Type.String()),
        learners: Type.Integer(),
        completed: Type.Integer(),
      }),
    ),
    /** The site (null) and organisations for which the viewer may make a path. */
    places: Type.Array(Place),
  }),
})

export const getEditedPath = endpoint('GET /api/learn/cn/path/edited/:id', {
  summary: 'A learning path as its editor wants it',
  access: 'learner',
  params: object({ id: Id }),
  response: EditedPath,
  errors: ['not_found'],
})

export const findPathItems = endpoint('GET /api/learn/cn/path/items', {
  summary: 'Items that a path of the site or of an organisation can lead through, by words of their title',
  access: 'learner',
  query: object({
    q: Type.Optional(Type.String({ maxLength: 200 })),
    organisationId: Type.Optional(Id),
    quizzes: Type.Optional(Type.Boolean()),
  }),
  response: object({ results: Type.Array(NamedItem) }),
})

export const savePath = endpoint('POST /api/learn/cn/path', {
  summary: 'Make a learning path, or give one another content',
  access: 'learner',
  body: object({
    /** Null: a new one. */
    id: nullable(Id),
    /** The one that was read; of a new path 0. */
    version: wholeFrom(0),
    organisationId: nullable(Id),
    form: PathForm,
  }),
  response: object({ id: Type.String(), version: Type.Integer() }),
  errors: ['not_found', 'forbidden', 'bad_request', 'conflict', 'prerequisite_cycle'],
})
