import { commitUnit, getPackage, openUnit } from '@lantern/contract/courseware/packages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { parseXmlTree } from '#kit/xml-tree.ts'
import { buildOrganisation } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { type Person, testSite } from '#testing/site.ts'
import { outside, type UnitRecord } from './activity-tree.ts'
import { endOf, waysOf } from './navigation.ts'
import { readScorm } from './read-scorm.ts'
import { importScorm } from './testing/import-scorm.ts'
import {
  after,
  before,
  condition,
  control,
  exitIf,
  group,
  item,
  limits,
  rules,
  scormManifest,
  sequencing,
} from './testing/scorm-manifest.ts'

const site = await testSite()
site.services.storage.roomLeft = () => Promise.resolve(null)
const organisation = await buildOrganisation(site.db)
const { classId, teacher, learners } = await buildClass(site, { id: 'kl_navigation', organisation })
const [ada] = learners

const flow = 'flow="true"'
const inFlow = sequencing(control(flow))

/** A package in the hands of a learner. */
async function played(items: string, whole = inFlow, collection = '') {
  const manifest = scormManifest(items, { whole, collection })
  const id = await importScorm(site, { organisation, classId, teacher, manifest })
  const open = async (unitId: string, person: Person = ada) =>
    person.call(openUnit, { params: { id }, body: { unitId } })
  return {
    open,
    /** What a unit finds when it is opened. */
    async launched(unitId: string) {
      const { launch, visitId } = (await open(unitId)).result
      if (launch.kind !== 'scorm') throw new Error('not of SCORM')
      return { cmi: JSON.parse(launch.data), ways: launch.ways, visitId }
    },
    /** Opens a unit and ends it with what it wrote. Null: the package leaves it to who learns where to go on. */
    async end(unitId: string, cmi: object = {}, request = '') {
      const { visitId } = (await open(unitId)).result
      const body = { visitId, number: 1, data: JSON.stringify(cmi), isLast: true, request }
      const send = async () => (await ada.call(commitUnit, { params: { id }, body })).result.next
      const next = await send()
      // as after an answer that was lost
      expect(await send()).toEqual(next)
      return next && (next.unitId ?? 'list')
    },
    async commit(visitId: string, cmi: object, number = 1) {
      const body = { visitId, number, data: JSON.stringify(cmi), isLast: false }
      return (await ada.call(commitUnit, { params: { id }, body })).result.ways
    },
    async resumed() {
      return (await ada.call(getPackage, { params: { id } })).result.nextUnitId
    },
    async locks() {
      const { units } = (await ada.call(getPackage, { params: { id } })).result
      return Object.fromEntries(units.flatMap((unit) => (unit.lock ? [[unit.id, unit.lock]] : [])))
    },
  }
}

const passed = { success_status: 'passed', score: { scaled: '0.9' } }
const failed = { success_status: 'failed', score: { scaled: '0.2' } }
const notSatisfied = condition('satisfied', 'operator="not"')

test.each([
  ['continue', 'd'],
  ['previous', 'b'],
  ['retry', 'c'],
  ['retryAll', 'a'],
  ['exitAll', 'list'],
  ['exitParent', 'list'],
] as const)('a unit whose rule says %s when it has ended goes on at %j', async (action, unitId) => {
  const inside = item('b') + item('c', sequencing(rules(after(action)))) + inFlow
  const { end } = await played(item('a') + group('g', inside) + item('d'))
  expect(await end('c', { completion_status: 'completed' })).toBe(unitId)
})

test('of rules after a unit the first that holds counts, and what is closed is not passed over', async () => {
  const low = condition('objectiveMeasureLessThan', 'measureThreshold="0.5"')
  const quiz = item('quiz', sequencing(rules(after('retry', low), after('continue', condition('satisfied')))))
  const { end } = await played(
    quiz + item('next') + item('closed', sequencing(rules(before('disabled')))) + item('last'),
  )
  expect(await end('quiz', failed)).toBe('quiz')
  expect(await end('quiz', { success_status: 'failed', score: { scaled: '0.6' } })).toBeNull()
  expect(await end('quiz', passed)).toBe('next')
  expect(await end('next', {}, 'continue')).toBe('list')
})

test('who puts a unit aside has not ended it', async () => {
  const { end } = await played(item('a', sequencing(rules(after('continue')))) + item('b'))
  expect(await end('a', { ...failed, exit: 'suspend' })).toBeNull()
  expect(await end('a', failed)).toBe('b')
})

