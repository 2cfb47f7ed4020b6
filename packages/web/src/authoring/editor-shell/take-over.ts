import type { DraftOf } from './desk-state.ts'
import type { AnyForms, PartOf, SaveAnswer } from './editor-kind.ts'
import { sameContent } from './same-content.ts'

/** The texts of a desk: as they stand, as the server has them, and as they were last saved by hand. */
interface Texts<Forms> {
  forms: Forms
  saved: Forms
  confirmed: Forms
  partVersions: Record<string, number>
}

interface Answered<Forms extends AnyForms> {
  parts: readonly PartOf<Forms>[]
  answer: SaveAnswer<Forms>
  sent: Partial<Forms>
  /** Parts that the server does not have as they stand. */
  waiting: readonly PartOf<Forms>[]
  onAnswered(part: PartOf<Forms>): void
}

/** What was sent is on the server; what was typed meanwhile stays. `behind` somebody else has saved since. */
export function withAnswer<Forms extends AnyForms>(
  before: Texts<Forms>,
  { parts, answer, sent, waiting, onAnswered }: Answered<Forms>,
): Texts<Forms> & { behind: readonly PartOf<Forms>[] } {
  let { forms, saved, confirmed } = before
  const partVersions = { ...before.partVersions }
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
    if (!wasSent) confirmed = { ...confirmed, [part]: value }
    partVersions[part] = answer.draft.partVersions[part] ?? 0
  }
  return { forms, saved, confirmed, partVersions, behind }
}

interface Met<Forms extends AnyForms> {
  parts: readonly PartOf<Forms>[]
  theirs: DraftOf<Forms>
  waiting: readonly PartOf<Forms>[]
  /** Whether this desk sent it itself, though the answer was lost: then it is nobody else's text. */
  isOurs(part: PartOf<Forms>, form: unknown): boolean
}

/** Parts that are the same, or were not touched here, need no choice; `different` do. */
export function withTheirs<Forms extends AnyForms>(
  before: Pick<Texts<Forms>, 'forms' | 'saved' | 'partVersions'>,
  { parts, theirs, waiting, isOurs }: Met<Forms>,
): Pick<Texts<Forms>, 'forms' | 'saved' | 'partVersions'> & { different: readonly PartOf<Forms>[] } {
  let { forms, saved } = before
  const known = before.partVersions
  const partVersions = { ...known }
  const different: PartOf<Forms>[] = []
  for (const part of parts) {
    const form = theirs.forms[part]
    const clean = !waiting.includes(part)
    const moved = (theirs.partVersions[part] ?? 0) !== (known[part] ?? 0)
    if (clean || sameContent(forms[part], form) || isOurs(part, form)) {
      if (clean) forms = { ...forms, [part]: form }
      saved = { ...saved, [part]: form }
      partVersions[part] = theirs.partVersions[part] ?? 0
    } else if (moved) different.push(part)
  }
  return { forms, saved, partVersions, different }
}
