import { expect, test } from 'vitest'
import type { Group } from '../roles.ts'
import { adminDataTypes, filterBarVariants, filtersOf, seesOwnerFilter } from './filter-bars.ts'

const member = (...groups: Group[]) => ({ groups })
const extra = ['owner', 'status', 'hidden', 'premium']

test('every variant of the filter bar offers filters of its own', () => {
  expect([...filterBarVariants]).toEqual(
    'default creator search landing educators submission cncreator cnlanding newcnlanding'.split(' '),
  )
  for (const variant of filterBarVariants) expect(filtersOf(variant, member()).length).toBeGreaterThan(0)
  expect(filtersOf('educators', member())).toContain('instruction')
  expect(filtersOf('educators', member())).toContain('ageRange')
})

test('admins, editors and creators see further filters, nobody else does', () => {
  for (const groups of [['admin'], ['learn_editor'], ['learn_editor_zh'], ['learn_creator']] as Group[][]) {
    expect(filtersOf('search', member(...groups))).toEqual(expect.arrayContaining(['status', 'hidden', 'premium']))
  }
  for (const groups of [[], ['learn_moderator'], ['campus_admin']] as Group[][]) {
    expect(filtersOf('search', member(...groups)).filter((key) => extra.includes(key))).toEqual([])
  }
})

test('the owner filter is for admins and editors of any language, not for creators', () => {
  for (const group of ['admin', 'super_admin', 'learn_admin', 'learn_editor', 'learn_editor_ko'] as Group[]) {
    expect(filtersOf('search', member(group))).toContain('owner')
  }
  for (const group of ['learn_creator', 'learn_creator_zh', 'learn_moderator'] as Group[]) {
    expect(seesOwnerFilter(member(group))).toBe(false)
    expect(filtersOf('search', member(group))).not.toContain('owner')
  }
})

test('the creator variants choose among the types that an administrator lists', () => {
  expect(filtersOf('creator', member('learn_admin'))).toContain('type')
  expect(filtersOf('search', member('learn_admin'))).not.toContain('type')
  expect([...adminDataTypes]).toEqual(expect.arrayContaining(['tutorial', 'project', 'course', 'quiz', 'liveSession']))
})
