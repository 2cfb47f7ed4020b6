import { childOf, childrenOf, textOf, type XmlElement } from '#kit/xml-tree.ts'
import { afterActions, type RollupRule, type SequencingCondition, type SharedObjective, type Unit } from './units.ts'

const mostRules = 50
const mostConditions = 50

/** What a manifest of SCORM 2004 says about when an item may be opened, and what comes after it. `collection` holds what items refer to by an id. */
export function readSequencing(item: XmlElement, collection: ReadonlyMap<string, XmlElement>): Partial<Unit> {
  const own = childOf(item, 'sequencing')
  if (!own) return {}
  const other = collection.get(own.attributes.IDRef ?? '')
  // what an item says itself comes before what it refers to
  const part = (name: string) => childOf(own, name) ?? childOf(other, name)
  const primary = childOf(part('objectives'), 'primaryObjective')?.attributes.objectiveID
  const rulesOf = <Action extends string>(name: string, known: readonly Action[]) =>
    childrenOf(part('sequencingRules'), name)
      .flatMap((rule) => {
        const action = known.find((one) => one === childOf(rule, 'ruleAction')?.attributes.action)
        return action ? [{ rule, action }] : []
      })
      .slice(0, mostRules)
      .map(({ rule, action }) => {
        const { conditions, isAny } = conditionsOf(childOf(rule, 'ruleConditions'), 'ruleCondition', 'all')
        return { action, conditions: conditions.map((one) => ofPrimary(one, primary)), isAny }
      })
  const rules = rulesOf('preConditionRule', ['disabled', 'hiddenFromChoice']).map(({ action: _, ...rule }) => rule)
  const after = rulesOf('postConditionRule', afterActions)
  const rollup = childrenOf(part('rollupRules'), 'rollupRule').slice(0, mostRules).flatMap(rollupOf)
  const shared = sharedOf(part('objectives'))
  return {
    ...(rules.length > 0 && { rules }),
    ...(after.length > 0 && { after }),
    ...(rollup.length > 0 && { rollup }),
    ...(shared.length > 0 && { sharedObjectives: shared }),
    ...(part('controlMode')?.attributes.choice === 'false' && { isInOrder: true }),
  }
}

/** A rule may name the primary objective by its id as well. */
function ofPrimary(condition: SequencingCondition, primary: string | undefined): SequencingCondition {
  if (condition.objective === undefined || condition.objective !== primary) return condition
  const { objective: _primary, ...rest } = condition
  return rest
}

/** Sequencing that items of a package share. */
export function sequencingCollection(root: XmlElement): ReadonlyMap<string, XmlElement> {
  const all = childrenOf(childOf(root, 'sequencingCollection'), 'sequencing')
  return new Map(all.flatMap((one) => (one.attributes.ID ? [[one.attributes.ID, one] as const] : [])))
}

function conditionsOf(element: XmlElement | undefined, name: string, usual: 'all' | 'any') {
  const conditions = childrenOf(element, name)
    .slice(0, mostConditions)
    .map(({ attributes: { condition = 'always', operator, referencedObjective, measureThreshold } }) => {
      const read: SequencingCondition = { condition, isNot: operator === 'not' }
      if (referencedObjective) read.objective = referencedObjective
      if (measureThreshold) read.measure = Number(measureThreshold) || 0
      return read
    })
  return { conditions, isAny: (element?.attributes.conditionCombination ?? usual) === 'any' }
}

const sets: readonly RollupRule['set'][] = ['all', 'any', 'none', 'atLeastCount', 'atLeastPercent']
const actions: readonly RollupRule['action'][] = ['satisfied', 'notSatisfied', 'completed', 'incomplete']

function rollupOf(rule: XmlElement): RollupRule[] {
  const { childActivitySet = 'all', minimumCount, minimumPercent } = rule.attributes
  const set = sets.find((one) => one === childActivitySet)
  const action = actions.find((one) => one === childOf(rule, 'rollupAction')?.attributes.action)
  if (!set || !action) return []
  const count = Number((set === 'atLeastPercent' ? minimumPercent : minimumCount) ?? 0) || 0
  return [{ set, action, count, ...conditionsOf(childOf(rule, 'rollupConditions'), 'rollupCondition', 'any') }]
}

function sharedOf(objectives: XmlElement | undefined): SharedObjective[] {
  const primary = childOf(objectives, 'primaryObjective')
  const all = [...(primary ? [primary] : []), ...childrenOf(objectives, 'objective')]
  return all.slice(0, mostRules).flatMap((one) => {
    const objective = one === primary ? null : (one.attributes.objectiveID ?? '')
    return childrenOf(one, 'mapInfo').flatMap(({ attributes }) => {
      const target = attributes.targetObjectiveID ?? ''
      if (target === '' || objective === '') return []
      const { readSatisfiedStatus, readNormalizedMeasure, writeSatisfiedStatus, writeNormalizedMeasure } = attributes
      const reads = readSatisfiedStatus !== 'false' || readNormalizedMeasure !== 'false'
      const writes = writeSatisfiedStatus === 'true' || writeNormalizedMeasure === 'true'
      return [{ objective, target, reads, writes }]
    })
  })
}

/** What SCORM 1.2 says must be done before. */
export function prerequisitesOf(item: XmlElement): Partial<Unit> {
  const script = textOf(childOf(item, 'prerequisites')).trim()
  return script === '' ? {} : { prerequisites: script.slice(0, 2000) }
}
