/** An answer as it is sent. */
export interface GraphqlAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

const mostBytes = 16_000_000
const longestAnswer = 2_000_000

/**
 * Answers that are the same for everybody while nothing else is published: to put one together costs some milliseconds,
 * and pages of signed-in visitors ask the same again and again. `state` stands for everything that is published now.
 */
export class GraphqlAnswers {
  readonly #kept = new Map<string, GraphqlAnswer>()
  #state: object | undefined
  #bytes = 0

  get(key: string, state: object): GraphqlAnswer | undefined {
    if (state !== this.#state) this.#begin(state)
    const answer = this.#kept.get(key)
    if (!answer) return undefined
    // the least recently asked go first
    this.#kept.delete(key)
    this.#kept.set(key, answer)
    return answer
  }

  /** `state` is that from before the answer was put together: what was published meanwhile is not in it. */
  keep(key: string, state: object, answer: GraphqlAnswer): void {
    if (state !== this.#state || this.#kept.has(key) || answer.body.length > longestAnswer) return
    this.#kept.set(key, answer)
    this.#bytes += weightOf(key, answer)
    for (const [oldest, old] of this.#kept) {
      if (this.#bytes <= mostBytes) break
      this.#kept.delete(oldest)
      this.#bytes -= weightOf(oldest, old)
    }
  }

  #begin(state: object): void {
    this.#kept.clear()
    this.#bytes = 0
    this.#state = state
  }
}

function weightOf(key: string, { body }: GraphqlAnswer): number {
  return 2 * (key.length + body.length) + 500
}
