/** Names of what a page was made of, or that nobody can tell. A change names what is another by the same names. */
export type Things = ReadonlySet<string> | 'everything'

// more than can change while one page renders
const rememberedChanges = 10_000

/** When each thing last changed: what is made of things is stale once one of them is another. */
export class ChangedThings {
  readonly #changedAt = new Map<string, number>()
  /** Entries made before this version may have missed a change that is no longer remembered. */
  #rememberedFrom = 0
  #everythingAt = 0
  #version = 0

  /** Taken before something is made, so that a change meanwhile leaves it stale. */
  get version(): number {
    return this.#version
  }

  note(changed: Things): void {
    this.#version++
    if (changed === 'everything') this.#everythingAt = this.#version
    else for (const thing of changed) this.#changedAt.set(thing, this.#version)
    if (this.#changedAt.size <= rememberedChanges) return
    this.#changedAt.clear()
    this.#rememberedFrom = this.#version
  }

  haveChanged(things: Things, since: number): boolean {
    if (since < this.#rememberedFrom || since < this.#everythingAt) return true
    if (things === 'everything') return since < this.#version
    for (const thing of things) if ((this.#changedAt.get(thing) ?? 0) > since) return true
    return false
  }
}
