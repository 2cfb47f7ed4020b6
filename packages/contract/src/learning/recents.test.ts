import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldRecents } from './recents.ts'

test('at most three are listed; folded, only the first [LEARN-005 LEARN-012]', () => {
  expect(foldRecents(['a', 'b', 'c', 'd'], false)).toEqual({ shown: ['a', 'b', 'c'], foldable: 2, hasToggle: true })
  expect(foldRecents(['a', 'b', 'c', 'd'], true)).toEqual({ shown: ['a'], foldable: 2, hasToggle: true })
  expect(foldRecents(['a'], true)).toEqual({ shown: ['a'], foldable: 0, hasToggle: false })
  expect(foldRecents([], false)).toEqual({ shown: [], foldable: 0, hasToggle: false })
})

test('the label counts what the fold hides [LEARN-012]', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 6 }), (items) => {
      const [open, folded] = [foldRecents(items, false), foldRecents(items, true)]
      expect(open.shown.length - folded.shown.length).toBe(folded.foldable)
    }),
  )
})
