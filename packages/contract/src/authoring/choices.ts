import { type Static, Type } from 'typebox'
import { endpoint, object, oneOf } from '../endpoint.ts'

/** What an author chooses from by name and the form keeps by id. */
export const choiceKinds = ['tag', 'topic', 'industry', 'package'] as const
export type ChoiceKind = (typeof choiceKinds)[number]

export const Choice = object({ id: Type.String(), name: Type.String() })
export type Choice = Static<typeof Choice>

export const listChoices = endpoint('GET /api/learn/creator/choices/:kind', {
  summary: 'What an author may choose from, in the order in which it is suggested',
  access: 'author',
  params: object({ kind: oneOf(...choiceKinds) }),
  response: object({ choices: Type.Array(Choice) }),
})