test('a unit that ends what holds it goes on by the rules of that', async () => {
  const parts = item('a', sequencing(rules(after('exitParent')))) + item('b')
  const goesOn = async (action: string) => {
    const own = sequencing(control(flow), rules(after(action)))
    return (await played(group('g', parts + own) + item('c'))).end('a')
  }
  expect([await goesOn('continue'), await goesOn('retry')]).toEqual(['c', 'a'])
  expect(await (await played(group('g', parts + inFlow) + item('c'))).end('a', {}, 'continue')).toBe('c')
})

test('a group whose exit rule holds ends with a unit in it, and goes on by its own rules', async () => {
  const repeated = item('a', sequencing(rules(after('retry')))) + item('b')
  const own = (when: string) => sequencing(control(flow), rules(exitIf(condition(when)), after('continue')))
  const done = await played(group('g', repeated + own('attempted')) + item('c'))
  expect(await done.end('a')).toBe('c')
  const open = await played(group('g', repeated + own('completed')) + item('c'))
  expect(await open.end('a')).toBe('a')
})

test('of groups in one another the outermost whose exit rule holds ends', async () => {
  const exits = exitIf(condition('attempted'))
  const inner = group('inner', item('a') + item('b') + sequencing(control(flow), rules(exits, after('retry'))))
  const outer = group('outer', inner + sequencing(control(flow), rules(exits, after('continue'))))
  expect(await (await played(outer + item('c'))).end('a')).toBe('c')
  const wholeEnds = sequencing(control(flow), rules(exits, after('exitAll')))
  expect(await (await played(outer + item('c'), wholeEnds)).end('a', {}, 'continue')).toBe('list')
})

test('a unit whose attempts are used up cannot be begun again, but goes on where it was put aside', async () => {
  const { open, end, locks } = await played(item('a', sequencing(limits('attemptLimit="1"'))) + item('b'))
  await end('a', { exit: 'suspend' })
  expect(await locks()).toEqual({})
  await end('a', failed)
  expect(await locks()).toEqual({ a: 'attempts_used' })
  const again = await open('a')
  expect([again.status, again.result.details?.[0]?.message]).toEqual([409, '这个单元的次数已用完，不能再次开始。'])
  expect((await open('b')).status).toBe(200)
  expect((await open('a', teacher)).status).toBe(200)
})

test('a limit of attempts may stand in sequencing that items share, and a unit is repeated until it is reached', async () => {
  const collection = `<imsss:sequencingCollection><imsss:sequencing ID="twice">${limits('attemptLimit="2"')}</imsss:sequencing></imsss:sequencingCollection>`
  const own = `<imsss:sequencing IDRef="twice">${rules(after('retry', notSatisfied))}</imsss:sequencing>`
  const { end } = await played(item('a', own), inFlow, collection)
  expect(await end('a', failed)).toBe('a')
  expect(await end('a', failed)).toBe('list')
})

test('a group is begun anew when somebody comes back to it, and no more often than it may', async () => {
  const { open, end, locks } = await played(
    group('g', item('a') + item('b') + sequencing(control(flow), limits('attemptLimit="1"'))) + item('c'),
  )
  await end('a')
  await end('b')
  expect(await locks()).toEqual({})
  await open('c')
  expect(await locks()).toEqual({ g: 'attempts_used', a: 'attempts_used', b: 'attempts_used' })
})

test('the measure of a group is that of its units by their weights, and decides where the package lets it', async () => {
  const objective =
    '<imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.6</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives>'
  const weighed = (id: string, weight: string) =>
    item(id, sequencing(`<imsss:rollupRules objectiveMeasureWeight="${weight}"/>`, rules(after('exitParent'))))
  const own = sequencing(control(flow), objective, rules(after('continue', condition('satisfied')), after('retry')))
  const { end } = await played(group('g', weighed('small', '0.25') + weighed('large', '0.75') + own) + item('z'))
  expect(await end('small', { score: { scaled: '1' } })).toBe('small')
  expect(await end('large', { score: { scaled: '0.4' } })).toBe('small')
  expect(await end('large', { score: { scaled: '0.5' } })).toBe('z')
})

test.each([
  ['', '<imsss:rollupRules rollupObjectiveSatisfied="false"/>'],
  ['ifAttempted', ''],
  ['ifNotSkipped', rules(before('skip'))],
])('a unit counts in its group when the package says so: %j %j', async (required, more) => {
  const extra = (parts: string) => item('extra', sequencing(parts))
  const considered = `<imsss:rollupConsiderations requiredForSatisfied="${required}"/>`
  const own = sequencing(control(flow), rules(after('continue', condition('satisfied')), after('retry')))
  const goesOn = async (parts: string) => {
    const first = item('a', sequencing(rules(after('exitParent'))))
    return (await played(group('g', first + extra(parts) + own) + item('z'))).end('a', passed)
  }
  expect([await goesOn(''), await goesOn(more + considered)]).toEqual(['a', 'z'])
})

