// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { ChoicePage } from './choice-page.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const here = '/lti/choose/ticket'
const lesson = { id: 'ltu_1', type: 'tutorial' as const, title: '第一盏灯', language: 'zh', stepCount: 2 }
const choice = { platform: '教学平台', takesScore: true, results: [lesson], opened: null }

test('each item is chosen as a whole, with a column of marks where the platform takes one, or by a step', () => {
  show(<ChoicePage choice={choice} here={here} q="灯" />, learnerSession(), { at: here })
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: '标题里的词' }).value).toBe('灯')
  const row = within(screen.getByRole('listitem'))
  expect(row.getByText('教程 · 2步')).toBeTruthy()
  expect(row.getByRole<HTMLInputElement>('checkbox', { name: '在平台上建一栏成绩' }).checked).toBe(true)
  expect(row.getByRole('button', { name: '选这个：第一盏灯' })).toBeTruthy()
  expect(row.getByRole('link', { name: '只选一步：第一盏灯' }).getAttribute('href')).toContain('item=ltu_1')
  cleanup()
  show(<ChoicePage choice={{ ...choice, takesScore: false }} here={here} q="" />, learnerSession(), { at: here })
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('the steps of an item stand under it; where nothing is found it is said', () => {
  const opened = { item: lesson, steps: [{ id: 'se_1', title: '光源' }] }
  show(<ChoicePage choice={{ ...choice, opened }} here={here} q="" />, learnerSession(), { at: here })
  expect(screen.getByRole('button', { name: '选这个：光源' })).toBeTruthy()
  cleanup()
  show(<ChoicePage choice={{ ...choice, results: [] }} here={here} q="无" />, learnerSession(), { at: here })
  expect(screen.getByRole('heading', { name: '没有找到' })).toBeTruthy()
})
