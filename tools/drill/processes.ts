import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The processes of a site's own PostgreSQL, the one that started the others first. */
export function databaseProcesses(dataDir: string): number[] {
  const { home } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as { home: string }
  const [pid = ''] = readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')
  const main = Number(pid)
  return [main, ...childrenOf(main)]
}

/** One that serves the site at this moment. */
export function backendOf(dataDir: string): number {
  const backend = databaseProcesses(dataDir).find((pid) => commandOf(pid).startsWith('postgres: lantern lantern'))
  if (!backend) throw new Error('No connection of the site is open')
  return backend
}

/** What is gone already needs no signal. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent)
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the name in brackets may hold anything
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
