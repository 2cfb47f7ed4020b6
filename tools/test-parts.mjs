// What a whole test run says at its end: each of its parts, with how many tests it has and how long it took.
// Plain JavaScript without dependencies, as what starts it.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** `folder` is where the parts write their reports to. */
export function testParts(folder) {
  const parts = []
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const reportOf = (name) => join(folder, `${name.replaceAll(' ', '-')}.json`)
  // also where the process ends early
  process.on('exit', () => console.log(`\n${parts.map((part) => lineOf(part, reportOf(part.name))).join('\n')}\n`))
  return {
    /**
     * Runs one part. `work` gets the file that its tests are to be reported in, as JSON of Vitest or Playwright, and
     * answers with the exit code of what it ran, or with nothing.
     */
    async run(name, work) {
      const part = { name, startedAt: performance.now(), hasFailed: false }
      parts.push(part)
      part.hasFailed = Boolean(await work(reportOf(name)))
      part.endedAt = performance.now()
    },
    haveFailed: () => parts.some(({ hasFailed }) => hasFailed),
  }
}

function lineOf({ name, startedAt, endedAt, hasFailed }, report) {
  const seconds = Math.round(((endedAt ?? performance.now()) - startedAt) / 1000)
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`
  const end = hasFailed ? '  failed' : endedAt ? '' : '  not finished'
  const tests = existsSync(report) ? `${numberOfTests(JSON.parse(readFileSync(report, 'utf8')))} tests` : ''
  return `  ${name.padEnd(22)}${tests.padStart(12)}${time.padStart(12)}${end}`
}

function numberOfTests({ numTotalTests, stats }) {
  return numTotalTests ?? stats.expected + stats.unexpected + stats.flaky
}
