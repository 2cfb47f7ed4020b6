import { isDuration, isIri, isLanguageTag, isMailto, isMediaType, isSha1, isSha2, isUuid, momentOf } from './formats.ts'
import {
  anything,
  below,
  boolean,
  byObjectType,
  count,
  type Fields,
  fault,
  fields,
  isObject,
  listOf,
  mapOf,
  number,
  oneOf,
  type Rule,
  required,
  since20,
  text,
} from './shape-rules.ts'
import { identifierNames, type Statement } from './statement-types.ts'
import { versionNamed, type XapiVersion } from './versions.ts'

// What a statement may be, as tables: one for both versions, with what only 2.0 has marked. Sections are those of
// IEEE 9274.1.1; the fields of xAPI-Data 1.0.3 have the same names.

export const voidedVerb = 'http://adlnet.gov/expapi/verbs/voided'

const iri = text(isIri)
const uuid = text(isUuid)
const languageMap = mapOf(isLanguageTag, text())
const extensions = mapOf(isIri, anything)
const timestamp = text((value) => momentOf(value) !== null)

// 4.2.2.1 actors

const identifiers = {
  mbox: text(isMailto),
  mbox_sha1sum: text(isSha1),
  openid: iri,
  account: fields({ homePage: required(iri), name: required(text()) }),
}

function identifierCount(value: Fields): number {
  return identifierNames.filter((name) => Object.hasOwn(value, name)).length
}

const agent = fields({ objectType: oneOf('Agent'), name: text(), ...identifiers }, (value, path) => {
  if (identifierCount(value) !== 1) throw fault(path, 'invalid')
})

const group = fields(
  { objectType: required(oneOf('Group')), name: text(), member: listOf(agent), ...identifiers },
  (value, path) => {
    const identified = identifierCount(value)
    if (identified > 1) throw fault(path, 'invalid')
    const members = (value.member ?? []) as unknown[]
    if (identified === 0 && members.length === 0) throw fault(below(path, 'member'), 'required')
  },
)

export const actor = byObjectType({ Agent: agent, Group: group }, 'Agent')

/** Two members without an identifier of their own: an application and its user, as OAuth 1 has it. */
const authority: Rule = (value, path, version) => {
  actor(value, path, version)
  if (!isObject(value) || value.objectType !== 'Group') return
  if (identifierCount(value) > 0 || (value.member as unknown[]).length !== 2) throw fault(path, 'invalid')
}

// 4.2.2.2 verbs

const verb = fields({ id: required(iri), display: languageMap })

// 4.2.2.3 objects

const componentLists = ['choices', 'scale', 'source', 'target', 'steps'] as const

const components: Rule = (value, path, version) => {
  listOf(fields({ id: required(text()), description: languageMap }))(value, path, version)
  const ids = (value as { id: string }[]).map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw fault(path, 'invalid')
}

const definition = fields(
  {
    name: languageMap,
    description: languageMap,
    type: iri,
    moreInfo: iri,
    extensions,
    interactionType: oneOf(
      'true-false',
      'choice',
      'fill-in',
      'long-fill-in',
      'matching',
      'performance',
      'sequencing',
      'likert',
      'numeric',
      'other',
    ),
    correctResponsesPattern: listOf(text()),
    choices: components,
    scale: components,
    source: components,
    target: components,
    steps: components,
  },
  (value, path) => {
    const isInteraction = ['correctResponsesPattern', ...componentLists].some((name) => Object.hasOwn(value, name))
    if (isInteraction && !Object.hasOwn(value, 'interactionType'))
      throw fault(below(path, 'interactionType'), 'required')
  },
)

const activity = fields({ objectType: oneOf('Activity'), id: required(iri), definition })
const statementRef = fields({ objectType: required(oneOf('StatementRef')), id: required(uuid) })

const plainObjects = { Activity: activity, Agent: agent, Group: group, StatementRef: statementRef }

// 4.2.2.4 result

const score = fields({ scaled: number, raw: number, min: number, max: number }, (value, path) => {
  const { scaled = 0, raw, min, max } = value as Partial<Record<'scaled' | 'raw' | 'min' | 'max', number>>
  if (scaled < -1 || scaled > 1) throw fault(below(path, 'scaled'), 'invalid')
  if (min !== undefined && max !== undefined && min >= max) throw fault(below(path, 'max'), 'invalid')
  if (raw !== undefined && (raw < (min ?? raw) || raw > (max ?? raw))) throw fault(below(path, 'raw'), 'invalid')
})

const result = fields({
  score,
  success: boolean,
  completion: boolean,
  response: text(),
  duration: text(isDuration),
  extensions,
})

// 4.2.2.5 context

const oneOrMoreActivities: Rule = (value, path, version) => {
  const rule = Array.isArray(value) ? listOf(activity) : activity
  rule(value, path, version)
}

const relevantTypes = listOf(iri, { least: 1 })

const context = fields({
  registration: uuid,
  instructor: actor,
  team: group,
  contextActivities: fields({
    parent: oneOrMoreActivities,
    grouping: oneOrMoreActivities,
    category: oneOrMoreActivities,
    other: oneOrMoreActivities,
  }),
  contextAgents: since20(
    listOf(fields({ objectType: required(oneOf('contextAgent')), agent: required(agent), relevantTypes })),
  ),
  contextGroups: since20(
    listOf(fields({ objectType: required(oneOf('contextGroup')), group: required(group), relevantTypes })),
  ),
  revision: text(),
  platform: text(),
  language: text(isLanguageTag),
  statement: statementRef,
  extensions,
})

// 4.2.2.6 attachments

const attachments = listOf(
  fields({
    usageType: required(iri),
    display: required(languageMap),
    description: languageMap,
    contentType: required(text(isMediaType)),
    length: required(count),
    sha2: required(text(isSha2)),
    fileUrl: iri,
  }),
)

// 4.2.1 the statement itself

const parts = {
  actor: required(actor),
  verb: required(verb),
  result,
  context,
  timestamp,
  attachments,
}

const subStatement = fields(
  { ...parts, objectType: required(oneOf('SubStatement')), object: required(byObjectType(plainObjects, 'Activity')) },
  checkTogether,
)

const statement = fields(
  {
    ...parts,
    id: uuid,
    object: required(byObjectType({ ...plainObjects, SubStatement: subStatement }, 'Activity')),
    stored: timestamp,
    authority,
    version: (value, path, version) => {
      const named = typeof value === 'string' ? versionNamed(value) : null
      // 2.0 takes statements of 1.0 in; nobody who speaks 1.0 knows those of 2.0
      if (named === null || (version === '1.0.3' && named === '2.0.0')) throw fault(path, 'enum')
    },
  },
  checkTogether,
)

/** What holds between the parts of a statement, or of one inside it. */
function checkTogether(value: Fields, path: string): void {
  const object = value.object as Fields
  const { objectType = 'Activity' } = object
  const { revision, platform } = (value.context ?? {}) as Fields
  if (objectType !== 'Activity' && (revision !== undefined || platform !== undefined)) {
    throw fault(below(below(path, 'context'), revision === undefined ? 'platform' : 'revision'), 'additionalProperties')
  }
  if ((value.verb as Fields).id === voidedVerb && objectType !== 'StatementRef') {
    throw fault(below(path, 'object.objectType'), 'enum')
  }
}

/** Statements of a request: one, or a list. Throws with the path of the first fault. */
export function readStatements(given: unknown, version: XapiVersion): Statement[] {
  if (!Array.isArray(given)) {
    statement(given, '', version)
    return [given as Statement]
  }
  listOf(statement)(given, '', version)
  return given as Statement[]
}
