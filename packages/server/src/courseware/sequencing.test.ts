import type { UnitState } from '@lantern/contract/courseware/package-rules.ts'
import { commitUnit, getPackage, openUnit } from '@lantern/contract/courseware/packages.ts'
import { expect, test } from 'vitest'
import { parseXmlTree } from '#kit/xml-tree.ts'
import { buildOrganisation } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { type Person, testSite } from '#testing/site.ts'
import { outside, treeOf, type UnitRecord } from './activity-tree.ts'
import { meets } from './prerequisites.ts'
import { readScorm } from './read-scorm.ts'
import { lockedUnits } from './sequencing.ts'
import { importScorm } from './testing/import-scorm.ts'
import { before, condition, control, group, item, rules, scormManifest, sequencing } from './testing/scorm-manifest.ts'

type Records = Record<string, Partial<UnitRecord>>

/** What the package closes whose items and shared sequencing are these, with these records. */
function closed(items: string, given: Records = {}, { collection = '', whole = '' } = {}): string[] {
  const manifest = scormManifest(items, { collection, whole })
  const { units } = readScorm(parseXmlTree(manifest, { elements: 10_000, depth: 100 }), manifest)
  const begun: UnitRecord = { state: 'begun', score: null, cmi: null, attempts: 1, isGoingOn: false }
  const records = new Map(Object.entries(given).map(([id, record]) => [id, { ...begun, ...record }]))
  return [...lockedUnits(treeOf({ units, records, place: outside })).keys()]
}

const shares = (target: string, more = '') =>
  `<imsss:objectives><imsss:primaryObjective objectiveID="own"><imsss:mapInfo targetObjectiveID="${target}" ${more}/></imsss:primaryObjective></imsss:objectives>`
const writes = 'writeSatisfiedStatus="true" readSatisfiedStatus="false"'

const pretest = item('pretest', sequencing(shares('known', writes)))
const lesson = item(
  'lesson',
  sequencing(shares('known') + rules(before('disabled', condition('satisfied', 'operator="not"')))),
)

test.each([
  ['nothing was done', {}, ['lesson']],
  ['the objective was failed', { pretest: { state: 'failed' as const } }, ['lesson']],
  ['the objective was met', { pretest: { state: 'passed' as const } }, []],
])('a unit that reads an objective of another is closed until that one met it: %s', (_what, records, expected) => {
  expect(closed(pretest + lesson, records)).toEqual(expected)
})

test('a unit is closed once the objective that would excuse it is met, by its id, by its measure or by one of its own', () => {
  const excused = (one: string) => item('lesson', sequencing(shares('known') + rules(before('hiddenFromChoice', one))))
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
  const collection = `<imsss:sequencingCollection><imsss:sequencing ID="later">${rules(before('disabled'))}</imsss:sequencing></imsss:sequencingCollection>`
  expect(closed(group('g', `${item('a')}<imsss:sequencing IDRef="later"/>`), {}, { collection })).toEqual(['g', 'a'])
  const two = condition('attempted') + condition('completed')
  const begun = { a: { state: 'begun' as const } }
  expect(closed(item('a', sequencing(rules(before('disabled', two, 'any')))), begun)).toEqual(['a'])
  expect(closed(item('a', sequencing(rules(before('disabled', two)))), begun)).toEqual([])
})

test('a group is done when all of it is, or what the package asks for, and that opens what waits for it', () => {
  const after = item(
    'after',
    sequencing(shares('all done') + rules(before('disabled', condition('satisfied', 'operator="not"')))),
  )
  const units = item('a', sequencing(shares('all done', writes))) + item('b')
  expect(closed(group('g', units) + after, { a: { state: 'passed' } })).toEqual([])
  const rollup = (set: string) =>
    `<imsss:rollupRules><imsss:rollupRule childActivitySet="${set}" minimumCount="1"><imsss:rollupConditions><imsss:rollupCondition condition="completed"/></imsss:rollupConditions><imsss:rollupAction action="completed"/></imsss:rollupRule></imsss:rollupRules>`
  const gate = (set: string) =>
    group('g', item('a') + item('b') + sequencing(rollup(set) + rules(before('disabled', condition('completed')))))
  const one = { a: { state: 'completed' as const } }
  expect(closed(gate('atLeastCount'), one)).toEqual(['g', 'a', 'b'])
  expect(closed(gate('all'), one)).toEqual([])
  expect(closed(gate('all'), { ...one, b: { state: 'passed' } })).toEqual(['g', 'a', 'b'])
})

test('where a group does not let one choose, its units open one after the other', () => {
  const inOrder = group('g', item('a') + item('b') + item('c') + sequencing(control('choice="false" flow="true"')))
  expect(closed(inOrder)).toEqual(['b', 'c'])
  expect(closed(inOrder, { a: {} })).toEqual(['c'])
  expect(closed(inOrder, { a: {}, b: {} })).toEqual([])
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

test('a learner opens a unit once those before it are done, and its teacher at any time', async () => {
  const needsA = '<adlcp:prerequisites type="aicc_script">a</adlcp:prerequisites>'
  const manifest = scormManifest(item('a') + item('b', needsA), { version: '1.2' })
  const id = await importScorm(site, { organisation, classId, teacher, manifest })
  const [ada] = learners
  const shown = async (person: Person) => (await person.call(getPackage, { params: { id } })).result
  const open = (person: Person, unitId: string) => person.call(openUnit, { params: { id }, body: { unitId } })
  const locks = async (person: Person) => (await shown(person)).units.map(({ lock }) => lock)
  expect([await locks(ada), await locks(teacher)]).toEqual([
    [null, 'not_yet'],
    [null, null],
  ])
  const early = await open(ada, 'b')
  expect([early.status, early.result.details?.[0]?.field]).toEqual([409, 'unitId'])
  expect((await open(teacher, 'b')).status).toBe(200)
  const { visitId } = (await open(ada, 'a')).result
  const data = JSON.stringify({ core: { lesson_status: 'passed', score: { raw: 80 } } })
  await ada.call(commitUnit, { params: { id }, body: { visitId, number: 1, data, isLast: true } })
  expect((await shown(ada)).nextUnitId).toBe('b')
  expect(await locks(ada)).toEqual([null, null])
  expect((await open(ada, 'b')).status).toBe(200)
})
