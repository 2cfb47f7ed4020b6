// @vitest-environment jsdom
import type { LearningPath, PathBranch } from '@lantern/contract/paths/paths.ts'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { PathGraph } from './path-graph.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

function stage(id: string, after: string[], status: PathBranch['status']): LearningPath['stages'][number] {
  const facts = { counts: true, percent: status === 'current' ? 28 : 0, minutes: 60, minutesLeft: 60, doneAt: null }
  const branch = { ...facts, id: `${id}b`, title: id, status, testPercent: null, items: [], test: null }
  return { id, rule: 'all', after, done: status === 'done', waitsFor: [], branches: [branch] }
}

test('the line into the branch that one is in is walked, the line out of it is not', () => {
  const stages = [stage('one', [], 'done'), stage('two', ['one'], 'current'), stage('three', ['two'], 'locked')]
  const path: LearningPath = {
    id: 'pa_1',
    slug: 'engine',
    title: '引擎',
    description: '',
    language: 'zh',
    organisationName: null,
    givesCertificate: false,
    minutes: 180,
    published: true,
    mayEdit: false,
    stages,
    own: null,
  }
  const { container } = show(<PathGraph path={path} branchAddress={(id) => `?b=${id}`} />, learnerSession())
  const lines = [...container.querySelectorAll('svg path')].filter((line) => line.getAttribute('d')?.includes('H'))
  expect(lines.map((line) => line.classList.contains('walked'))).toEqual([true, true, false, false])
})
