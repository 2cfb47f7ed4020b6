import type { Db } from './sql.ts'

export interface BatchingOptions {
  /** How many asks may be under way at once; one that hangs does not count after a second. */
  lanes?: number
  /** The most that go into one ask. */
  most?: number
}

const hangsAfterMs = 1_000

interface Waiting<I, O> {
  input: I
  resolve(output: O): void
  reject(error: unknown): void
}

/**
 * Makes one ask of many: what comes in while the asks before are under way goes out together. Nobody waits for company;
 * with nothing under way, an ask leaves at the end of the same turn of the event loop. `ask` answers in the order of its
 * inputs. A failure of an ask is the failure of all in it.
 */
export function batching<I, O>(
  ask: (inputs: readonly I[]) => Promise<readonly O[]>,
  { lanes = 1, most = 100 }: BatchingOptions = {},
): (input: I) => Promise<O> {
  let waiting: Waiting<I, O>[] = []
  let underWay = 0
  let planned = false

  function plan(): void {
    if (planned || underWay >= lanes || waiting.length === 0) return
    planned = true
    setImmediate(leave)
  }

  async function leave(): Promise<void> {
    planned = false
    const leaving = waiting.slice(0, most)
    waiting = waiting.slice(most)
    underWay++
    plan()
    let inLane = true
    const leaveLane = () => {
      if (!inLane) return
      inLane = false
      underWay--
      plan()
    }
    // a connection that hangs must not stop everybody who comes after
    const hanging = setTimeout(leaveLane, hangsAfterMs)
    try {
      const outputs = await ask(leaving.map(({ input }) => input))
      if (outputs.length !== leaving.length) throw new Error('an ask was not answered for each of its inputs')
      outputs.forEach((output, at) => {
        leaving[at]?.resolve(output)
      })
    } catch (error) {
      for (const { reject } of leaving) reject(error)
    } finally {
      clearTimeout(hanging)
      leaveLane()
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      plan()
    })
}

/** The same for asks of a database, each database by itself. */
export function batchingAt<I, O>(
  ask: (db: Db, inputs: readonly I[]) => Promise<readonly O[]>,
  options?: BatchingOptions,
): (db: Db, input: I) => Promise<O> {
  const gatherers = new WeakMap<Db, (input: I) => Promise<O>>()
  return (db, input) => {
    let gather = gatherers.get(db)
    if (!gather) {
      gather = batching((inputs) => ask(db, inputs), options)
      gatherers.set(db, gather)
    }
    return gather(input)
  }
}
