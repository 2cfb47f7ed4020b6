import { type ChildProcess, fork } from 'node:child_process'
import { refuse } from './errors.ts'

// What people write is read in processes of its own: a text that keeps its reader busy for minutes keeps such a process
// busy for seconds, and nobody else waits for it. Threads are not enough: a thread that exceeds its memory limit inside a
// builtin such as JSON.parse ends the whole process.

/** A function that a file exports, called in another process with an `Errand`. What goes there and comes back is copied. */
export interface AsideWork {
  file: URL
  name: string
}

/** What such a function is called with. */
export interface Errand<Input> {
  input: Input
  /** Asks who sent it; one question at a time. */
  ask(question: unknown): Promise<unknown>
}

export interface AsideOptions {
  deadlineMs: number
  /** The person the work is for: one person's jobs run one after the other, so that none takes all processes. */
  forWhom: string
  /** Answers what the work asks meanwhile, as for a picture to be stored. */
  answer?: (question: unknown) => Promise<unknown>
}

/** It took too long or too much memory, and was ended. */
export class TooMuch extends Error {}

/** To the process. */
export type ToReader = { file: string; name: string; input: unknown } | Answered
export type Answered = { value: unknown } | { failed: string }
/** From the process. */
export type FromReader = { question: unknown } | { output: unknown } | { failed: string }

const processes = 2
const mostWaiting = 50
const memoryMegabytes = 256
/** Processes that nobody needs end, and their memory with them. */
const idleMs = 60_000

/** Each with what ends it. */
const idle = new Map<ChildProcess, NodeJS.Timeout>()
let busy = 0
const waiting: (() => void)[] = []
const turns = new Map<string, Promise<unknown>>()
let errands = 0

/** How many errands this process has sent aside since it began. */
export function errandsAside(): number {
  return errands
}

/** Runs the work in another process. Throws TooMuch when it had to be ended, and refuses when too many wait. */
export function runAside<Output>(work: AsideWork, input: unknown, options: AsideOptions): Promise<Output> {
  return inTurn(options.forWhom, () => whenFree(() => send<Output>(work, input, options)))
}

async function send<Output>({ file, name }: AsideWork, input: unknown, { deadlineMs, answer }: AsideOptions) {
  errands++
  const child = takeIdle() ?? startProcess()
  const { promise, resolve, reject } = Promise.withResolvers<Output>()
  const tell = (message: ToReader) => child.send(message, (error) => error && reject(error))
  const ended = () => reject(new TooMuch('The reading was ended'))
  const hear = (message: FromReader) => {
    if ('output' in message) resolve(message.output as Output)
    else if ('failed' in message) reject(new Error(message.failed))
    else {
      const answered = answer?.(message.question) ?? Promise.resolve(undefined)
      answered.then(
        (value) => tell({ value }),
        (error: unknown) => tell({ failed: String(error) }),
      )
    }
  }
  child.on('message', hear)
  child.once('exit', ended)
  child.once('error', reject)
  const deadline = setTimeout(() => child.kill('SIGKILL'), deadlineMs)
  try {
    tell({ file: file.href, name, input })
    return await promise
  } finally {
    clearTimeout(deadline)
    child.off('message', hear)
    child.off('exit', ended)
    child.off('error', reject)
    keepIdle(child)
  }
}

function startProcess(): ChildProcess {
  const { PATH, NODE_ENV, NODE_COMPILE_CACHE } = process.env
  const child = fork(new URL('./aside-process.ts', import.meta.url), [String(process.pid)], {
    execArgv: [`--max-old-space-size=${memoryMegabytes}`],
    // what it reads was written by anybody: it knows no secret of the site
    env: { PATH, NODE_ENV, NODE_COMPILE_CACHE },
    serialization: 'advanced',
    // what a process says that runs out of memory is of use to nobody
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  for (const end of ['exit', 'error']) child.on(end, () => takeFromIdle(child))
  return child
}

function takeIdle(): ChildProcess | undefined {
  const [child] = idle.keys()
  if (!child) return undefined
  takeFromIdle(child)
  child.ref()
  child.channel?.ref()
  return child
}

function takeFromIdle(child: ChildProcess): void {
  clearTimeout(idle.get(child))
  idle.delete(child)
}

function keepIdle(child: ChildProcess): void {
  if (!child.connected || child.killed) return
  // one that waits keeps nobody from ending
  child.unref()
  child.channel?.unref()
  const end = () => {
    idle.delete(child)
    child.disconnect()
  }
  idle.set(child, setTimeout(end, idleMs).unref())
}

async function inTurn<Output>(whom: string, act: () => Promise<Output>): Promise<Output> {
  const before = turns.get(whom) ?? Promise.resolve()
  const own = before.then(act, act)
  const ended = own.catch(() => undefined)
  turns.set(whom, ended)
  try {
    return await own
  } finally {
    if (turns.get(whom) === ended) turns.delete(whom)
  }
}

/** The deadline counts from when a process is free. */
async function whenFree<Output>(act: () => Promise<Output>): Promise<Output> {
  if (busy >= processes) {
    if (waiting.length >= mostWaiting) throw refuse('unavailable')
    await new Promise<void>((go) => waiting.push(go))
  } else busy++
  try {
    return await act()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else busy--
  }
}
