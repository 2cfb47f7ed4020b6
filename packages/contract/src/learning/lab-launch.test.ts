import { expect, test } from 'vitest'
import { launchState, opensLabOnLoad } from './lab-launch.ts'

test('a launch is initial until the lab is opened, then in progress, then succeeded [LEARN-054]', () => {
  expect([launchState(null, 1_000), launchState(1_000, 1_000), launchState(1_000, 900_000)]).toEqual([
    'initial',
    'inProgress',
    'succeeded',
  ])
})

test('it becomes succeeded after 240000 ms, and not a moment before [LEARN-055]', () => {
  expect([launchState(5_000, 244_999), launchState(5_000, 245_000)]).toEqual(['inProgress', 'succeeded'])
})

test('the dialog is there at once only for a hidden item with a lab [LEARN-052]', () => {
  expect(opensLabOnLoad({ withLab: true, hidden: true })).toBe(true)
  expect(opensLabOnLoad({ withLab: true, hidden: false })).toBe(false)
  expect(opensLabOnLoad({ withLab: false, hidden: true })).toBe(false)
})
