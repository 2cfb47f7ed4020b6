// What a whole test run says at its end: each of its parts, with how many tests it has, how long it took, what failed
// and why. Plain JavaScript without dependencies, as what starts it.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

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
  return [line, ...(report ? failedTests(report).flatMap(linesOfFailure) : [])].join('\n')
}

const linesOfReason = 12
const lettersOfLine = 240

/** The reason with the test: of a long run often only the end is kept. */
function linesOfFailure({ test, reasons }) {
  const said = stripVTControlCharacters(reasons.join('\n')).split('\n')
  const reason = said.filter((line) => line.trim() !== '').slice(0, linesOfReason)
  return [`    ${test}`, ...reason.map((line) => `      ${line.slice(0, lettersOfLine)}`)]
}

function numberOfTests({ numTotalTests, stats }) {
  return numTotalTests ?? stats.expected + stats.unexpected + stats.flaky
}

/** Each failed test with its file and what it said, from a report of Vitest or of Playwright. */
function failedTests({ testResults, suites }) {
  return testResults ? testResults.flatMap(failedOfFile) : suites.flatMap(failedOfSuite)
}

function failedOfFile({ name, status, message, assertionResults }) {
  const file = relative(process.cwd(), name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  // a file that cannot be loaded has no tests
  if (status === 'failed' && failed.length === 0) return [{ test: file, reasons: [message] }]
  return failed.map(({ fullName, failureMessages }) => ({ test: `${file} › ${fullName}`, reasons: failureMessages }))
}

function failedOfSuite({ specs = [], suites = [] }) {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => ({
      test: `${file}:${line} › ${title}`,
      reasons: tests.flatMap(({ results }) => results).flatMap(({ errors }) => errors.map(({ message }) => message)),
    }))
  return [...failed, ...suites.flatMap(failedOfSuite)]
}
