import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * A process and when it began. Its number alone is given out again, in a container with every start, and would then
 * name a stranger.
 */
export function ownProcess(): string {
  return `${process.pid} ${beganAt(process.pid) ?? ''}`.trim()
}

/** Whether the process that wrote this line still runs. A line that says nothing was cut off by a crash or a full disk. */
export function stillRuns(line: string): boolean {
  const [pid, began] = [Number(line.split(' ')[0]), line.split(' ')[1]]
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return false
  // what an older version wrote has no start: it cannot have been us
  return began === undefined ? pid !== process.pid || beganAt(pid) === null : beganAt(pid) === began
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Null where the system does not tell. */
function beganAt(pid: number): string | null {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the name in brackets may hold anything, so it is counted from behind the last one: the 22nd of all
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

/**
 * Processes of this machine take turns by a file. One whose owner died is taken over. Throws at once where nothing can be
 * written, and after `seconds` with who holds it. With `line`, a file on the same disk that holds `ownProcess()` already,
 * nothing has to be written, which goes on a full disk too.
 */
export async function lockByFile(path: string, seconds: number, line?: string): Promise<() => void> {
  const until = performance.now() + seconds * 1000
  for (;;) {
    if (line === undefined ? takeAnew(path) : take(path, line)) return () => rmSync(path, { force: true })
    const owner = readIfThere(path)
    if (owner === null) continue
    if (!stillRuns(owner)) removeLeft(path, owner)
    else if (performance.now() > until) {
      throw new Error(
        `Process ${owner.split(' ')[0]} has held ${path} for ${seconds} seconds. ` +
          'If it is no process of this site, remove that file; else wait for it or end it.',
      )
    } else await wait(50)
  }
}

/** Written beside and linked: nobody ever meets a lock that does not say whose it is. */
function takeAnew(path: string): boolean {
  const line = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    writeFileSync(line, ownProcess())
    return take(path, line)
  } finally {
    rmSync(line, { force: true })
  }
}

function take(path: string, line: string): boolean {
  try {
    linkSync(line, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Of several processes that find a stale lock, one removes it; a lock taken meanwhile is put back. */
function removeLeft(path: string, owner: string): void {
  const aside = `${path}.left.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    renameSync(path, aside)
    if (readIfThere(aside) !== owner) linkSync(aside, path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    // another process was faster
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
