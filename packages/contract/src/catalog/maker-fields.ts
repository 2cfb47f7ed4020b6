import { type Static, Type } from 'typebox'
import { nullable, object } from '../endpoint.ts'
import { RichText } from '../media/rich-document.ts'
import { Material } from './items.ts'

// What a tutorial has besides what its readers are told, for its makers.

const Ids = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 200 })

export const SolutionPlan = object({
  requiredComplete: Type.Boolean(),
  body: RichText,
  materials: Type.Array(Material, { maxItems: 100 }),
})
export type SolutionPlan = Static<typeof SolutionPlan>

export const Asset = object({
  packageIds: Ids,
  uploads: Type.Array(
    object({
      attachmentId: Type.String({ minLength: 1, maxLength: 100 }),
      name: Type.String({ maxLength: 300 }),
      downloadVersion: Type.String({ maxLength: 40 }),
    }),
    { maxItems: 50 },
  ),
})
export const Group = object({ groupId: Type.String({ maxLength: 100 }), url: Type.String({ maxLength: 2000 }) })
export const PaymentItem = object({ slug: Type.String({ maxLength: 200 }), itemId: Type.String({ maxLength: 100 }) })

export const makerFields = {
  isVideo: Type.Boolean(),
  deletedTime: nullable(Type.String()),
  /** In fen. */
  price: nullable(Type.Integer()),
  ownerUserId: Type.String(),
  isExercise: Type.Boolean(),
  overviewVideoTitle: Type.String(),
  /** What it was translated from, and the revision of it that learners see now. */
  source: nullable(object({ itemId: Type.String(), latestRevision: Type.Integer() })),
  solutionPlan: nullable(SolutionPlan),
  /** The names of the seven kinds of tip. */
  tipMap: Type.Record(Type.String(), Type.String()),
  skillMap: Type.Record(Type.String(), object({ id: Type.String(), name: Type.String() })),
  asset: nullable(Asset),
  group: nullable(Group),
  offline: Type.Boolean(),
  paymentItem: nullable(PaymentItem),
}
