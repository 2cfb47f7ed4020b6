import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './files.ts'

/** What a run says at its end, of parts with these exit codes and reports. */
async function saidOf(parts: Record<string, unknown>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'test-parts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'parts.json'), JSON.stringify(parts))
  const script = `import { readFileSync, writeFileSync } from 'node:fs'
    import { testParts } from ${JSON.stringify(resolve(root, 'tools/test-parts.mjs'))}
    const parts = testParts(${JSON.stringify(join(folder, 'reports'))})
    for (const [name, { code, report }] of Object.entries(JSON.parse(readFileSync('${join(folder, 'parts.json')}'))))
      await parts.run(name, (file) => {
        if (report) writeFileSync(file, JSON.stringify(report))
        return code
      })`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: root })
  return stdout
}

test('a run ends with its parts, and each failed test with its file and why it failed', async () => {
  const file = (name: string, status: string, assertionResults: unknown[], message = '') => ({
    name: resolve(root, name),
    status,
    message,
    assertionResults,
  })
  const trace = Array.from({ length: 40 }, (_, n) => `    at line ${n}`).join('\n')
  const said = await saidOf({
    build: { code: 0 },
    server: {
      code: 1,
      report: {
        numTotalTests: 3,
        testResults: [
          file('packages/server/src/cart.test.ts', 'failed', [
            {
              fullName: 'the cart keeps twenty',
              status: 'failed',
              failureMessages: ['\u001b[31mError: 21 is not 20\u001b[39m\n\n    at cart.test.ts:9'],
            },
            { fullName: 'the cart is empty', status: 'passed', failureMessages: [] },
          ]),
          file('packages/server/src/broken.test.ts', 'failed', [], `Error: no database\n${trace}`),
          file('packages/server/src/order.test.ts', 'passed', [
            { fullName: 'an order is paid', status: 'passed', failureMessages: [] },
          ]),
        ],
      },
    },
    journeys: {
      code: 1,
      report: {
        stats: { expected: 1, unexpected: 1, flaky: 0 },
        suites: [
          {
            specs: [{ ok: true, file: 'buy.e2e.ts', line: 3, title: 'a guest buys', tests: [] }],
            suites: [
              {
                specs: [
                  {
                    ok: false,
                    file: 'buy.e2e.ts',
                    line: 9,
                    title: 'a phone pays',
                    tests: [{ results: [{ errors: [{ message: 'Error: the code is not seen' }] }] }],
                  },
                ],
              },
            ],
          },
        ],
      },
    },
  })
  const lines = said
    .trim()
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/\d+:\d\d min/, 'min')
        .replaceAll(/\s+/g, ' '),
    )
  expect(lines).toEqual([
    'build min',
    'server 3 tests min failed',
    'packages/server/src/cart.test.ts › the cart keeps twenty',
    'Error: 21 is not 20',
    'at cart.test.ts:9',
    'packages/server/src/broken.test.ts',
    'Error: no database',
    ...Array.from({ length: 11 }, (_, n) => `at line ${n}`),
    'journeys 2 tests min failed',
    'buy.e2e.ts:9 › a phone pays',
    'Error: the code is not seen',
  ])
})
