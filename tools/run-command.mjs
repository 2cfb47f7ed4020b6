// Plain JavaScript without dependencies: the first start runs it before anything is installed.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * Runs a command to its end and answers with what this process should exit with. A signal goes on to the command, which
 * then ends in its own time. `tellsWhenGone`: a channel joins the two, by which the command notices that this process
 * was killed and could send no signal.
 */
export function runCommand(command, args, { tellsWhenGone = false, ...options } = {}) {
  const channel = tellsWhenGone && process.platform !== 'win32' ? ['ipc'] : []
  const child = spawn(command, args, { ...options, stdio: ['inherit', 'inherit', 'inherit', ...channel] })
  const listeners = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const listener = () => {
      // Ctrl+C in a terminal reaches the command by itself, and twice would mean "at once"
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    process.on(signal, listener)
    return [signal, listener]
  })
  const orphaned = watchNpm(() => child.kill('SIGTERM'))
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('exit', (code, signal) => done(code ?? 128 + constants.signals[signal]))
  }).finally(() => {
    clearInterval(orphaned)
    for (const [signal, listener] of listeners) process.off(signal, listener)
  })
}

/** npm that is killed says nothing to what it runs. Who starts us without npm may leave us running on purpose. */
function watchNpm(act) {
  if (!process.env.npm_lifecycle_event) return undefined
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    act()
  }, 1000)
  return timer.unref()
}
