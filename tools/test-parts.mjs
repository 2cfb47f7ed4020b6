// What a whole test run says at its end: each of its parts, with how many tests it has, how long it took and what
// failed. Plain JavaScript without dependencies, as what starts it.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

/** `folder` is where the parts write their reports to. */
export function testParts(folder) {
  const parts = []
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const reportOf = (name) => join(folder, `${name.replaceAll(' ', '-')}.json`)
  // also where the process ends early
  process.on('exit', () => console.log(`\n${parts.map((part) => linesOf(part, reportOf(part.name))).join('\n')}\n`))
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

function linesOf({ name, startedAt, endedAt, hasFailed }, file) {
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const seconds = Math.round(((endedAt ?? performance.now()) - startedAt) / 1000)
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`
  const end = hasFailed ? '  failed' : endedAt ? '' : '  not finished'
  const tests = report ? `${numberOfTests(report)} tests` : ''
  const line = `  ${name.padEnd(22)}${tests.padStart(12)}${time.padStart(12)}${end}`
  return [line, ...(report ? failedTests(report) : []).map((test) => `    ${test}`)].join('\n')
}

function numberOfTests({ numTotalTests, stats }) {
  return numTotalTests ?? stats.expected + stats.unexpected + stats.flaky
}

/** Each failed test with its file, from a report of Vitest or of Playwright. */
function failedTests({ testResults, suites }) {
  return testResults ? testResults.flatMap(failedOfFile) : suites.flatMap(failedOfSuite)
}

function failedOfFile({ name, status, assertionResults }) {
  const file = relative(process.cwd(), name)
  const failed = assertionResults.filter((test) => test.status === 'failed').map((test) => `${file} › ${test.fullName}`)
  // a file that cannot be loaded has no tests
  return status === 'failed' && failed.length === 0 ? [file] : failed
}

function failedOfSuite({ specs = [], suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok).map(({ file, line, title }) => `${file}:${line} › ${title}`)
  return [...failed, ...suites.flatMap(failedOfSuite)]
}
