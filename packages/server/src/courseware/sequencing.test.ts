import type { UnitState } from '@lantern/contract/courseware/package-rules.ts'
import {
  commitUnit,
  getPackage,
  givePackage,
  importPackage,
  listPackages,
  openUnit,
} from '@lantern/contract/courseware/packages.ts'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { parseXmlTree } from '#kit/xml-tree.ts'
import { buildOrganisation } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { type Person, testSite } from '#testing/site.ts'
import { uploaderOf } from '#testing/uploads.ts'
import { meets } from './prerequisites.ts'
import { readScorm } from './read-scorm.ts'
import { followingOf, lockedUnits, type UnitRecord } from './sequencing.ts'

const limits = { elements: 10_000, depth: 100 }

type Records = Record<string, Partial<UnitRecord>>

/** A package whose items and shared sequencing are these, with these records. */
function packageOf(items: string, records: Records, collection = '') {
  const manifest = `<manifest xmlns:imsss="http://www.imsglobal.org/xsd/imsss"><metadata><schemaversion>2004 4th Edition</schemaversion></metadata>
    <organizations><organization><title>T</title>${items}</organization></organizations>
    <resources><resource identifier="r" href="a.html"/></resources>${collection}</manifest>`
  const { units } = readScorm(parseXmlTree(manifest, limits), manifest)
  const known = Object.entries(records).map(([id, record]) => [
    id,
    { state: 'begun', score: null, cmi: null, ...record },
  ])
  return { units, records: new Map(known as [string, UnitRecord][]) }
}

function closed(items: string, given: Records = {}, collection = ''): string[] {
  const { units, records } = packageOf(items, given, collection)
  return [...lockedUnits(units, records)]
}

const item = (id: string, inside = '') =>
  `<item identifier="${id}" identifierref="r"><title>${id}</title>${inside}</item>`
const group = (id: string, inside: string) => `<item identifier="${id}"><title>${id}</title>${inside}</item>`
const sequencing = (inside: string) => `<imsss:sequencing>${inside}</imsss:sequencing>`
const rule = (conditions: string, action = 'disabled', combination = 'all') =>
  `<imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions conditionCombination="${combination}">${conditions}</imsss:ruleConditions>
    <imsss:ruleAction action="${action}"/></imsss:preConditionRule></imsss:sequencingRules>`
const condition = (name: string, more = '') => `<imsss:ruleCondition condition="${name}" ${more}/>`
const shares = (target: string, more = '') =>
  `<imsss:objectives><imsss:primaryObjective objectiveID="own"><imsss:mapInfo targetObjectiveID="${target}" ${more}/></imsss:primaryObjective></imsss:objectives>`
const writes = 'writeSatisfiedStatus="true" readSatisfiedStatus="false"'

const pretest = item('pretest', sequencing(shares('known', writes)))
const lesson = item('lesson', sequencing(shares('known') + rule(condition('satisfied', 'operator="not"'))))

test.each([
  ['nothing was done', {}, ['lesson']],
  ['the objective was failed', { pretest: { state: 'failed' as const } }, ['lesson']],
  ['the objective was met', { pretest: { state: 'passed' as const } }, []],
])('a unit that reads an objective of another is closed until that one met it: %s', (_what, records, expected) => {
  expect(closed(pretest + lesson, records)).toEqual(expected)
})

test('a unit is closed once the objective that would excuse it is met, by its id, by its measure or by one of its own', () => {
  const excused = (one: string) => item('lesson', sequencing(shares('known') + rule(one, 'hiddenFromChoice')))
  const passed = { pretest: { state: 'passed' as const, score: 90 } }
  expect(closed(pretest + excused(condition('satisfied', 'referencedObjective="own"')), passed)).toEqual(['lesson'])
  const measured = item('pretest', sequencing(shares('known', 'writeNormalizedMeasure="true"')))
  const above = condition('objectiveMeasureGreaterThan', 'measureThreshold="0.8"')
  expect(closed(measured + excused(above), passed)).toEqual(['lesson'])
  expect(closed(measured + excused(above), { pretest: { score: 70 } })).toEqual([])
  const own = `<imsss:objectives><imsss:primaryObjective/><imsss:objective objectiveID="part"><imsss:mapInfo targetObjectiveID="known" writeSatisfiedStatus="true"/></imsss:objective></imsss:objectives>`
  const cmi = { objectives: { 0: { id: 'part', success_status: 'passed' } } }
  expect(closed(item('pretest', sequencing(own)) + lesson, { pretest: { cmi } })).toEqual([])
})

