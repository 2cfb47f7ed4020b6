import { expect, test } from 'vitest'
import { idPrefixes } from '../ids.ts'
import {
  homeTabCriteria,
  homeTabs,
  isFree,
  itemTypes,
  livePeriods,
  skillLevels,
  skillLevelsOf,
  tagTypes,
} from './item-types.ts'

test('the content types are seven, each with an id prefix of its own [CAT-002]', () => {
  expect([...itemTypes].sort()).toEqual(['course', 'faq', 'liveSession', 'project', 'quiz', 'submission', 'tutorial'])
  expect(new Set(itemTypes.map((type) => idPrefixes[type])).size).toBe(7)
})

test('the skill levels are four, in rising order', () => {
  expect(skillLevelsOf('global')).toEqual(['foundational', 'beginner', 'intermediate', 'advanced'])
})

test('the China edition leaves the foundational level out [CAT-047]', () => {
  expect(skillLevelsOf('cn')).toEqual(skillLevels.slice(1))
})

test('what can be saved as an interest is a topic or an industry [CAT-048]', () => {
  expect([...tagTypes]).toEqual(['topic', 'industry'])
})

test('the calendar has three tabs [LIVE-003]', () => {
  expect([...livePeriods]).toEqual(['opening', 'coming', 'previous'])
})

test('each home tab stands for a level and an order [CAT-023]', () => {
  expect(homeTabs.map((tab) => [tab, homeTabCriteria[tab].sl, homeTabCriteria[tab].ob])).toEqual([
    ['newToUnity', 'beginner', 'starts'],
    ['familiarWithUnity', 'intermediate', 'starts'],
    ['powerUser', 'advanced', 'recency'],
  ])
})

test('an item is free when it is neither premium nor paid [CAT-003]', () => {
  expect(isFree({ premium: false, withPay: false })).toBe(true)
  expect(isFree({ premium: true, withPay: false })).toBe(false)
  expect(isFree({ premium: false, withPay: true })).toBe(false)
})
