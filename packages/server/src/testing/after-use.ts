import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Runs a clean-up, such as closing a server: after the running test, or after the file when no test is running. Vitest
 * registers `afterAll` only while it collects tests, and ignores a call of it within a test.
 */
export function afterUse(cleanUp: () => unknown): void {
  const atEnd = async () => {
    await cleanUp()
  }
  if (TestRunner.getCurrentTest()) onTestFinished(atEnd)
  else afterAll(atEnd)
}
