import { type Static, Type } from 'typebox'
import { nullable, object, oneOf } from '../endpoint.ts'

/** A fapiao. `reversed`: taken back because of a refund; a new one for the rest follows it. */
export const Receipt = object({
  id: Type.String(),
  orderId: Type.String(),
  kind: oneOf('personal', 'company'),
  title: Type.String(),
  taxNumber: nullable(Type.String()),
  email: Type.String(),
  amount: Type.Integer(),
  state: oneOf('requested', 'issued', 'reversed'),
  /** Number given by the tax office; null until it is issued. */
  number: nullable(Type.String()),
  reversedBy: nullable(Type.String()),
  createdTime: Type.String(),
  issuedTime: nullable(Type.String()),
  /** The PDF; null until it is issued. */
  url: nullable(Type.String()),
})
export type Receipt = Static<typeof Receipt>
