import { LRUCache } from 'lru-cache'
import { ChangedThings, type Things } from '#kit/changed-things.ts'
import type { RenderedPage } from './page-request.ts'

/** Fills a kept page for one visit. Null: this visitor needs a page that is rendered for them alone. */
export type FillPage<Visit> = (visit: Visit) => Promise<RenderedPage | null>

export interface MemberPage<Visit> {
  /** Null where there is no page to keep, as at an address that shows nothing. */
  fill: FillPage<Visit> | null
  bytes: number
  /** What has to change before it is another page. */
  dependsOn: Things
}

export interface MemberPagesOptions<Visit> {
  /** Renders the page of a key as everybody has it. */
  make(key: string): Promise<MemberPage<Visit>>
  maxBytes: number
  /** How long a page is fresh without any event, in milliseconds: for what depends on the time of day. */
  freshMs: number
  now: () => number
  onError(error: unknown): void
}

interface Kept<Visit> extends MemberPage<Visit> {
  version: number
  madeAt: number
}

/**
 * Pages of people who are signed in: what all of them have in common is rendered once, from calls that see nobody, and
 * filled for each visit (docs/decisions/036-members-pages.md). It is stale by the same events as the pages of guests.
 */
export class MemberPages<Visit> {
  readonly #options: MemberPagesOptions<Visit>
  readonly #kept: LRUCache<string, Kept<Visit>>
  readonly #making = new Map<string, Promise<Kept<Visit>>>()
  readonly #changes = new ChangedThings()

  constructor(options: MemberPagesOptions<Visit>) {
    this.#options = options
    this.#kept = new LRUCache({ maxSize: options.maxBytes, sizeCalculation: ({ bytes }) => Math.max(1, bytes) })
  }

  get size(): number {
    return this.#kept.size
  }

  get bytes(): number {
    return this.#kept.calculatedSize
  }

  async answer(key: string, visit: Visit): Promise<RenderedPage | null> {
    const { fill } = await this.#page(key)
    return fill ? fill(visit) : null
  }

  /** Pages made of these things are rendered anew before they are answered again. */
  invalidate(changed: Things): void {
    this.#changes.note(changed)
  }

  async #page(key: string): Promise<Kept<Visit>> {
    const kept = this.#kept.get(key)
    if (!kept || this.#changes.haveChanged(kept.dependsOn, kept.version)) return this.#make(key)
    if (this.#options.now() - kept.madeAt > this.#options.freshMs) this.#make(key).catch(this.#options.onError)
    return kept
  }

  /** Concurrent requests for a page share one rendering, unless it may have missed a change. */
  #make(key: string): Promise<Kept<Visit>> {
    const { version } = this.#changes
    const name = `${version} ${key}`
    const running = this.#making.get(name)
    if (running) return running
    const making = this.#options
      .make(key)
      .then((page) => this.#keep(key, { ...page, version, madeAt: this.#options.now() }))
      .finally(() => this.#making.delete(name))
    this.#making.set(name, making)
    return making
  }

  #keep(key: string, page: Kept<Visit>): Kept<Visit> {
    const before = this.#kept.peek(key)
    // one that was begun later is newer
    if (before && before.version > page.version) return page
    this.#kept.set(key, page)
    return page
  }
}
