import { pageIdleMs } from '@lantern/contract/analytics/engagement-rules.ts'
import type { EngagementEvent } from './event-queue.ts'

/**
 * Which page is open and since when. A visitor idle for half an hour has left at their last sign of activity; the
 * next sign begins a new visit of the same page.
 */
export class PageSession {
  readonly #tell: (event: EngagementEvent) => void
  #page: { path: string; since: number } | null = null
  #lastSign = 0

  constructor(tell: (event: EngagementEvent) => void) {
    this.#tell = tell
  }

  view(path: string, now: number): void {
    if (this.#page?.path === path && !this.#isOver(now)) return
    const isFirst = this.#page === null || this.#isOver(now)
    this.#end(now)
    this.#begin(path, isFirst, now)
  }

  /** A sign of the person: a key, the pointer, the page moved. One may come before the page that it is for. */
  sign(now: number): void {
    if (this.#page && this.#isOver(now)) {
      const { path } = this.#page
      this.#end(now)
      this.#begin(path, true, now)
    }
    this.#lastSign = now
  }

  leave(now: number): void {
    this.#end(now)
    this.#page = null
  }

  #isOver(now: number): boolean {
    return now - this.#lastSign >= pageIdleMs
  }

  #begin(path: string, isFirst: boolean, now: number): void {
    this.#page = { path, since: now }
    this.#lastSign = Math.max(this.#lastSign, now)
    this.#tell({ type: 'page', eventType: 'view', data: { path, isFirst } })
  }

  #end(now: number): void {
    if (!this.#page) return
    const { path, since } = this.#page
    const until = this.#isOver(now) ? this.#lastSign : now
    this.#tell({ type: 'page', eventType: 'leave', data: { path, seconds: Math.round((until - since) / 1000) } })
  }
}
