import type { Activity, Agent, Sentence, Statement, StatementObject } from './statement-types.ts'

/** What a change is given to replace. Parts that it leaves out stay as they are. */
export interface PartChanges {
  agent(agent: Agent): Agent
  activity(activity: Activity): Activity
  verb(verb: Sentence['verb']): Sentence['verb']
}

/** A statement with its agents, activities and verb replaced, those of a statement inside it too. */
export function withParts<S extends Sentence>(sentence: S, change: PartChanges): S {
  const { context } = sentence
  return {
    ...sentence,
    actor: change.agent(sentence.actor),
    verb: change.verb(sentence.verb),
    object: objectWithParts(sentence.object, change),
    ...(context && { context: contextWithParts(context, change) }),
  }
}

function objectWithParts(object: StatementObject, change: PartChanges): StatementObject {
  switch (object.objectType) {
    case 'Agent':
    case 'Group':
      return { ...change.agent(object), objectType: object.objectType }
    case 'SubStatement':
      return withParts(object, change)
    case 'StatementRef':
      return object
    default:
      return change.activity(object)
  }
}

function contextWithParts(
  context: NonNullable<Sentence['context']>,
  change: PartChanges,
): NonNullable<Sentence['context']> {
  const { instructor, team, contextActivities, contextAgents, contextGroups } = context
  return {
    ...context,
    ...(instructor && { instructor: change.agent(instructor) }),
    ...(team && { team: change.agent(team) }),
    ...(contextActivities && {
      contextActivities: Object.fromEntries(
        Object.entries(contextActivities).map(([name, given]) => [name, [given].flat().map(change.activity)]),
      ),
    }),
    ...(contextAgents && { contextAgents: contextAgents.map((one) => ({ ...one, agent: change.agent(one.agent) })) }),
    ...(contextGroups && { contextGroups: contextGroups.map((one) => ({ ...one, group: change.agent(one.group) })) }),
  }
}

/** The activity objects of a statement: of its object, its context and the statement inside it. */
export function activitiesOf(sentence: Sentence): Activity[] {
  const found: Activity[] = []
  withParts(sentence, {
    ...sameParts,
    activity(activity) {
      found.push(activity)
      return activity
    },
  })
  return found
}

/** Agents and groups of a statement with their members: actors, objects, those of the context and the authority. */
export function agentsOf(statement: Statement): Agent[] {
  const found: Agent[] = []
  const note = (agent: Agent) => {
    found.push(agent, ...(agent.member ?? []))
    return agent
  }
  withParts(statement, { ...sameParts, agent: note })
  if (statement.authority) note(statement.authority)
  return found
}

/** What tells an agent or a group from others, as one text; null for a group without an identifier. */
export function identifierOf({ mbox, mbox_sha1sum, openid, account }: Agent): string | null {
  if (mbox !== undefined) return `mbox ${mbox}`
  if (mbox_sha1sum !== undefined) return `mbox_sha1sum ${mbox_sha1sum.toLowerCase()}`
  if (openid !== undefined) return `openid ${openid}`
  return account ? `account ${JSON.stringify([account.homePage, account.name])}` : null
}

/** Nothing changes but how context activities are written: always as lists. */
export const sameParts: PartChanges = {
  agent: (agent) => agent,
  activity: (activity) => activity,
  verb: (verb) => verb,
}

/** Agent, activity and verb with no more than what identifies them: the format `ids`. */
export const identifyingParts: PartChanges = {
  agent({ objectType, name: _name, member, ...identifier }) {
    const type = objectType ? { objectType } : {}
    if (identifierOf(identifier) !== null) return { ...type, ...identifier }
    return { ...type, member: (member ?? []).map((one) => identifyingParts.agent(one)) }
  },
  activity: ({ id }) => ({ id }),
  verb: ({ id }) => ({ id }),
}

/** The attachments that texts of statements name, by their digests, each once. */
export function digestsIn(bodies: readonly string[]): string[] {
  const named = bodies
    .map((body) => JSON.parse(body) as Statement)
    .flatMap(({ attachments = [], object }) => [
      ...attachments,
      ...(object.objectType === 'SubStatement' ? (object.attachments ?? []) : []),
    ])
  return [...new Set(named.map(({ sha2 }) => sha2.toLowerCase()))]
}
