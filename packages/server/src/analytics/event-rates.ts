const windowMs = 60_000

/** A page tells every few seconds; a school of pages comes from one address. */
const mostPerWindow = { person: 120, address: 3_000 }

/** How often each person and each address has told something in this minute: a guard of this process, nothing to keep. */
export class EventRates {
  #counts = new Map<string, number>()
  #windowStart = 0

  /** Counts one report; false when there were too many. */
  mayTell(userId: string | null, address: string, now: Date): boolean {
    if (now.getTime() - this.#windowStart >= windowMs) {
      this.#windowStart = now.getTime()
      this.#counts = new Map()
    }
    const key = userId ?? address
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    return count <= (userId === null ? mostPerWindow.address : mostPerWindow.person)
  }
}
