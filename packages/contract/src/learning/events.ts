import { Type } from 'typebox'
import { object } from '../endpoint.ts'
import { event } from '../event.ts'

/** A learner completed an item, for the first time or again. Written by the database beside the record's history. */
export const itemCompleted = event(
  'item_completed',
  'account/:userId',
  object({ userId: Type.String(), itemId: Type.String() }),
)
