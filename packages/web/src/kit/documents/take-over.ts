import { sameContent } from '@lantern/contract/same-content.ts'
import type { PartOf, SaveAnswer, StoredDraft } from './draft-sync-state.ts'

/** The texts of a draft: as they stand on the screen, and as the server has them. */
interface Texts<Forms> {
  forms: Forms
  saved: Forms
  partVersions: Partial<Record<string, number>>
}

/** The texts after, and the parts that the server's text was taken of. */
type TakenTexts<Forms> = Texts<Forms> & { taken: Partial<Forms> }

interface Answered<Forms> {
  parts: readonly PartOf<Forms>[]
  answer: SaveAnswer<Forms>
  sent: Partial<Forms>
  /** Parts that the server does not have as they stand. */
  waiting: readonly PartOf<Forms>[]
  onAnswered(part: PartOf<Forms>): void
}

/** The sent text is on the server; text typed meanwhile stays. `behind`: another editor has saved since. */
export function withAnswer<Forms>(
  before: Texts<Forms>,
  { parts, answer, sent, waiting, onAnswered }: Answered<Forms>,
): TakenTexts<Forms> & { behind: readonly PartOf<Forms>[] } {
  let { forms, saved } = before
  const partVersions = { ...before.partVersions }
  const taken: Partial<Forms> = {}
  const behind: PartOf<Forms>[] = []
  for (const part of parts) {
    const theirs = answer.forms[part]
    const wasSent = part in sent
    if (!wasSent && waiting.includes(part)) continue
    if (!wasSent && theirs === undefined) {
      if ((answer.draft.partVersions[part] ?? 0) > (partVersions[part] ?? 0)) behind.push(part)
      continue
    }
    const onServer = (theirs ?? sent[part]) as Forms[PartOf<Forms>]
    const untouched = wasSent ? Object.is(forms[part], sent[part]) : true
    onAnswered(part)
    const value = sameContent(onServer, forms[part]) ? forms[part] : onServer
    saved = { ...saved, [part]: value }
    if (untouched) forms = { ...forms, [part]: value }
    if (!wasSent) taken[part] = value
    partVersions[part] = answer.draft.partVersions[part] ?? 0
  }
  return { forms, saved, partVersions, taken, behind }
}

interface Met<Forms> {
  parts: readonly PartOf<Forms>[]
  theirs: StoredDraft<Forms>
  waiting: readonly PartOf<Forms>[]
  /** Whether this editor sent it itself, though the answer was lost: then it is nobody else's text. */
  isOurs(part: PartOf<Forms>, form: unknown): boolean
}

/** Parts that are the same, or were not touched here, need no choice; `different` do. */
export function withTheirs<Forms>(
  before: Texts<Forms>,
  { parts, theirs, waiting, isOurs }: Met<Forms>,
): TakenTexts<Forms> & { different: readonly PartOf<Forms>[] } {
  let { forms, saved } = before
  const known = before.partVersions
  const partVersions = { ...known }
  const taken: Partial<Forms> = {}
  const different: PartOf<Forms>[] = []
  for (const part of parts) {
    const isSame = sameContent(forms[part], theirs.forms[part])
    // the same text stays the same value: nothing is drawn anew for it
    const form = isSame ? forms[part] : theirs.forms[part]
    const clean = !waiting.includes(part)
    const moved = (theirs.partVersions[part] ?? 0) !== (known[part] ?? 0)
    if (clean || isSame || isOurs(part, form)) {
      if (clean) {
        forms = { ...forms, [part]: form }
        taken[part] = form
      }
      saved = { ...saved, [part]: form }
      partVersions[part] = theirs.partVersions[part] ?? 0
    } else if (moved) different.push(part)
  }
  return { forms, saved, partVersions, taken, different }
}
