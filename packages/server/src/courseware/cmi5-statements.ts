import { randomUUID } from 'node:crypto'
import type { LaunchMode } from '@lantern/contract/courseware/package-rules.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Agent, isSameAgent, type Statement } from '#xapi/index.ts'
import { cmi5 } from './cmi5-vocabulary.ts'

/** Of whom and of what visit a statement of the site speaks. */
export interface Lms {
  services: Services
  organisationId: string
  actor: Agent
  registration: string
  sessionId: string
}

interface LmsStatement {
  verb: string
  activity: { id: string; definition?: { type: string } }
  /** What the publisher calls the activity. */
  grouping: string
  result?: Record<string, unknown>
  extensions?: Record<string, unknown>
  isMoveOn?: boolean
}

/** A statement that the site itself makes. */
export function lmsStatement(
  { actor, registration, sessionId }: Lms,
  now: Date,
  { verb, activity, grouping, result, extensions, isMoveOn = false }: LmsStatement,
): Statement {
  const category = [cmi5.category, ...(isMoveOn ? [cmi5.moveOnCategory] : [])].map((id) => ({ id }))
  return {
    id: randomUUID(),
    actor,
    verb: { id: verb, display: { 'en-US': verb.split('/').at(-1) ?? '' } },
    object: { objectType: 'Activity', ...activity },
    ...(result && { result }),
    context: {
      registration,
      contextActivities: { category, grouping: [{ id: grouping }] },
      extensions: { [cmi5.sessionId]: sessionId, ...extensions },
    },
    timestamp: now.toISOString(),
  }
}

/** What a unit may say, and what it has said already. */
export interface VisitFacts {
  visitId: string
  actor: Agent
  registration: string
  activityIri: string
  unitIri: string
  masteryScore: number | undefined
  launchMode: LaunchMode
  hasReadPreferences: boolean
  isInitialized: boolean
  hasEnded: boolean
  /** In this registration. */
  hasCompleted: boolean
  hasPassed: boolean
  /** In this visit. */
  hasFailed: boolean
}

/** Refuses what cmi5 does not let a unit say (9.1 to 9.7), with a word for what is wrong. */
export function requireAllowed(statement: Statement, visit: VisitFacts): void {
  const { verb, context, object } = statement
  const need = (isRight: boolean, field: string) => {
    if (!isRight) throw refuse('forbidden', { details: [{ field, message: 'shape.invalid' }] })
  }
  const { actor } = statement
  need(statement.id !== undefined, 'id')
  need(/Z$/i.test(statement.timestamp ?? ''), 'timestamp')
  need(verb.id !== cmi5.voided, 'verb')
  need((actor.objectType ?? 'Agent') === 'Agent' && isSameAgent(actor, visit.actor), 'actor')
  need(context?.registration?.toLowerCase() === visit.registration, 'context.registration')
  const extensions = groupOf(context?.extensions)
  need(extensions[cmi5.sessionId] === visit.visitId, 'context.extensions')
  const grouping = idsOf(context?.contextActivities?.grouping)
  need(grouping.includes(visit.unitIri), 'context.contextActivities.grouping')
  // before the first and after the last word of a visit nothing is said
  need(!visit.hasEnded, 'verb')
  need(visit.isInitialized !== (verb.id === cmi5.initialized), 'verb')
  need(visit.isInitialized || visit.hasReadPreferences, 'verb')
  const categories = idsOf(context?.contextActivities?.category)
  const isDefined = categories.includes(cmi5.category)
  const isOfUnit = (unitVerbs as readonly string[]).includes(verb.id)
  const isJudgement = isOfUnit && (judgements as readonly string[]).includes(verb.id)
  const hasMoveOn = categories.includes(cmi5.moveOnCategory)
  need(isDefined ? isOfUnit && hasMoveOn === isJudgement : !hasMoveOn, 'context.contextActivities.category')
  if (!isDefined) return
  // who only looks is not marked (10.2.2)
  need(visit.launchMode === 'Normal' || !isJudgement, 'verb')
  need('id' in object && object.id === visit.activityIri, 'object.id')
  requireResult(statement, extensions, visit, need)
}

const unitVerbs = [cmi5.initialized, cmi5.completed, cmi5.passed, cmi5.failed, cmi5.terminated] as const
const judgements = [cmi5.completed, cmi5.passed, cmi5.failed] as const

type Need = (isRight: boolean, field: string) => void

function requireResult(
  { verb: { id: verb }, result = {} }: Statement,
  extensions: Record<string, unknown>,
  visit: VisitFacts,
  need: Need,
): void {
  const isScored = verb === cmi5.passed || verb === cmi5.failed
  need(verb === cmi5.initialized || typeof result.duration === 'string', 'result.duration')
  need(verb === cmi5.completed ? result.completion === true : result.completion === undefined, 'result.completion')
  need(isScored ? result.success === (verb === cmi5.passed) : result.success === undefined, 'result.success')
  need(isScored || result.score === undefined, 'result.score')
  if (verb === cmi5.completed) need(!visit.hasCompleted, 'verb')
  if (!isScored) return
  need(!(visit.hasPassed || visit.hasFailed), 'verb')
  const score = groupOf(result.score)
  need(score.raw === undefined || (score.min !== undefined && score.max !== undefined), 'result.score')
  // without a score nothing is measured by it
  if (visit.masteryScore === undefined || result.score === undefined) return
  need(extensions[cmi5.masteryScore] === visit.masteryScore, 'context.extensions')
  if (typeof score.scaled !== 'number') return
  need(score.scaled >= visit.masteryScore === (verb === cmi5.passed), 'result.score')
}

function groupOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function idsOf(activities: { id: string } | { id: string }[] | undefined): string[] {
  return [activities ?? []].flat().map(({ id }) => id)
}
