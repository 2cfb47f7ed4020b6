import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Takes away what is used: at the end of the test that is under way, or of the file where none is. Vitest hears of an
 * `afterAll` only before the first test runs, and drops without a word one that is said within a test.
 */
export function afterUse(takeAway: () => unknown): void {
  const atEnd = async () => {
    await takeAway()
  }
  if (TestRunner.getCurrentTest()) onTestFinished(atEnd)
  else afterAll(atEnd)
}
