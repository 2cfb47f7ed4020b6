import { type Static, Type } from 'typebox'
import { endpoint, nullable, object } from '../endpoint.ts'
import { LtiRefusal } from './refusals.ts'

// Outside tools that an organisation opens from here by LTI 1.3: this site is the platform.

const Id = Type.String({ minLength: 1, maxLength: 100 })
const OrganisationParams = object({ id: Id })
const ClassParams = object({ classId: Id })
const LinkParams = object({ id: Id })
const Address = Type.String({ maxLength: 1000 })
const Success = object({ success: Type.Boolean() })

const toolFields = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  /** Where a launch begins at the tool. */
  loginUrl: Address,
  /** Where it ends, and what is opened where nothing else is said. */
  launchUrl: Address,
  /** Its public keys. */
  jwksUrl: Address,
  /** Where teachers choose content of the tool; empty: it offers none to choose. */
  chooseUrl: Address,
  /** Further addresses that tokens may be sent to. */
  redirectUrls: Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), { maxItems: 20 }),
  /** What the tool is told of people; otherwise a name that means nothing elsewhere. */
  sendsName: Type.Boolean(),
  sendsMail: Type.Boolean(),
}

export const LtiTool = object({
  id: Type.String(),
  ...toolFields,
  /** What is entered at the tool. */
  issuer: Type.String(),
  clientId: Type.String(),
  deploymentId: Type.String(),
  authUrl: Type.String(),
  tokenUrl: Type.String(),
  keysUrl: Type.String(),
  /** In how many classes something of it is opened. */
  classes: Type.Integer(),
  refused: nullable(LtiRefusal),
})
export type LtiTool = Static<typeof LtiTool>

export const listLtiTools = endpoint('GET /api/campus/organisation/:id/lti/tool/list', {
  summary: 'Outside tools of an organisation, for its admins',
  access: 'learner',
  params: OrganisationParams,
  response: object({ tools: Type.Array(LtiTool) }),
  errors: ['not_found'],
})

export const saveLtiTool = endpoint('POST /api/campus/organisation/:id/lti/tool', {
  summary: 'Add an outside tool, or replace what is said of one',
  access: 'learner',
  params: OrganisationParams,
  body: object({
    /** Left out: a new one. */
    toolId: Type.Optional(Id),
    ...toolFields,
    /** As the form began; refused where something else stands by now. Omitted: not compared. */
    before: Type.Optional(object(toolFields)),
  }),
  response: LtiTool,
  errors: ['not_found', 'conflict', 'bad_request'],
})

export const offerToolRegistration = endpoint('POST /api/campus/organisation/:id/lti/tool/registration', {
  summary: 'Where to open a tool that connects itself: its address with a ticket that is good once within an hour',
  access: 'learner',
  params: OrganisationParams,
  body: object({ address: Type.String({ minLength: 1, maxLength: 1000 }) }),
  response: object({ url: Type.String() }),
  errors: ['not_found', 'bad_request'],
})

export const removeLtiTool = endpoint('POST /api/campus/organisation/:id/lti/tool/remove', {
  summary: 'End the connection to a tool; marks that it gave stay, again changes nothing',
  access: 'learner',
  params: OrganisationParams,
  body: object({ toolId: Id }),
  response: Success,
  errors: ['not_found'],
})

/** A tool of the organisation that can be added. */
export const ToolChoice = object({
  id: Type.String(),
  name: Type.String(),
  /** At the tool itself it can be chosen what is opened. */
  canChoose: Type.Boolean(),
})

/** A tool as it opens by itself, under a title of one's own. */
export const NewToolLink = object({
  toolId: Id,
  title: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
})

const ClassTool = object({
  id: Type.String(),
  title: Type.String(),
  tool: Type.String(),
  /** The viewer's own, per cent of all its columns; null: none yet, or a teacher. */
  percent: nullable(Type.Integer()),
  /** For teachers: how many learners have a mark; null for learners. */
  marked: nullable(Type.Integer()),
})
export type ClassTool = Static<typeof ClassTool>

export const listClassTools = endpoint('GET /api/campus/class/:classId/tool/list', {
  summary: 'What a class opens in outside tools; for teachers also the tools that there are',
  access: 'learner',
  params: ClassParams,
  response: object({
    links: Type.Array(ClassTool),
    tools: Type.Array(ToolChoice),
  }),
  errors: ['not_found'],
})

export const addClassTool = endpoint('POST /api/campus/class/:classId/tool', {
  summary: 'Give a class an outside tool as it opens by itself, under a title',
  access: 'learner',
  params: ClassParams,
  body: NewToolLink,
  response: object({ id: Type.String() }),
  errors: ['not_found', 'forbidden', 'conflict'],
})

const Mark = object({
  /** Of the column. */
  id: Type.String(),
  /** Of the column, as the tool calls it. */
  label: Type.String(),
  /** The column belongs to nothing that is opened: it stands with everything of the tool in the class. */
  isOfTool: Type.Boolean(),
  /** Null: nothing is given yet. */
  given: nullable(Type.Number()),
  maximum: Type.Number(),
  comment: Type.String(),
})
export type ToolMark = Static<typeof Mark>

export const getClassTool = endpoint('GET /api/campus/tool/:id', {
  summary: 'One thing that a class opens in an outside tool, what the tool is told, and the marks that it gave',
  access: 'learner',
  params: LinkParams,
  response: object({
    id: Type.String(),
    title: Type.String(),
    tool: Type.String(),
    classId: Type.String(),
    className: Type.String(),
    isTeacher: Type.Boolean(),
    sendsName: Type.Boolean(),
    sendsMail: Type.Boolean(),
    /** Its address on this site, for a step of a lesson. */
    address: Type.String(),
    /** The viewer's own. */
    own: Type.Array(Mark),
    /** For teachers: each learner of the class, by name. */
    people: Type.Array(object({ userId: Type.String(), name: Type.String(), marks: Type.Array(Mark) })),
  }),
  errors: ['not_found'],
})

export const removeClassTool = endpoint('POST /api/campus/tool/:id/remove', {
  summary: 'Take what is opened in an outside tool from its class, with its marks',
  access: 'learner',
  params: LinkParams,
  response: Success,
  errors: ['not_found', 'forbidden'],
})
