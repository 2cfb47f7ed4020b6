import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { load } from './load.ts'

const run = promisify(execFile)

export interface Pressed {
  /** Answers a second. */
  perSecond: number
  /** Answers in all. */
  answers: number
}

/**
 * Asks for one address over 32 connections. `wrk` costs a third of what a client in Node does, which on the same cores
 * would be the limit itself; where it is not installed, that client has to do.
 */
export async function press(url: string, headers: Record<string, string>, seconds: number): Promise<Pressed> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  try {
    const { stdout } = await run('wrk', ['-t1', '-c32', `-d${seconds}s`, ...given, url])
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} failed under load:\n${stdout}`)
    const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
    return { perSecond, answers: Number(/(\d+) requests in/.exec(stdout)?.[1]) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const { origin, pathname, search } = new URL(url)
    const { perSecond } = await load(origin, [{ path: pathname + search }], { seconds, headers })
    return { perSecond, answers: perSecond * seconds }
  }
}
