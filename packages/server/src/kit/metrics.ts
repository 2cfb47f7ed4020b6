import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Kind of answered request: `machine` is health and figures. */
export type AnswerKind = 'page' | 'kept_page' | 'page_data' | 'call' | 'file' | 'machine'

/** One number, or several told apart by a label. Undefined: not known now. */
export type Figure = number | undefined | Readonly<Record<string, number>>

/** What this process tells of itself at `/metrics`. Every metric stands here, or is a gauge that its owner adds. */
export interface Metrics {
  requests: Histogram<'kind' | 'method' | 'route' | 'status'>
  /** Calls that pages make inside the process: their time is part of a page's. */
  insideCalls: Histogram<'method' | 'route' | 'status'>
  keptPages: Counter<'outcome'>
  poolWait: Histogram
  /**
   * A figure that is looked up when it is asked for. One that takes too long or fails is left out, so that the others
   * can be read while something is wrong. A second one of a name replaces the first.
   */
  gauge(name: string, help: string, read: () => Figure | Promise<Figure>, label?: string): void
  /** What Node and the operating system know of this process; for one that stays. */
  addProcess(): void
  contentType: string
  text(): Promise<string>
}

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

// a database in trouble must not keep what is asked for because of that
const answersWithinMs = 1_000

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  let hasProcess = false
  return {
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer who asked from outside, by kind, method, route and status',
      labelNames: ['kind', 'method', 'route', 'status'],
      buckets: seconds,
      registers,
    }),
    insideCalls: new Histogram({
      name: 'inside_call_duration_seconds',
      help: 'Time of the calls that pages make inside the process, by method, route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: seconds,
      registers,
    }),
    keptPages: new Counter({
      name: 'kept_page_requests_total',
      help: 'Requests of guests for pages that may be kept, by outcome: kept, rendered',
      labelNames: ['outcome'],
      registers,
    }),
    poolWait: new Histogram({
      name: 'database_pool_wait_seconds',
      help: 'Time until a statement or a transaction has a connection of the pool',
      buckets: seconds,
      registers,
    }),
    gauge(name, help, read, label) {
      registry.removeSingleMetric(name)
      const labelNames = label === undefined ? [] : [label]
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          const figure = await inTime(read)
          this.reset()
          if (typeof figure === 'number') this.set(figure)
          else if (label === undefined) this.remove()
          else for (const [of, value] of Object.entries(figure ?? {})) this.set({ [label]: of }, value)
        },
      })
    },
    addProcess() {
      if (!hasProcess) collectDefaultMetrics({ register: registry })
      hasProcess = true
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}

async function inTime(read: () => Figure | Promise<Figure>): Promise<Figure> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), answersWithinMs)
  })
  try {
    return await Promise.race([read(), late])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** The same answer for a while, for figures that are read of one statement. */
export function rememberedFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let asked: { at: number; answer: Promise<T> } | undefined
  return () => {
    if (!asked || performance.now() - asked.at > ms) asked = { at: performance.now(), answer: ask() }
    return asked.answer
  }
}
