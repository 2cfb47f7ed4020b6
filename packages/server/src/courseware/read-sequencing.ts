import { childOf, childrenOf, textOf, type XmlElement } from '#kit/xml-tree.ts'
import {
  afterActions,
  beforeActions,
  countedWhen,
  hiddenButtons,
  PackageRefusal,
  type RollupRule,
  rollupActions,
  type SequencingCondition,
  type SharedObjective,
  type Unit,
} from './units.ts'

const mostRules = 50
const mostConditions = 50
const mostMaps = 50
/** Of a package: items can share what is written once. */
const mostOfPackage = 20_000

/** What items of a package may refer to, and how many more rules, conditions and maps of objectives it may have. */
export interface SequencingReading {
  collection: ReadonlyMap<string, XmlElement>
  left: number
}

export function sequencingOf(root: XmlElement): SequencingReading {
  const all = childrenOf(childOf(root, 'sequencingCollection'), 'sequencing')
  const collection = new Map(all.flatMap((one) => (one.attributes.ID ? [[one.attributes.ID, one] as const] : [])))
  return { collection, left: mostOfPackage }
}

/** A part of the sequencing of an item: what it says itself comes before what it refers to. */
export function sequencingPart(
  item: XmlElement,
  { collection }: SequencingReading,
  name: string,
): XmlElement | undefined {
  const own = childOf(item, 'sequencing')
  return childOf(own, name) ?? childOf(collection.get(own?.attributes.IDRef ?? ''), name)
}

/** What a manifest of SCORM 2004 says about when an item may be opened, when it ends and what comes after it. */
export function readSequencing(item: XmlElement, reading: SequencingReading): Partial<Unit> {
  const part = (name: string) => sequencingPart(item, reading, name)
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
  const rules = rulesOf('preConditionRule', beforeActions)
  const exits = rulesOf('exitConditionRule', ['exit']).map(({ action: _, ...rule }) => rule)
  const after = rulesOf('postConditionRule', afterActions)
  const rollup = childrenOf(part('rollupRules'), 'rollupRule').slice(0, mostRules).flatMap(rollupOf)
  const shared = sharedOf(part('objectives')).slice(0, mostMaps)
  const all = [...rules, ...exits, ...after, ...rollup]
  reading.left -= shared.length + all.reduce((sum, { conditions }) => sum + 1 + conditions.length, 0)
  if (reading.left < 0) throw new PackageRefusal('too_many_rules', `${item.line}`)
  return {
    ...(rules.length > 0 && { rules }),
    ...(exits.length > 0 && { exits }),
    ...(after.length > 0 && { after }),
    ...(rollup.length > 0 && { rollup }),
    ...(shared.length > 0 && { sharedObjectives: shared }),
    ...countsOf(part('rollupRules')?.attributes, part('rollupConsiderations')?.attributes),
    ...masteryOf(childOf(part('objectives'), 'primaryObjective')),
    ...controlsOf(part('controlMode')?.attributes ?? {}),
    ...constraintsOf(part('constrainedChoiceConsiderations')?.attributes ?? {}),
    ...limitOf(part('limitConditions')?.attributes.attemptLimit),
    ...hidesOf(item),
  }
}

function countsOf(
  {
    rollupObjectiveSatisfied,
    rollupProgressCompletion,
    objectiveMeasureWeight,
  }: Partial<XmlElement['attributes']> = {},
  considered: XmlElement['attributes'] = {},
): Partial<Unit> {
  const weight = Number(objectiveMeasureWeight?.trim() || 1)
  const when = rollupActions.map((action) => {
    const isObjective = action === 'satisfied' || action === 'notSatisfied'
    const isLeftOut = isFalse(isObjective ? rollupObjectiveSatisfied : rollupProgressCompletion)
    const required = considered[`requiredFor${action.slice(0, 1).toUpperCase()}${action.slice(1)}`]
    return [action, isLeftOut ? 'never' : countedWhen.find((one) => one === required)] as const
  })
  const counts = Object.fromEntries(when.filter(([, one]) => one !== undefined))
  return {
    ...(weight >= 0 && weight < 1 && { weight }),
    ...(Object.keys(counts).length > 0 && { counts }),
  }
}

/** The measure from which on it is passed; left out, it is 1. */
function masteryOf(primary: XmlElement | undefined): Partial<Unit> {
  const measure = Number(textOf(childOf(primary, 'minNormalizedMeasure')).trim() || 1)
  const isByMeasure = isTrue(primary?.attributes.satisfiedByMeasure)
  return isByMeasure && measure >= -1 && measure <= 1 ? { masteryScore: measure } : {}
}

function controlsOf({ choice, flow, forwardOnly, choiceExit }: XmlElement['attributes']): Partial<Unit> {
  return {
    ...(isFalse(choice) && { isInOrder: true }),
    ...(isTrue(flow) && { flows: true }),
    ...(isTrue(forwardOnly) && { isForwardOnly: true }),
    ...(isFalse(choiceExit) && { keepsInside: true }),
  }
}

function constraintsOf({ preventActivation, constrainChoice }: XmlElement['attributes']): Partial<Unit> {
  return {
    ...(isTrue(preventActivation) && { preventsActivation: true }),
    ...(isTrue(constrainChoice) && { constrainsChoice: true }),
  }
}

/** Of XML Schema, `xs:boolean`. */
function isTrue(value: string | undefined): boolean {
  return value?.trim() === 'true' || value?.trim() === '1'
}

function isFalse(value: string | undefined): boolean {
  return value?.trim() === 'false' || value?.trim() === '0'
}

function limitOf(written: string | undefined): Partial<Unit> {
  const limit = Number(written?.trim() || Number.NaN)
  return Number.isInteger(limit) && limit >= 0 ? { attemptLimit: limit } : {}
}

function hidesOf(item: XmlElement): Partial<Unit> {
  const names = childrenOf(childOf(childOf(item, 'presentation'), 'navigationInterface'), 'hideLMSUI')
  const hides = hiddenButtons.filter((one) => names.some((name) => textOf(name).trim() === one))
  return hides.length > 0 ? { hides } : {}
}

/** A rule may name the primary objective by its id as well. */
function ofPrimary(condition: SequencingCondition, primary: string | undefined): SequencingCondition {
  if (condition.objective === undefined || condition.objective !== primary) return condition
  const { objective: _primary, ...rest } = condition
  return rest
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

function rollupOf(rule: XmlElement): RollupRule[] {
  const { childActivitySet = 'all', minimumCount, minimumPercent } = rule.attributes
  const set = sets.find((one) => one === childActivitySet)
  const action = rollupActions.find((one) => one === childOf(rule, 'rollupAction')?.attributes.action)
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
      const reads = !isFalse(readSatisfiedStatus) || !isFalse(readNormalizedMeasure)
      const writes = isTrue(writeSatisfiedStatus) || isTrue(writeNormalizedMeasure)
      return [{ objective, target, reads, writes }]
    })
  })
}

/** What SCORM 1.2 says must be done before. */
export function prerequisitesOf(item: XmlElement): Partial<Unit> {
  const script = textOf(childOf(item, 'prerequisites')).trim()
  return script === '' ? {} : { prerequisites: script.slice(0, 2000) }
}
