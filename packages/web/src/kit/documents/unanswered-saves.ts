import { sameContent } from '@lantern/contract/same-content.ts'

/** Saves sent and not answered: the server may have them, or may get them yet. A lost answer leaves it so. */
interface Unanswered<Part> {
  sent(part: Part, form: unknown): void
  /** The last of it was answered with no. */
  refused(part: Part): void
  answered(part: Part): void
  clear(): void
  /** Whether this is some of it. */
  includes(part: Part, form: unknown): boolean
  /** Whether all of it is this; true where there is none. */
  isAll(part: Part, form: unknown): boolean
  isNewest(part: Part, form: unknown): boolean
}

export function createUnanswered<Part>(): Unanswered<Part> {
  const forms = new Map<Part, readonly unknown[]>()
  const of = (part: Part) => forms.get(part) ?? []
  return {
    sent: (part, form) => void forms.set(part, [...of(part), form]),
    refused: (part) => void forms.set(part, of(part).slice(0, -1)),
    answered: (part) => void forms.delete(part),
    clear: () => forms.clear(),
    includes: (part, form) => of(part).some((one) => sameContent(one, form)),
    isAll: (part, form) => of(part).every((one) => sameContent(one, form)),
    isNewest: (part, form) => of(part).length > 0 && Object.is(of(part).at(-1), form),
  }
}