test('a rule sees that no attempt is left', async () => {
  const quiz = item(
    'quiz',
    sequencing(limits('attemptLimit="1"'), rules(before('skip', condition('attemptLimitExceeded')))),
  )
  const { end } = await played(item('a') + quiz + item('b'))
  expect(await end('a', {}, 'continue')).toBe('quiz')
  await end('quiz')
  expect(await end('a', {}, 'continue')).toBe('b')
})

const lesson = item('a') + group('g', item('b') + item('c') + item('d') + sequencing(control(`${flow} choice="false"`)))

test.each([
  ['continue', 'c'],
  ['previous', 'a'],
  ['{target=a}choice', 'a'],
  ['{target=e}choice', 'e'],
  ['{target=g}choice', 'b'],
  // its group does not let one choose
  ['{target=d}choice', null],
  ['{target=d}jump', 'd'],
  ['{target=nobody}choice', null],
  ['{target=nobody}jump', null],
  ['{target=g}jump', null],
  ['_none_', null],
])('a unit that asks for %s leads to %j', async (request, unitId) => {
  expect(await (await played(lesson + item('e'))).end('b', {}, request)).toBe(unitId)
})

test.each(['exit', 'exitAll', 'abandon', 'abandonAll', 'suspendAll'])(
  'a unit that asks for %s leads to the list of its package',
  async (request) => {
    expect(await (await played(lesson)).end('b', {}, request)).toBe('list')
  },
)

test('a rule after a unit comes before what the unit asks for', async () => {
  const { end } = await played(item('a', sequencing(rules(after('retry', notSatisfied)))) + item('b'))
  expect(await end('a', failed, 'continue')).toBe('a')
  expect(await end('a', passed, 'continue')).toBe('b')
})

test('where a unit leads may be opened once, though it cannot be chosen', async () => {
  const { open, end } = await played(lesson)
  expect((await open('d')).status).toBe(409)
  expect(await end('b', {}, '{target=d}jump')).toBe('d')
  await open('a')
  expect((await open('d')).status).toBe(409)
  await end('b', {}, '{target=d}jump')
  expect((await open('d')).status).toBe(200)
})

test('a unit that suspends all goes on where it was, and one that is abandoned begins anew without a result', async () => {
  const { end, launched } = await played(lesson)
  await end('a', { location: 'page 3' }, 'suspendAll')
  expect((await launched('a')).cmi).toMatchObject({ entry: 'resume', location: 'page 3' })
  await end('b', { ...passed, location: 'page 3', exit: 'suspend' }, 'abandon')
  const { cmi } = await launched('b')
  expect([cmi.entry, cmi.location]).toEqual(['ab-initio', undefined])
  const { rows } = await sql<{ state: string; score: number | null }>`
    select state, score from courseware_unit_records where unit_id = 'b' order by updated_at desc limit 1`.execute(
    site.db,
  )
  expect(rows).toEqual([{ state: 'begun', score: null }])
})

test('who is in a group that keeps them inside chooses within it until it ends', async () => {
  const kept = sequencing(control(`${flow} choiceExit="false"`), rules(exitIf(condition('satisfied'))))
  const { open, end, locks } = await played(item('x') + group('g', item('a') + item('b') + kept) + item('y'))
  expect(await locks()).toEqual({})
  expect(await end('a', passed, '{target=y}choice')).toBeNull()
  expect(await locks()).toEqual({ x: 'not_yet', y: 'not_yet' })
  expect(await end('b', {}, '{target=a}choice')).toBe('a')
  expect(await end('b', {}, 'continue')).toBe('y')
  expect(await end('b', passed)).toBe('list')
  expect(await locks()).toEqual({})
  expect((await open('x')).status).toBe(200)
})

test('what a group holds that prevents being chosen is opened by going through it', async () => {
  const constraint = '<imsss:constrainedChoiceConsiderations preventActivation="true"/>'
  const g = group('g', item('b') + item('c') + sequencing(control(flow), constraint))
  const { end, locks, open } = await played(item('a') + g)
  expect(await locks()).toEqual({ b: 'not_yet', c: 'not_yet' })
  expect(await end('a', {}, '{target=c}choice')).toBeNull()
  expect(await end('a', {}, '{target=g}choice')).toBe('b')
  await open('b')
  expect(await locks()).toEqual({})
})

