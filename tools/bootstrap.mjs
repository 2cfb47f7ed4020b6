// The first thing that runs on a fresh clone, on any Node of the machine: it installs what the project needs,
// among it the Node that everything else runs on, builds the pages, and hands over. Plain JavaScript, no dependencies.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from './run-command.mjs'
import { testParts } from './test-parts.mjs'
import { requireTestPrograms } from './test-programs.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const bin = join(root, 'node_modules', '.bin')
const node = join(bin, process.platform === 'win32' ? 'node.cmd' : 'node')
// how the site's process keeps its memory small (docs/decisions/018-memory.md)
const site = JSON.parse(readFileSync(join(root, 'tools/site-process.json'), 'utf8'))
const [task = 'start', ...args] = process.argv.slice(2)

const kept = join(root, 'node_modules/.cache')
// half of what tests cost is loading what they test: what Node made of a file is kept for the next one that needs it
const loaded = { NODE_COMPILE_CACHE: join(kept, 'node') }
const fastProjects = ['--project', 'contract', '--project', 'tools']
const vitest = (...more) => run(join(bin, 'vitest'), ['run', ...more], loaded)

/** A task that runs on the built pages. */
async function withPages(command, commandArgs) {
  await build()
  await run(command, [...commandArgs, ...args], { NODE_ENV: 'production' })
}

const tasks = {
  start: () => withPages(node, [...site.nodeFlags, 'packages/server/src/main.ts']),
  build,
  dev: () =>
    run(node, [
      // pages are loaded in their development form: the server must have the same copy of the router as they
      '--conditions=development',
      '--watch-path=packages/server/src',
      '--watch-path=packages/contract/src',
      'tools/dev.ts',
      ...args,
    ]),
  lantern: () => run(node, ['packages/server/src/cli.ts', ...args], { NODE_ENV: 'production' }),
  check,
  test: () => (args.length > 0 ? testSome() : testEverything()),
  e2e: () => withPages(join(bin, 'playwright'), ['test']),
  pictures() {
    // a language that nobody speaks is built in the place of English: packages/web/pseudo-message.ts
    if (args.includes('--language=en_XA')) process.env.PSEUDO_LOCALE = 'true'
    return withPages(node, ['tools/pictures.ts'])
  },
  'readme-pictures': () => withPages(node, ['tools/readme-pictures.ts']),
  bench: () => withPages(node, ['bench/run.ts']),
  drill: () => withPages(node, ['tools/drill.ts']),
  lighthouse: () => withPages(node, ['tools/lighthouse.ts']),
  'db:reset': () => run(node, ['tools/db-reset.ts', ...args]),
}

if (!tasks[task]) fail(`There is no task "${task}". There are: ${Object.keys(tasks).join(', ')}`)
// before the minutes of installation and tests, not after
if (task === 'test' || task === 'e2e') requireTestPrograms({ withJourneys: task === 'e2e' || args.length === 0 })
install()
await tasks[task]()

/** Everything that is fast: format and lint, types, catalogues and structure, unit tests of rules. */
async function check() {
  await checkSources()
  await vitest(...fastProjects)
}

async function checkSources() {
  await run(join(bin, 'biome'), ['check', '--error-on-warnings', '.'])
  await run(join(bin, 'react-router'), ['typegen'], {}, join(root, 'packages/web'))
  // what was found of each file is kept: of a small change, a tenth is looked at again
  for (const part of ['packages/contract', 'packages/server', 'packages/web', 'tools'])
    await run(join(bin, 'tsc'), [
      '-p',
      part,
      '--incremental',
      '--tsBuildInfoFile',
      join(kept, 'types', `${part}.tsbuildinfo`),
    ])
  await run(join(bin, 'knip'), ['--no-progress'])
  // what tests alone use is not there for anybody: a test of it proves nothing
  const production = ['--production', '--config', 'knip.production.json', '--include', 'files,exports']
  await run(join(bin, 'knip'), ['--no-progress', ...production])
}

/** Some tests open the built pages; that they are of today matters to the journeys alone. */
async function testSome() {
  if (!existsSync(join(root, 'packages/web/build/.built'))) await build()
  await vitest(...args)
}

