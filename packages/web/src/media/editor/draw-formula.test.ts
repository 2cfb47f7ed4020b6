// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { drawnFormula } from './draw-formula.ts'

vi.mock('temml', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('a formula whose script does not come stays as it was written', async () => {
  expect(await drawnFormula('x^2', false)).toBeNull()
})
