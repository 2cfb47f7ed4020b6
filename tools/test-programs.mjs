// What the tests need besides npm's packages: a browser, fonts with Chinese characters, and the servers and programs
// that the site meets in life. Looked for before anything else runs, so that nothing fails after minutes of tests.
// Plain JavaScript without dependencies: it runs on the machine's own Node, before the installation.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * `name` is Debian's package, `elsewhere` another system's. `browser`: only a run with journeys needs it. `isEnough`: what
 * the machine has will do where the package cannot be installed.
 */
const programs = [
  { name: 'redis-server', isThere: () => onPath('redis-server') },
  { name: 'ffmpeg', isThere: () => onPath('ffmpeg') && onPath('ffprobe') },
  { name: 'pgbouncer', isThere: () => onPath('pgbouncer') },
  // makes the certificates of the local payment gateways
  { name: 'openssl', isThere: () => onPath('openssl') },
  // the browser without windows takes two fifths less of the processor than the full one
  {
    name: 'chromium-headless-shell',
    elsewhere: 'chromium',
    browser: true,
    isThere: hasHeadlessBrowser,
    isEnough: hasBrowser,
  },
  { name: 'fonts-noto-cjk', browser: true, isThere: hasChineseFont },
]

/**
 * Makes sure that the programs are there. On Debian and Ubuntu, as root or with a sudo that asks nothing, what is missing
 * is installed. Elsewhere the process ends and names the line to type.
 */
export function requireTestPrograms({ withJourneys }) {
  const rights = rightsToInstall()
  const missing = programs.filter(
    ({ name, browser, isThere, isEnough }) =>
      (withJourneys || !browser) && !isThere() && !(isEnough?.() && !(rights && isPackage(name))),
  )
  if (missing.length === 0) return
  if (!rights) {
    const sudo = process.getuid?.() === 0 ? '' : 'sudo '
    const names = missing.map(packageOf)
    const line = onPath('apt-get') ? `${sudo}apt-get install ${names.join(' ')}` : `install ${names.join(', ')}`
    console.error(`\n  The tests need programs that are not on this machine. Please first:  ${line}\n`)
    process.exit(1)
  }
  const apt = [...rights, 'apt-get', '-qq', '-o', 'Dpkg::Use-Pty=0']
  runOrEnd([...apt, 'update'])
  const names = missing.map(packageOf)
  console.log(`  Installing ${names.join(', ')} (Debian packages that the tests need)`)
  runOrEnd([...apt, 'install', '-y', '--no-install-recommends', ...names])
}

/** What stands before `apt-get`, or null where nothing can be installed without asking. */
function rightsToInstall() {
  if (!onPath('apt-get')) return null
  if (process.getuid?.() === 0) return ['env', 'DEBIAN_FRONTEND=noninteractive']
  const sudo = ['sudo', '--non-interactive', 'env', 'DEBIAN_FRONTEND=noninteractive']
  return onPath('sudo') && spawnSync(sudo[0], ['--non-interactive', 'true']).status === 0 ? sudo : null
}

function runOrEnd([command, ...args]) {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status === 0) return
  console.error(`\n  ${[command, ...args].join(' ')} failed; the reason is above.\n`)
  process.exit(1)
}

function packageOf({ name, elsewhere }) {
  return !elsewhere || isPackage(name) ? name : elsewhere
}

function isPackage(name) {
  return spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0
}

/** The first of the usual places, or the browser that a setting names, whichever it is. */
function hasHeadlessBrowser() {
  return existsSync(browserPaths()[0])
}

function hasBrowser() {
  return browserPaths().some((path) => existsSync(path))
}

function browserPaths() {
  if (process.env.CHROMIUM_PATH) return [process.env.CHROMIUM_PATH]
  return JSON.parse(readFileSync(new URL('browser-paths.json', import.meta.url), 'utf8'))
}

function hasChineseFont() {
  const { stdout } = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' })
  return Boolean(stdout?.trim())
}

/** Servers stand in folders that are not in everybody's path. */
function onPath(program) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.some((folder) => folder !== '' && existsSync(join(folder, program)))
}
