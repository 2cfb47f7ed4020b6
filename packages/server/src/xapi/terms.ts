import { createHash } from 'node:crypto'
import { activitiesOf, agentsOf, identifierOf } from './statement-parts.ts'
import { voidedVerb } from './statement-shape.ts'
import type { Agent, Statement } from './statement-types.ts'

export type TermKind =
  | 'agent'
  | 'related agent'
  | 'verb'
  | 'activity'
  | 'related activity'
  | 'registration'
  /** The statement is a reference to another one. */
  | 'refers to'
  | 'voids'

/** A digest of one fact, of the length of a UUID: IRIs are longer than an index takes. */
export function termOf(kind: TermKind, value: string): string {
  return digestOf(kind, value)
}

export function digestOf(...parts: readonly string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The id of a statement that says this: a UUID (RFC 9562, version 8), the same whenever it is asked for. */
export function statementIdOf(...parts: readonly string[]): string {
  const digest = digestOf('statement', ...parts)
  return `${digest.slice(0, 14)}8${digest.slice(15, 19)}a${digest.slice(20)}`
}

/** What a statement can be found by, without what it takes over from the statement that it refers to. */
export function termsOf(statement: Statement): Set<string> {
  const { actor, verb, object, context } = statement
  const terms = new Set([termOf('verb', verb.id)])
  const addAgents = (kind: TermKind, agents: readonly Agent[]) => {
    for (const agent of agents) {
      const identifier = identifierOf(agent)
      if (identifier !== null) terms.add(termOf(kind, identifier))
    }
  }
  addAgents('related agent', agentsOf(statement))
  addAgents('agent', [actor, ...(actor.member ?? [])])
  for (const { id } of activitiesOf(statement)) terms.add(termOf('related activity', id))
  switch (object.objectType) {
    case 'Agent':
    case 'Group':
      addAgents('agent', [object, ...(object.member ?? [])])
      break
    case 'StatementRef':
      terms.add(termOf('refers to', object.id.toLowerCase()))
      if (verb.id === voidedVerb) terms.add(termOf('voids', object.id.toLowerCase()))
      break
    case 'SubStatement':
      break
    default:
      terms.add(termOf('activity', object.id))
  }
  if (context?.registration) terms.add(termOf('registration', context.registration.toLowerCase()))
  return terms
}
