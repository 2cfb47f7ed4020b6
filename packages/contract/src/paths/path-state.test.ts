import { expect, test } from 'vitest'
import { columnsOf, findCycle } from './path-graph.ts'
import { type PlannedStage, pathState, type Walked } from './path-state.ts'

const branch = (id: string, ...items: string[]) => ({ id, items: items.map((item) => ({ id: item, minutes: 60 })) })
const stages: PlannedStage[] = [
  { id: 's1', rule: 'all', after: [], branches: [branch('look', 'a')] },
  { id: 's2', rule: 'one', after: ['s1'], branches: [branch('render', 'b', 'c'), branch('play', 'd')] },
  { id: 's3', rule: 'all', after: ['s2'], branches: [branch('perf', 'e'), branch('ship', 'f')] },
]
const at = (
  done: string[],
  { begun = [], kept = [], chosen = {} }: { begun?: string[]; kept?: string[]; chosen?: Record<string, string> } = {},
): Walked => ({
  items: new Map<string, { done: boolean; percent: number }>([
    ...done.map((id) => [id, { done: true, percent: 100 }] as const),
    ...begun.map((id) => [id, { done: false, percent: 50 }] as const),
  ]),
  doneBranches: new Set(kept),
  choices: new Map(Object.entries(chosen)),
})
const statuses = (walked: Walked, of = stages) =>
  Object.fromEntries([...pathState(of, walked).branches].map(([id, { status }]) => [id, status]))

test('stages that wait for each other are named in their order', () => {
  expect(findCycle(stages)).toBeNull()
  expect(
    findCycle([
      { id: 'a', after: ['b'] },
      { id: 'b', after: ['c'] },
      { id: 'c', after: ['a'] },
    ]),
  ).toEqual(['a', 'b', 'c'])
  expect(findCycle([{ id: 'a', after: ['a'] }])).toEqual(['a'])
})

test('a stage stands right of everything that it comes after', () => {
  const columns = columnsOf([
    { id: 'end', after: ['left', 'right'] },
    { id: 'left', after: ['first'] },
    { id: 'right', after: ['left'] },
    { id: 'first', after: [] },
  ])
  expect(columns.map((column) => column.map(({ id }) => id))).toEqual([['first'], ['left'], ['right'], ['end']])
})

test('a stage opens when the stages before it are done, and says what it waits for', () => {
  expect(statuses(at([]))).toEqual({
    look: 'current',
    render: 'locked',
    play: 'locked',
    perf: 'locked',
    ship: 'locked',
  })
  expect(pathState(stages, at([])).waitsFor.get('s3')).toEqual(['s2'])
  expect(statuses(at(['a']))).toMatchObject({ look: 'done', render: 'current', play: 'open', perf: 'locked' })
})

test('one branch of a choice is enough, and what was learned in another stays', () => {
  const state = pathState(stages, at(['a', 'd'], { begun: ['b'], chosen: { s2: 'play' } }))
  expect(state.doneStages).toEqual(new Set(['s1', 's2']))
  expect(state.branches.get('render')).toMatchObject({ status: 'open', counts: false, percent: 25 })
  expect(state.next).toEqual({ stageId: 's3', branchId: 'perf', itemId: 'e' })
})

test('what was begun or done is never locked, whatever is put before it', () => {
  expect(statuses(at(['f'], { begun: ['e'] }))).toMatchObject({ perf: 'open', ship: 'done', render: 'locked' })
  const changed = [{ id: 's0', rule: 'all' as const, after: [], branches: [branch('new', 'n')] }, ...stages].map(
    (stage) => (stage.id === 's1' ? { ...stage, after: ['s0'] } : stage),
  )
  expect(statuses(at(['a']), changed)).toMatchObject({ new: 'current', look: 'done' })
})

test('a branch that was finished once stays so, with items that came since', () => {
  const grown = stages.map((stage) =>
    stage.id === 's1' ? { ...stage, branches: [branch('look', 'a', 'new')] } : stage,
  )
  expect(statuses(at(['a'], { kept: ['look'] }), grown).look).toBe('done')
})

test('what is gone holds nobody up, and a path of nothing is never completed', () => {
  const emptied = stages.map((stage) => (stage.id === 's1' ? { ...stage, branches: [branch('look')] } : stage))
  expect(statuses(at([]), emptied)).toMatchObject({ render: 'current' })
  const nothing = stages.map((stage) => ({ ...stage, branches: stage.branches.map(({ id }) => branch(id)) }))
  expect(pathState(nothing, at([])).completed).toBe(false)
})

test('percent counts minutes of what counts, and is 100 at the end alone', () => {
  expect(pathState(stages, at(['a'], { begun: ['b'] }))).toMatchObject({ percent: 30, minutes: 300, minutesLeft: 210 })
  const all = pathState(stages, at(['a', 'b', 'c', 'e', 'f']))
  expect(all).toMatchObject({ completed: true, percent: 100, minutesLeft: 0, next: null })
})
