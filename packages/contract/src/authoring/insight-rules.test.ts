import { expect, test } from 'vitest'
import { protectCount, protectCounts, signsOfQuestion } from './insight-rules.ts'

test('a count from one to four is not shown, none and five are', () => {
  expect([0, 1, 4, 5, 80].map(protectCount)).toEqual([0, null, null, 5, 80])
})

test('one hidden count takes the smallest other one along, so that the total does not give it away', () => {
  expect(protectCounts([10, 3, 7, 0])).toEqual([10, null, null, 0])
  expect(protectCounts([10, 3, 2, 0])).toEqual([10, null, null, 0])
  expect(protectCounts([10, 5, 0])).toEqual([10, 5, 0])
  expect(protectCounts([2, 0, 0])).toEqual([null, 0, 0])
  expect(protectCounts([])).toEqual([])
})

test('a question gets the signs of the usual rules of thumb, and none while few have answered', () => {
  const options = [
    { correct: true, chosen: 10 },
    { correct: false, chosen: 0 },
    { correct: false, chosen: 30 },
  ]
  const figures = { shareRight: 0.25, discrimination: -0.1, options, learners: 40 }
  expect(signsOfQuestion(figures)).toEqual(['too_hard', 'key_in_doubt', 'unused_option'])
  expect(signsOfQuestion({ ...figures, learners: 19 })).toEqual([])
  expect(signsOfQuestion({ ...figures, shareRight: 0.6, discrimination: 0.1, options: [] })).toEqual(['weak'])
  expect(signsOfQuestion({ ...figures, shareRight: 0.97, discrimination: 0.1, options: [] })).toEqual(['too_easy'])
  expect(signsOfQuestion({ ...figures, shareRight: 0.6, discrimination: 0.4, options: [] })).toEqual([])
})
