import { expect, test } from 'vitest'
import { provenIds, readLedger, waitingRows } from './spec.ts'

test('a row that waits for a later step is a row of the specification, and has no test yet', () => {
  const rows = new Set(readLedger().map(({ id }) => id))
  const proven = provenIds()
  const waiting = [...waitingRows()]
  expect(waiting.filter(([id]) => !rows.has(id) || proven.has(id))).toEqual([])
  expect(waiting.filter(([, step]) => !['shop', 'community', 'campus'].includes(step))).toEqual([])
})

test('tests name rows of the specification and no others', () => {
  const rows = new Set(readLedger().map(({ id }) => id))
  expect([...provenIds()].filter((id) => !rows.has(id))).toEqual([])
})