/** What fails before the tests ends the run. Of the tests all parts run, so that one run tells everything that is wrong. */
async function testEverything() {
  const parts = testParts(join(kept, 'test-parts'))
  let isStopped = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => (isStopped = true))
  const tested = async (command, commandArgs, env) => {
    const code = await codeOf(command, commandArgs, env)
    // what ran has ended in its own time, and nothing more is begun
    if (isStopped) process.exit(1)
    return code
  }
  const vitestOf = (projects, report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    return tested(join(bin, 'vitest'), ['run', ...projects, ...reporters], loaded)
  }
  await parts.run('sources', checkSources)
  await parts.run('build', build)
  await parts.run('rules', (report) => vitestOf(fastProjects, report))
  await parts.run('server', (report) => vitestOf(['--project', 'server'], report))
  await parts.run('pages', (report) => vitestOf(['--project', 'web'], report))
  await parts.run('drill', () => tested(node, ['tools/drill.ts', '--short'], { NODE_ENV: 'production' }))
  await parts.run('journeys', (report) =>
    tested(join(bin, 'playwright'), ['test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
  )
  if (parts.haveFailed()) process.exit(1)
}

function install() {
  const lock = join(root, 'package-lock.json')
  const stamp = join(root, 'node_modules', '.installed')
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(node)) return
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20) fail(`Node ${process.versions.node} is too old to install with. Any Node from 20 on will do.`)
  // install, not ci: ci wants every platform's optional binaries in the lock file, which some registries do not have;
  // and with the tools, which npm leaves out where NODE_ENV says production: Node itself is one of them
  say('Installing what the project needs (once, a minute or two)')
  const result = spawnSync('npm', ['install', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (result.error) fail(`npm could not be run: ${result.error.message}. Install Node with npm, from 20 on.`)
  if (result.status !== 0)
    fail('The installation failed; npm said why above. Check the network and the disk, then try again.')
  if (!existsSync(node))
    fail(
      'npm left out the Node that the project runs on. Is "ignore-scripts" set? Run: npm config set ignore-scripts false',
    )
  writeFileSync(stamp, wanted)
}

/** Builds the pages unless nothing they are made of has changed since. */
async function build() {
  const out = join(root, 'packages/web/build')
  const stamp = join(out, '.built')
  const wanted =
    fingerprint(['packages/web', 'packages/contract', 'package-lock.json']) + (process.env.PSEUDO_LOCALE ?? '')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('Building the pages')
  rmSync(out, { recursive: true, force: true })
  const result = spawnSync(join(bin, 'react-router'), ['build', '--logLevel', 'warn'], {
    cwd: join(root, 'packages/web'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment({ NODE_ENV: 'production' }),
  })
  if (result.status !== 0) fail('The pages could not be built; the reason is above.')
  await run(node, ['tools/compress.ts'])
  mkdirSync(out, { recursive: true })
  writeFileSync(stamp, wanted)
}

function fingerprint(paths) {
  const hash = createHash('sha256')
  const visit = (path) => {
    const name = path.split(/[\\/]/).pop()
    if (['node_modules', 'build', '.react-router'].includes(name) || name.includes('.test.')) return
    const stat = statSync(path)
    if (stat.isDirectory()) for (const entry of readdirSync(path).sort()) visit(join(path, entry))
    else hash.update(path.slice(root.length)).update(readFileSync(path))
  }
  for (const path of paths) visit(join(root, path))
  return hash.digest('hex')
}

/**
 * Our own Node first in the path, so that every tool that starts "node" gets it. What Node makes of sources is kept: it
 * starts faster, and without the part that strips types.
 */
function environment(more) {
  return {
    ...loaded,
    ...site.environment,
    ...process.env,
    ...more,
    PATH: `${bin}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
  }
}

async function run(command, commandArgs, env = {}, cwd = root) {
  const code = await codeOf(command, commandArgs, env, cwd)
  if (code !== 0) process.exit(code)
}

/** Runs a command to its end and answers with its exit code. */
function codeOf(command, commandArgs, env = {}, cwd = root) {
  const options = { cwd, env: environment(env), tellsWhenGone: task === 'start' }
  return runCommand(command, commandArgs, options).catch((error) => fail(error.message))
}

function say(line) {
  console.log(`  ${line}`)
}

function fail(line) {
  console.error(`\n  ${line}\n`)
  process.exit(1)
}
