import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles, root } from './files.ts'
import { provenIds, readLedger, waitingRows } from './spec.ts'

test('a row that waits for a later step is a row of the specification, and has no test yet', () => {
  const rows = new Set(readLedger().map(({ id }) => id))
  const proven = provenIds()
  const waiting = [...waitingRows()]
  expect(waiting.filter(([id]) => !rows.has(id) || proven.has(id))).toEqual([])
  expect(waiting.filter(([, step]) => !['community', 'campus', 'none'].includes(step))).toEqual([])
})

test('a row that speaks of nothing on the site is named by the decision that says so', () => {
  const decisions = projectFiles('docs/decisions/*.md').map((file) => readFileSync(resolve(root, file), 'utf8'))
  const without = [...waitingRows()].filter(([, step]) => step === 'none').map(([id]) => id)
  expect(without.filter((id) => !decisions.some((text) => text.includes(id)))).toEqual([])
})

test('tests name rows of the specification and no others', () => {
  const rows = new Set(readLedger().map(({ id }) => id))
  expect([...provenIds()].filter((id) => !rows.has(id))).toEqual([])
})