test('who is in an activity that constrains choice chooses in what is next to it', async () => {
  const constraint = '<imsss:constrainedChoiceConsiderations constrainChoice="true"/>'
  const g = group('g', item('c') + item('d') + sequencing(control(flow), constraint))
  const { open, locks } = await played(item('a') + item('b') + g + group('h', item('e') + item('f')) + item('z'))
  expect(await locks()).toEqual({})
  await open('c')
  expect(await locks()).toEqual({ a: 'not_yet', z: 'not_yet' })
})

test('"continue" and "previous" need a group that can be gone through, and one that can be gone back through', async () => {
  const units = item('a') + item('b') + item('c')
  const goesOn = async (modes: string, request: string) =>
    (await played(units, sequencing(control(modes)))).end('b', {}, request)
  expect(await goesOn('', 'continue')).toBeNull()
  expect([await goesOn(flow, 'continue'), await goesOn(flow, 'previous')]).toEqual(['c', 'a'])
  expect(await goesOn(`${flow} forwardOnly="true"`, 'previous')).toBeNull()
  const still = item('a') + group('g', item('b'))
  expect(await (await played(still)).end('a', {}, 'continue')).toBe('list')
  expect(await (await played(still)).end('a', {}, '{target=g}choice')).toBeNull()
  // a group that is not gone back through is begun at its first unit
  const onward = sequencing(control(`${flow} forwardOnly="true"`))
  expect(await (await played(group('g', units + onward) + item('z'))).end('z', {}, 'previous')).toBe('a')
})

test('what was gone past in a group that is not gone back through cannot be chosen', async () => {
  const { open, locks } = await played(
    item('a') + item('b') + item('c'),
    sequencing(control(`${flow} forwardOnly="true"`)),
  )
  await open('b')
  expect(await locks()).toEqual({ a: 'not_yet' })
})

test('who left a unit that cannot be chosen comes back to it', async () => {
  const hidden = item('b', sequencing(rules(before('hiddenFromChoice'))))
  const { open, end, resumed } = await played(item('a') + hidden)
  await end('a', passed, 'continue')
  expect(await resumed()).toBe('b')
  await end('b', { exit: 'suspend' })
  expect([await resumed(), (await open('b')).status]).toEqual(['b', 200])
  await end('b', {})
  expect([await resumed(), (await open('b')).status]).toEqual(['a', 409])
})

test('rules before an activity have it passed over, closed, hidden from choice, or nothing after it reached', async () => {
  const middle = (action: string) =>
    played(item('a') + item('b', sequencing(rules(before(action)))) + item('c') + group('g', item('d') + inFlow))
  const skip = await middle('skip')
  expect([await skip.end('a', {}, 'continue'), await skip.locks()]).toEqual(['c', {}])
  expect(await skip.end('c', {}, 'previous')).toBe('a')

  const disabled = await middle('disabled')
  expect(await disabled.locks()).toEqual({ b: 'not_yet' })
  expect(await disabled.end('a', {}, 'continue')).toBe('list')
  expect(await disabled.end('a', {}, '{target=b}jump')).toBeNull()
  expect((await disabled.open('b')).status).toBe(409)

  const hidden = await middle('hiddenFromChoice')
  expect((await hidden.open('b')).status).toBe(409)
  expect(await hidden.end('a', {}, '{target=b}choice')).toBeNull()
  expect(await hidden.end('a', {}, 'continue')).toBe('b')
  expect((await hidden.open('b')).status).toBe(200)

  const stopped = await middle('stopForwardTraversal')
  expect(await stopped.locks()).toEqual({ c: 'not_yet', g: 'not_yet', d: 'not_yet' })
  expect(await stopped.end('a', {}, 'continue')).toBe('b')
  expect(await stopped.end('b', {}, 'continue')).toBe('list')
  expect(await stopped.end('b', {}, 'previous')).toBe('a')
})

test('a unit that is passed over holds nobody up where units open one after the other', async () => {
  const passing = item('b', sequencing(rules(before('skip', condition('always')))))
  const { end, locks } = await played(item('a') + passing + item('c'), sequencing(control(`${flow} choice="false"`)))
  expect(await locks()).toEqual({ b: 'not_yet', c: 'not_yet' })
  await end('a')
  expect(await locks()).toEqual({})
})

