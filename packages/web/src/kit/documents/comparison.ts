import type { Choice, Difference } from './differences.ts'
import type { PartOf } from './draft-sync-state.ts'

/** How two texts of one kind of document are put beside each other, told in words, and made one. */
export interface Comparison<Forms> {
  /** Everything in which `parts` of the two differ. `base` is what both began with; null when nobody knows. */
  differences(mine: Forms, theirs: Forms, base: Forms | null, parts: readonly PartOf<Forms>[]): Difference[]
  /** The parts as they stand after the choices; undecided parts stay as in `mine`. */
  merged(mine: Forms, theirs: Forms, parts: readonly PartOf<Forms>[], choices: Choices): Partial<Forms>
  /** What a person would call the place of a difference; `texts` are those in which it is looked up. */
  labelOf(difference: Difference, texts: readonly Forms[]): string
  /** A value as one would read it. */
  textOf(value: unknown, difference: Difference, texts: readonly Forms[]): string
}

export type Choices = Readonly<Record<string, Choice>>
