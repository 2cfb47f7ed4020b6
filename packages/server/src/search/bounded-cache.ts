/** Keeps so many values for so long; what was used last stays longest. */
export class BoundedCache<V> {
  readonly #entries = new Map<string, { value: V; until: number }>()
  readonly #capacity: number
  readonly #lifeMs: number

  constructor(capacity: number, lifeMs: number) {
    this.#capacity = capacity
    this.#lifeMs = lifeMs
  }

  get(key: string, nowMs: number): V | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    if (entry.until <= nowMs) return undefined
    this.#entries.set(key, entry)
    return entry.value
  }

  set(key: string, value: V, nowMs: number): void {
    this.#entries.delete(key)
    this.#entries.set(key, { value, until: nowMs + this.#lifeMs })
    if (this.#entries.size <= this.#capacity) return
    const oldest = this.#entries.keys().next().value
    if (oldest !== undefined) this.#entries.delete(oldest)
  }

  /** Drops what the question says yes to. */
  drop(isStale: (key: string, value: V) => boolean): void {
    for (const [key, { value }] of this.#entries) if (isStale(key, value)) this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }

  get size(): number {
    return this.#entries.size
  }
}
