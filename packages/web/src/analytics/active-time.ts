import { readingMs, timeSpentEvent } from '@lantern/contract/analytics/engagement-rules.ts'
import type { EngagementEvent } from './event-queue.ts'

export interface Place {
  itemId: string
  /** Empty while no section is in sight. */
  sectionId: string
}

/** Active time at an item and its sections: with the page in sight, and a sign of them not long ago. */
export class ActiveTime {
  readonly #spentMs = new Map<string, { place: Place; ms: number }>()
  #place: Place | null = null
  #isVisible: boolean
  #lastSign: number
  #countedUntil: number

  constructor({ isVisible, now }: { isVisible: boolean; now: number }) {
    this.#isVisible = isVisible
    this.#lastSign = now
    this.#countedUntil = now
  }

  sign(now: number): void {
    this.#count(now)
    this.#lastSign = now
  }

  setVisible(isVisible: boolean, now: number): void {
    this.#count(now)
    this.#isVisible = isVisible
    if (isVisible) this.#lastSign = now
  }

  setPlace(place: Place | null, now: number): void {
    this.#count(now)
    this.#place = place
  }

  /** What has come together since the last time, in whole seconds; the rest of a second stays for the next time. */
  take(now: number): EngagementEvent[] {
    this.#count(now)
    return [...this.#spentMs.values()].flatMap((spent) => {
      const seconds = Math.floor(spent.ms / 1000)
      spent.ms -= seconds * 1000
      return seconds > 0 ? [{ ...timeSpentEvent, data: { ...spent.place, seconds } }] : []
    })
  }

  #count(now: number): void {
    const until = Math.min(now, this.#lastSign + readingMs)
    const ms = Math.max(0, until - this.#countedUntil)
    this.#countedUntil = now
    if (!this.#place || !this.#isVisible || ms === 0) return
    const key = `${this.#place.itemId} ${this.#place.sectionId}`
    const spent = this.#spentMs.get(key) ?? { place: this.#place, ms: 0 }
    spent.ms += ms
    this.#spentMs.set(key, spent)
  }
}