test('a unit is told where it may ask to go, and again when what it wrote changes that', async () => {
  const objectives = (more: string) =>
    `<imsss:objectives><imsss:primaryObjective objectiveID="own"><imsss:mapInfo targetObjectiveID="known" ${more}/></imsss:primaryObjective></imsss:objectives>`
  const quiz = item('a', sequencing(objectives('writeSatisfiedStatus="true" readSatisfiedStatus="false"')))
  const waits = item('b', sequencing(rules(before('disabled', notSatisfied)), objectives('')))
  const { launched, commit } = await played(quiz + waits + item('c'))
  const { ways, visitId } = await launched('a')
  expect(ways).toEqual({
    next: null,
    previous: null,
    canContinue: false,
    canGoBack: false,
    choices: ['a', 'c'],
    jumps: ['a', 'c'],
  })
  expect(await commit(visitId, { location: '1' })).toMatchObject({ canContinue: false })
  expect(await commit(visitId, { location: '2' }, 2)).toBeNull()
  const now = await commit(visitId, passed, 3)
  expect(now).toMatchObject({ next: 'b', canContinue: true, choices: ['a', 'b', 'c'], jumps: ['a', 'b', 'c'] })
})

test('the buttons of the page lead to what can be chosen where a package cannot be gone through, and a unit may hide them', async () => {
  const hide = (...names: string[]) =>
    `<adlnav:presentation><adlnav:navigationInterface>${names.map((name) => `<adlnav:hideLMSUI>${name}</adlnav:hideLMSUI>`).join('')}</adlnav:navigationInterface></adlnav:presentation>`
  const units =
    item('a', hide('continue', 'suspendAll')) +
    item('b', sequencing(rules(before('disabled')))) +
    item('c', hide('previous')) +
    item('d')
  const { launched } = await played(units, '')
  const buttons = async (unitId: string) => {
    const { ways } = await launched(unitId)
    return [ways?.previous, ways?.next]
  }
  expect([await buttons('a'), await buttons('c'), await buttons('d')]).toEqual([
    [null, null],
    [null, 'd'],
    ['c', null],
  ])
})

test('a unit is told of the time that it has and of what it spent in this attempt', async () => {
  const timed =
    sequencing(limits('attemptAbsoluteDurationLimit="PT10M"')) +
    '<adlcp:timeLimitAction>exit,message</adlcp:timeLimitAction>'
  const { end, launched } = await played(item('a', timed))
  await end('a', { session_time: 'PT4M', exit: 'suspend' })
  const { cmi } = await launched('a')
  expect(cmi).toMatchObject({ max_time_allowed: 'PT10M', time_limit_action: 'exit,message', total_time: 'PT240S' })
  await end('a', { session_time: 'PT3M' })
  expect((await launched('a')).cmi).toMatchObject({ entry: 'ab-initio', total_time: 'PT0S' })
})

test('a manifest whose items share more rules than a package may have is refused', async () => {
  const many = Array.from({ length: 50 }, () => before('disabled', condition('attempted').repeat(50))).join('')
  const collection = `<imsss:sequencingCollection><imsss:sequencing ID="many">${rules(many)}</imsss:sequencing></imsss:sequencingCollection>`
  const items = Array.from({ length: 9 }, (_, at) => item(`i${at}`, '<imsss:sequencing IDRef="many"/>')).join('')
  await expect(played(items, inFlow, collection)).rejects.toThrow('too_many_rules')
})

test('two thousand units that are passed over, in groups as deep as a manifest may be, are gone through', () => {
  const skipped = sequencing(control(flow), rules(before('skip', condition('attempted', 'operator="not"'))))
  const flat = Array.from({ length: 1900 }, (_, at) => item(`i${at}`, skipped)).join('')
  const deep = Array.from({ length: 90 }).reduce<string>(
    (inside, _, at) => group(`g${at}`, inside + inFlow),
    item('deepest'),
  )
  const manifest = scormManifest(item('first') + flat + deep, { whole: inFlow })
  const { units } = readScorm(parseXmlTree(manifest, { elements: 200_000, depth: 100 }), manifest)
  const begun: UnitRecord = { state: 'begun', score: null, cmi: null, attempts: 1, isGoingOn: false }
  const learning = { units, records: new Map([['first', begun]]), place: outside }
  const end = { unitId: 'first', request: { kind: 'continue' }, isPutAside: false } as const
  expect(endOf(learning, end).following).toEqual({ unitId: 'deepest' })
  expect(waysOf(learning, 'first', false).choices).toHaveLength(units.length - 1)
})
