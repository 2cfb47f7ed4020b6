import type { StageForm } from '@lantern/contract/paths/path-editing.ts'
import { expect, test } from 'vitest'
import { reordered, takenOut, withStage } from './path-draft.ts'

const stage = (id: string, after: string[], items: string[] = []): StageForm => ({
  id,
  rule: 'all',
  after,
  branches: [{ id: `b${id}`, title: id, items, test: null }],
})
const afterOf = (stages: readonly StageForm[]) => stages.map(({ id, after }) => [id, ...after])

test('stages that follow each other still do in another order, without one of them, and with one more', () => {
  const [a, b, c] = [stage('a', []), stage('b', ['a']), stage('c', ['b'])]
  expect(afterOf(reordered([a, b, c], [c, a, b]))).toEqual([['c'], ['a', 'c'], ['b', 'a']])
  expect(afterOf(reordered([a, b, c], [a, c]))).toEqual([['a'], ['c', 'a']])
  expect(withStage([a, b]).at(-1)?.after).toEqual(['b'])
})

test('in a graph the order changes nothing of what comes after what, and what is gone is passed over', () => {
  const [a, b, c, d] = [stage('a', []), stage('b', ['a']), stage('c', ['a']), stage('d', ['b', 'c'])]
  expect(afterOf(reordered([a, b, c, d], [a, c, b, d]))).toEqual([['a'], ['c', 'a'], ['b', 'a'], ['d', 'b', 'c']])
  expect(afterOf(reordered([a, b, c, d], [a, b, d]))).toEqual([['a'], ['b', 'a'], ['d', 'b', 'a']])
  const [e, f] = [stage('e', ['f']), stage('f', ['e'])]
  expect(afterOf(reordered([e, f], [e]))).toEqual([['e']])
})

test('only what learners have begun and what is nowhere on the path any more is asked about', () => {
  const form = (stages: StageForm[]) => ({
    slug: 'x',
    title: 'x',
    description: '',
    language: 'zh',
    givesCertificate: false,
    published: true,
    stages,
  })
  const before = form([stage('a', [], ['i1', 'i2', 'i3']), stage('b', ['a'], ['i4'])])
  const begun = { i1: 2, i3: 5, i4: 1 }
  expect(takenOut(before, form([stage('a', [], ['i2', 'i4'])]), begun)).toEqual(['i3', 'i1'])
  expect(takenOut(before, before, begun)).toEqual([])
})