test('rules may be shared, hold for what is in a group, and need one or all of their conditions', () => {
  const collection = `<imsss:sequencingCollection><imsss:sequencing ID="later">${rule(condition('always'))}</imsss:sequencing></imsss:sequencingCollection>`
  expect(closed(group('g', `${item('a')}<imsss:sequencing IDRef="later"/>`), {}, collection)).toEqual(['g', 'a'])
  const two = condition('attempted') + condition('completed')
  const begun = { a: { state: 'begun' as const } }
  expect(closed(item('a', sequencing(rule(two, 'disabled', 'any'))), begun)).toEqual(['a'])
  expect(closed(item('a', sequencing(rule(two))), begun)).toEqual([])
})

test('a group is done when all of it is, or what the package asks for, and that opens what waits for it', () => {
  const after = item('after', sequencing(shares('all done') + rule(condition('satisfied', 'operator="not"'))))
  const units = item('a', sequencing(shares('all done', writes))) + item('b')
  expect(closed(group('g', units) + after, { a: { state: 'passed' } })).toEqual([])
  const rollup = (set: string) =>
    `<imsss:rollupRules><imsss:rollupRule childActivitySet="${set}" minimumCount="1"><imsss:rollupConditions><imsss:rollupCondition condition="completed"/></imsss:rollupConditions><imsss:rollupAction action="completed"/></imsss:rollupRule></imsss:rollupRules>`
  const gate = (set: string) =>
    group('g', item('a') + item('b') + sequencing(rollup(set) + rule(condition('completed'))))
  const one = { a: { state: 'completed' as const } }
  expect(closed(gate('atLeastCount'), one)).toEqual(['g', 'a', 'b'])
  expect(closed(gate('all'), one)).toEqual([])
  expect(closed(gate('all'), { ...one, b: { state: 'passed' } })).toEqual(['g', 'a', 'b'])
})

test('where a group does not let one choose, its units open one after the other', () => {
  const inOrder = group(
    'g',
    item('a') + item('b') + item('c') + sequencing('<imsss:controlMode choice="false" flow="true"/>'),
  )
  expect(closed(inOrder)).toEqual(['b', 'c'])
  expect(closed(inOrder, { a: {} })).toEqual(['c'])
  expect(closed(inOrder, { a: {}, b: {} })).toEqual([])
})

const after = (action: string, conditions = condition('always')) =>
  `<imsss:postConditionRule><imsss:ruleConditions>${conditions}</imsss:ruleConditions><imsss:ruleAction action="${action}"/></imsss:postConditionRule>`
const ruled = (...rules: string[]) => sequencing(`<imsss:sequencingRules>${rules.join('')}</imsss:sequencingRules>`)

test.each([
  ['continue', 'd'],
  ['previous', 'b'],
  ['retry', 'c'],
  ['retryAll', 'a'],
  ['exitAll', null],
  ['exitParent', null],
] as const)('a unit whose rule says %s when it has ended goes on at %j', (action, unitId) => {
  const items = item('a') + group('g', item('b') + item('c', ruled(after(action)))) + item('d')
  const { units, records } = packageOf(items, { c: { state: 'completed' } })
  expect(followingOf(units, records, 'c')).toEqual({ unitId })
})

test('of rules after a unit the first that holds counts, what is closed is passed over, and without any it is left open', () => {
  const failed = condition('objectiveMeasureLessThan', 'measureThreshold="0.5"')
  const quiz = item('quiz', ruled(after('retry', failed), after('continue', condition('satisfied'))))
  const items = quiz + item('closed', sequencing(rule(condition('always')))) + item('last')
  const goesOn = (record: Partial<UnitRecord>) => {
    const { units, records } = packageOf(items, { quiz: record })
    return followingOf(units, records, 'quiz')
  }
  expect(goesOn({ state: 'failed', score: 20 })).toEqual({ unitId: 'quiz' })
  expect(goesOn({ state: 'passed', score: 80 })).toEqual({ unitId: 'last' })
  expect(goesOn({ state: 'failed', score: 60 })).toBeNull()
})

test('a unit that ends what holds it goes on by the rules of that', () => {
  const parts = item('a', ruled(after('exitParent'))) + item('b')
  const goesOn = (action: string, rules = ruled(after(action))) => {
    const { units, records } = packageOf(group('g', parts + rules) + item('c'), { a: { state: 'completed' } })
    return followingOf(units, records, 'a')
  }
  expect([goesOn('continue'), goesOn('retry'), goesOn('', '')]).toEqual([
    { unitId: 'c' },
    { unitId: 'a' },
    { unitId: null },
  ])
})

