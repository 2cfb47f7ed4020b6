import { once } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { refuse } from './errors.ts'

// What people write is read on threads of its own: a text that keeps its reader busy for minutes keeps a thread busy for
// seconds, and nobody else waits for it.

/** A function that a file exports, called on another thread with an `Errand`. What goes there and comes back is copied. */
export interface AsideWork {
  file: URL
  name: string
}

/** What such a function is called with. */
export interface Errand<Input> {
  input: Input
  /** For questions to who sent it. */
  port: MessagePort
}

export interface AsideOptions {
  deadlineMs: number
  /** Whose errand it is: those of one person go one after the other, so that nobody holds all threads. */
  forWhom: string
  /** Answers what the work asks meanwhile, as for a picture to be stored. */
  answer?: (question: unknown) => Promise<unknown>
}

/** It took too long or too much memory, and was ended. */
export class TooMuch extends Error {}

const threads = 2
const mostWaiting = 50
const memoryMegabytes = 256

let pool: Piscina | undefined
let busy = 0
const waiting: (() => void)[] = []
const turns = new Map<string, Promise<unknown>>()

/** Runs the work on another thread. Throws TooMuch when it had to be ended, and refuses when too many wait. */
export function runAside<Output>(work: AsideWork, input: unknown, options: AsideOptions): Promise<Output> {
  return inTurn(options.forWhom, () => onThread(() => send<Output>(work, input, options)))
}

async function send<Output>({ file, name }: AsideWork, input: unknown, { deadlineMs, answer }: AsideOptions) {
  pool ??= newPool()
  const { port1, port2 } = new MessageChannel()
  port1.on('message', (question: unknown) => {
    const answered = answer?.(question) ?? Promise.resolve(undefined)
    answered.then(
      (value) => port1.postMessage({ value }),
      (error: unknown) => port1.postMessage({ failed: String(error) }),
    )
  })
  const deadline = AbortSignal.timeout(deadlineMs)
  try {
    const errand: Errand<unknown> = { input, port: port2 }
    // its types know the options of `postMessage`, which this is not
    const transferList = [port2] as never
    return (await pool.run(errand, { filename: file.href, name, signal: deadline, transferList })) as Output
  } catch (cause) {
    if (deadline.aborted || isOutOfMemory(cause)) throw new TooMuch('The reading was ended', { cause })
    throw cause
  } finally {
    port1.close()
  }
}

function newPool(): Piscina {
  const made = new Piscina({
    minThreads: 0,
    maxThreads: threads,
    // threads that nobody needs end, and their memory with them
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
  })
  // a thread that ran out of memory while it was being ended: who sent the errand has their answer
  made.on('error', () => undefined)
  return made
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

/** Asks who sent the errand; one question at a time. */
export async function ask(port: MessagePort, question: unknown): Promise<unknown> {
  port.postMessage(question)
  const [answer] = (await once(port, 'message')) as [{ value?: unknown; failed?: string }]
  if (answer.failed !== undefined) throw new Error(answer.failed)
  return answer.value
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

/** The deadline counts from when a thread is free. */
async function onThread<Output>(act: () => Promise<Output>): Promise<Output> {
  if (busy >= threads) {
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
