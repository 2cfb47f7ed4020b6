import { LRUCache } from 'lru-cache'

/** An answer as it is sent. */
export interface GraphqlAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/**
 * Answers that are the same for everybody while nothing else is published: to put one together costs some milliseconds,
 * and pages of signed-in visitors ask the same again and again. `state` stands for everything that is published now.
 */
export class GraphqlAnswers {
  readonly #kept = new LRUCache<string, GraphqlAnswer>({
    maxSize: 16_000_000,
    maxEntrySize: 4_000_000,
    sizeCalculation: ({ body }, key) => 2 * (key.length + body.length) + 500,
  })
  #state: object | undefined

  get(key: string, state: object): GraphqlAnswer | undefined {
    if (state !== this.#state) this.#begin(state)
    return this.#kept.get(key)
  }

  /** `state` is that from before the answer was put together: later publications are not in it. */
  keep(key: string, state: object, answer: GraphqlAnswer): void {
    if (state === this.#state) this.#kept.set(key, answer)
  }

  #begin(state: object): void {
    this.#kept.clear()
    this.#state = state
  }
}