test.each([
  ['A', { A: 'passed' }, true],
  ['A', { A: 'failed' }, false],
  ['A & B', { A: 'passed' }, false],
  ['A | B', { A: 'waived' }, true],
  ['~A', {}, true],
  ['(A | B) & C', { B: 'completed', C: 'passed' }, true],
  ['A = "failed"', { A: 'failed' }, true],
  ['A <> "passed"', { A: 'passed' }, false],
  ['2*{A, B, C}', { A: 'passed', C: 'completed' }, true],
  ['2*{A, B, C}', { A: 'passed' }, false],
  ['A &', {}, true],
  ['(A', {}, true],
  ['', {}, true],
] as const)('the prerequisites %j with %j are met: %s', (script, states: Record<string, UnitState>, expected) => {
  expect(meets(script, (id) => states[id] ?? 'not_begun')).toBe(expected)
})

const site = await testSite()
site.services.storage.roomLeft = () => Promise.resolve(null)
const organisation = await buildOrganisation(site.db)
const { classId, teacher, learners } = await buildClass(site, { id: 'kl_sequence', organisation })

const needsA = '<adlcp:prerequisites type="aicc_script">a</adlcp:prerequisites>'

async function imported(items = item('a') + item('b', needsA), version = '1.2') {
  const page = Buffer.from('<!doctype html><title>Unit</title>')
  const manifest = `<manifest xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2" xmlns:imsss="http://www.imsglobal.org/xsd/imsss"><metadata><schemaversion>${version}</schemaversion></metadata>
    <organizations><organization><title>T</title>${items}</organization></organizations>
    <resources><resource identifier="r" href="a.html"/></resources></manifest>`
  const bytes = zipSync({ 'imsmanifest.xml': Buffer.from(manifest), 'a.html': page })
  const { id: attachmentId } = await (await uploaderOf(site, teacher)).upload('package', 'p.zip', bytes)
  const { result } = await teacher.call(importPackage, { params: { id: organisation }, body: { attachmentId } })
  await site.settle()
  await teacher.call(givePackage, { params: { id: result.id }, body: { classId, isGiven: true } })
  const { results } = (await teacher.call(listPackages, { params: { id: organisation } })).result
  expect(results.find(({ id }) => id === result.id)?.newest.state).toBe('ready')
  return result.id
}

test('a learner opens a unit once those before it are done, and its teacher at any time', async () => {
  const id = await imported()
  const [ada] = learners
  const shown = async (person: Person) => (await person.call(getPackage, { params: { id } })).result
  const open = (person: Person, unitId: string) => person.call(openUnit, { params: { id }, body: { unitId } })
  const locks = async (person: Person) => (await shown(person)).units.map(({ isLocked }) => isLocked)
  expect([await locks(ada), await locks(teacher)]).toEqual([
    [false, true],
    [false, false],
  ])
  const early = await open(ada, 'b')
  expect([early.status, early.result.details?.[0]?.field]).toEqual([409, 'unitId'])
  expect((await open(teacher, 'b')).status).toBe(200)
  const { visitId } = (await open(ada, 'a')).result
  const data = JSON.stringify({ core: { lesson_status: 'passed', score: { raw: 80 } } })
  await ada.call(commitUnit, { params: { id }, body: { visitId, number: 1, data, isLast: true } })
  expect((await shown(ada)).nextUnitId).toBe('b')
  expect(await locks(ada)).toEqual([false, false])
  expect((await open(ada, 'b')).status).toBe(200)
})

test('who ends a unit is told where the package goes on, and not who puts it aside', async () => {
  const quiz = item('quiz', ruled(after('retry', condition('satisfied', 'operator="not"')), after('continue')))
  const id = await imported(item('first') + quiz + item('last'), '2004 4th Edition')
  const [, ben] = learners
  const end = async (cmi: object, isLast = true) => {
    const { visitId } = (await ben.call(openUnit, { params: { id }, body: { unitId: 'quiz' } })).result
    const body = { visitId, number: 1, data: JSON.stringify(cmi), isLast }
    const send = async () => (await ben.call(commitUnit, { params: { id }, body })).result.next
    const next = await send()
    // as after an answer that was lost
    expect(await send()).toEqual(next)
    return next
  }
  expect(await end({ success_status: 'failed', score: { scaled: '0.2' }, exit: 'suspend' })).toBeNull()
  expect(await end({ success_status: 'failed', score: { scaled: '0.2' } }, false)).toBeNull()
  expect(await end({ success_status: 'failed', score: { scaled: '0.2' } })).toEqual({ unitId: 'quiz' })
  expect(await end({ success_status: 'passed', score: { scaled: '0.9' } })).toEqual({ unitId: 'last' })
})
