import { expect, test } from 'vitest'
import { type MergeableRecord, mergedRecord } from './merged-record.ts'

const day = (number: number) => new Date(Date.UTC(2026, 2, number))

const begun: MergeableRecord = {
  work_id: 'ltu_1',
  item_id: 'ltu_1',
  last_item_id: 'ltu_1',
  completed: false,
  completed_time: null,
  last_completed_time: null,
  with_all: true,
  version_id: null,
  versions: {},
  steps: {},
  answers: null,
  frozen_until: null,
  started_at: day(1),
  updated_time: day(1),
  last_viewed_time: day(1),
  last_section_id: null,
  last_act: 'started',
  home_hidden: false,
  feedback_given: false,
  parent_ids: [],
}

test('a step that is done in either record is done, and of two equal ones the newer counts', () => {
  const one = {
    ...begun,
    steps: { a: { completed: true, updatedTime: 10 }, b: { completed: false, updatedTime: 50 } },
  }
  const other = {
    ...begun,
    steps: { b: { completed: true, updatedTime: 20 }, a: { completed: true, updatedTime: 30 } },
  }
  const steps = { a: { completed: true, updatedTime: 30 }, b: { completed: true, updatedTime: 20 } }
  expect(mergedRecord(one, other).steps).toEqual(steps)
  expect(mergedRecord(other, one).steps).toEqual(steps)
})

test('a completed record stays completed beside a newer one, with the first and the latest completion', () => {
  const done = { ...begun, completed: true, completed_time: day(3), last_completed_time: day(3), updated_time: day(3) }
  const again = {
    ...begun,
    completed_time: day(2),
    last_completed_time: day(8),
    started_at: day(2),
    updated_time: day(9),
    last_viewed_time: day(9),
    last_section_id: 'se_9',
    last_act: 'reopened',
  }
  expect(mergedRecord(done, again)).toMatchObject({
    completed: true,
    completed_time: day(2),
    last_completed_time: day(8),
    started_at: day(1),
    updated_time: day(9),
    last_section_id: 'se_9',
    last_act: 'reopened',
  })
})

test('the answers of a finished quiz are not lost to a new attempt, and the longer freeze holds', () => {
  const finished = { ...begun, completed: true, answers: { q: ['right'] }, frozen_until: day(5), updated_time: day(2) }
  const open = { ...begun, answers: null, frozen_until: day(4), updated_time: day(6) }
  expect(mergedRecord(finished, open)).toMatchObject({ answers: { q: ['right'] }, frozen_until: day(5) })
})

test('a version that was completed once stays so', () => {
  const one = { ...begun, versions: { '2022.3': { completed: true, completedTime: 5 } } }
  const other = {
    ...begun,
    versions: { '2022.3': { completed: false, completedTime: null }, '6000.0': { completed: true, completedTime: 9 } },
  }
  expect(mergedRecord(other, one).versions).toEqual({
    '2022.3': { completed: true, completedTime: 5 },
    '6000.0': { completed: true, completedTime: 9 },
  })
})

test('merging a record with itself changes nothing', () => {
  const record = { ...begun, steps: { a: { completed: true, updatedTime: 1 } }, parent_ids: ['lco_1'] }
  expect(mergedRecord(record, record)).toEqual(record)
})
