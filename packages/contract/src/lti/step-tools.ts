import { Type } from 'typebox'
import { endpoint, nullable, object, oneOf, type ResponseOf } from '../endpoint.ts'
import { NewToolLink, ToolChoice } from './tools.ts'

// Outside tools as steps of lessons. Its maker chooses among the tools of the item's organisation; who reads it opens them.

const Id = Type.String({ minLength: 1, maxLength: 100 })
const ItemParams = object({ id: Id })

/** What was chosen for an item, in all of its languages, and may be a step of it. */
const StepLink = object({
  id: Type.String(),
  title: Type.String(),
  tool: Type.String(),
  /** The organisation disconnected the tool. */
  isGone: Type.Boolean(),
})

export const listStepTools = endpoint('GET /api/campus/tutorial/:id/tool/list', {
  summary: 'What was chosen in outside tools for a lesson, newest first, and the tools there are, for who edits it',
  access: 'learner',
  params: ItemParams,
  response: object({
    links: Type.Array(StepLink),
    tools: Type.Array(ToolChoice),
  }),
  errors: ['not_found', 'forbidden'],
})

export const addStepTool = endpoint('POST /api/campus/tutorial/:id/tool', {
  summary: 'Take an outside tool as it opens by itself for a lesson, under a title',
  access: 'learner',
  params: ItemParams,
  body: NewToolLink,
  response: object({ id: Type.String() }),
  errors: ['not_found', 'forbidden', 'conflict'],
})

export const getStepTool = endpoint('GET /api/campus/tutorial/:id/tool/:stepId', {
  summary: 'The outside tool of a step, what it is told of whoever opens it, and what it said of the viewer',
  access: 'learner',
  params: object({ id: Id, stepId: Id }),
  response: object({
    /** `gone`: the organisation disconnected it, or it belongs to another lesson. */
    state: oneOf('open', 'gone'),
    title: Type.String(),
    tool: Type.String(),
    sendsName: Type.Boolean(),
    sendsMail: Type.Boolean(),
    /** The tool says when the step is done. */
    isMarked: Type.Boolean(),
    /** The viewer's own, of 100; null: none yet. */
    percent: nullable(Type.Integer()),
    isDone: Type.Boolean(),
    /** What the tool wrote with its marks. */
    comments: Type.Array(Type.String()),
  }),
  errors: ['not_found', 'premium_required', 'item_locked', 'purchase_required'],
})
export type StepTool = ResponseOf<typeof getStepTool>
