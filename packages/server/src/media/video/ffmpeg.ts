import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/** The program is not on this machine, or not where FFMPEG_PATH or FFPROBE_PATH say. */
export class ProgramMissing extends Error {}

/** The program was ended from outside: by the system, by an operator, by the end of this process, or for being stuck. */
export class ProgramStopped extends Error {}

/** The program gave up by itself. */
export class ProgramFailed extends Error {
  readonly isDiskFull: boolean

  constructor(program: string, said: string) {
    super(`${program}: ${said}`)
    this.isDiskFull = /No space left on device|ENOSPC|Disk quota exceeded/i.test(said)
  }
}

export interface RunOptions {
  signal?: AbortSignal | undefined
  /** Ended when it says nothing for so long. */
  silentMs: number
  longestMs: number
  onLine?: (line: string) => void
  cwd?: string
}

const running = new Set<ChildProcess>()
// children outlive a process that is ended, and would go on for hours for nobody
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

const mostOutput = 4 * 1024 * 1024

/** Runs ffmpeg or ffprobe behind everything else that the machine does; answers what it wrote. */
export function runProgram(program: string, args: readonly string[], options: RunOptions): Promise<string> {
  return new Promise((done, fail) => {
    if (options.signal?.aborted) return fail(new ProgramStopped(`${program} was not begun`))
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: options.cwd })
    running.add(child)
    if (child.pid !== undefined) beNice(child.pid)
    let output = ''
    let said = ''
    let unfinished = ''
    let stopped: string | null = null
    const stop = (why: string) => {
      stopped ??= why
      child.kill('SIGKILL')
    }
    const onAbort = () => stop('this process ends')
    options.signal?.addEventListener('abort', onAbort, { once: true })
    let silence = setTimeout(stop, options.silentMs, 'it said nothing any more')
    const longest = setTimeout(stop, options.longestMs, 'it took too long')
    const heard = () => {
      clearTimeout(silence)
      silence = setTimeout(stop, options.silentMs, 'it said nothing any more')
    }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      heard()
      if (!options.onLine) {
        output += text
        if (output.length > mostOutput) stop('it says too much')
        return
      }
      const lines = (unfinished + text).split('\n')
      unfinished = lines.pop() ?? ''
      for (const line of lines) options.onLine(line.trim())
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      heard()
      said = (said + text).slice(-4_000)
    })
    const settle = (outcome: () => void) => {
      running.delete(child)
      clearTimeout(silence)
      clearTimeout(longest)
      options.signal?.removeEventListener('abort', onAbort)
      outcome()
    }
    child.on('error', (error: NodeJS.ErrnoException) => {
      const missing = error.code === 'ENOENT' || error.code === 'EACCES'
      settle(() => fail(missing ? new ProgramMissing(`${program} is not there`, { cause: error }) : error))
    })
    child.on('close', (code, signal) => {
      settle(() => {
        if (stopped !== null || signal !== null)
          fail(new ProgramStopped(`${program} was stopped: ${stopped ?? signal}`))
        else if (code === 0) done(output)
        // how a shell tells that its program was killed
        else if (code !== null && code > 128) fail(new ProgramStopped(`${program} was stopped: ${code}`))
        else fail(new ProgramFailed(program, said.trim()))
      })
    })
  })
}

function beNice(pid: number): void {
  try {
    // a tenth of a core stays for it on a machine that is always busy; with the lowest priority a film would never be made
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // it has ended already, or the system has no such thing: it runs all the same
  }
}
