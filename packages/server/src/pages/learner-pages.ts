import { hash } from 'node:crypto'
import type { ApiAnswer } from './in-process-calls.ts'
import { type PagePattern, pageWith, patternOf } from './page-pattern.ts'
import type { PageRequest, RenderedPage } from './page-request.ts'
import { exchange, isAmbiguous, letterStandIn, type PageInputs, printedValues, probes, standIns } from './stand-ins.ts'

/** Asks the API as the visitor of the page. */
export type Ask = (path: string) => Promise<ApiAnswer>

/** Renders a page from what `ask` answers and nothing else. */
export type RenderFrom = (page: PageRequest, ask: Ask) => Promise<RenderedPage>

export interface LearnerPagesOptions {
  render: RenderFrom
  /** Pages whose loaders read nothing but the address, the cookies and the API. */
  isKept(path: string): boolean
  maxBytes: number
  /** How long a rendering stands for the same inputs, in milliseconds: for what depends on the time of day. */
  freshMs: number
  now: () => number
  onError(error: unknown): void
}

const maxAddresses = 5_000
const maxSeen = 20_000

/**
 * Pages of learners, rendered once for all who would get the same page but for who they are
 * (docs/decisions/017-learner-pages.md). The calls of the page are made for every learner anew; a rendering is used
 * again only for one whose answers are the same, byte for byte, after names and times were exchanged for stand-ins.
 */
export class LearnerPages {
  readonly #options: LearnerPagesOptions
  /** What the loaders of an address asked the last time. */
  readonly #calls = new Map<string, readonly string[]>()
  readonly #kept = new Map<string, { pattern: PagePattern | null; renderedAt: number }>()
  /** Inputs that came once: what never comes again is not worth a rendering of its own. */
  readonly #seen = new Set<string>()
  #bytes = 0

  constructor(options: LearnerPagesOptions) {
    this.#options = options
  }

  async answer(page: PageRequest, ask: Ask): Promise<RenderedPage> {
    if (page.method !== 'GET' || !this.#options.isKept(page.url.split('?', 1)[0] ?? '')) {
      return this.#options.render(page, ask)
    }
    const calls = this.#calls.get(addressOf(page))
    if (!calls) return this.#renderAsking(page, ask, new Map())

    const answers = new Map(await Promise.all(calls.map(async (path) => [path, await ask(path)] as const)))
    const shared = exchange({ cookie: readableCookies(page.headers.cookie ?? ''), answers }, standIns)
    if (!shared) return this.#renderAsking(page, ask, answers)
    const key = keyOf(page, shared.inputs)
    const kept = this.#kept.get(key)
    if (kept && this.#options.now() - kept.renderedAt < this.#options.freshMs) {
      if (kept.pattern) return pageWith(kept.pattern, printedValues(shared.own))
    } else if (this.#seen.has(key)) {
      this.#keep(key, null)
      this.#renderPattern(page, shared.inputs, [...shared.own.keys()]).then(
        (pattern) => this.#keep(key, pattern),
        this.#options.onError,
      )
    } else {
      this.#seen.add(key)
      dropOldest(this.#seen, maxSeen)
    }
    return this.#renderAsking(page, ask, answers)
  }

  /** Renders for this learner alone, and takes down what the loaders ask. */
  async #renderAsking(page: PageRequest, ask: Ask, known: ReadonlyMap<string, ApiAnswer>): Promise<RenderedPage> {
    const asked = new Set<string>()
    const rendered = await this.#options.render(page, async (path) => {
      asked.add(path)
      return known.get(path) ?? ask(path)
    })
    if (rendered.status === 200) {
      const address = addressOf(page)
      this.#calls.delete(address)
      this.#calls.set(address, [...asked].sort())
      dropOldest(this.#calls, maxAddresses)
    }
    return rendered
  }

  /**
   * Renders from stand-ins alone: neither the database nor the visitor can be reached from here, so nobody's values can
   * be in it. Then once more with values made to break it; a page that does more with them than to print them where the
   * stand-ins were is not kept.
   */
  async #renderPattern(page: PageRequest, inputs: PageInputs, names: string[]): Promise<PagePattern | null> {
    const probed = exchange(inputs, probes)
    if (!probed || isAmbiguous(inputs)) return null
    const rendered = await this.#renderFrom(page, inputs)
    const expected = await this.#renderFrom(page, probed.inputs)
    if (rendered.status !== 200 || expected.status !== 200 || rendered.cookies.length > 0) return null
    const pattern = patternOf(rendered, [...names, letterStandIn])
    const values = new Map([...probed.own].map(([probe, standIn]) => [standIn, probe]))
    return pageWith(pattern, printedValues(values)).body.equals(expected.body) ? pattern : null
  }

  #renderFrom(page: PageRequest, { cookie, answers }: PageInputs): Promise<RenderedPage> {
    const headers = {
      cookie: [`lantern_locale=${page.locale}`, cookie].filter(Boolean).join('; '),
      ...(page.headers.host && { host: page.headers.host }),
    }
    return this.#options.render({ ...page, headers, ip: '127.0.0.1', viewer: { kind: 'guest' } }, async (path) => {
      const answer = answers.get(path)
      if (!answer) throw new Error(`${path} was not asked for this page before`)
      return answer
    })
  }

  #keep(key: string, pattern: PagePattern | null): void {
    this.#drop(key)
    this.#kept.set(key, { pattern, renderedAt: this.#options.now() })
    this.#bytes += pattern?.bytes ?? 200
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#options.maxBytes) break
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    const kept = this.#kept.get(key)
    if (!kept) return
    this.#bytes -= kept.pattern?.bytes ?? 200
    this.#kept.delete(key)
  }
}

function addressOf({ locale, headers, url }: PageRequest): string {
  return `${locale} ${headers.host ?? ''} ${url}`
}

function keyOf(page: PageRequest, { cookie, answers }: PageInputs): string {
  const all = [...answers].map(([path, { status, text }]) => `${path}\n${status} ${text}`)
  return hash('sha256', [addressOf(page), cookie, ...all].join('\n'), 'base64')
}

/** What loaders may read: everything but who it is and the language, which are known otherwise. */
function readableCookies(cookie: string): string {
  return cookie
    .split(/; */)
    .filter((pair) => pair && !/^(__Host-)?lantern_(session|csrf|device|locale)=/.test(pair))
    .sort()
    .join('; ')
}

function dropOldest(kept: Map<string, unknown> | Set<string>, max: number): void {
  const [oldest] = kept.size > max ? kept.keys() : []
  if (oldest !== undefined) kept.delete(oldest)
}
