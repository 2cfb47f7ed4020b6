import { sameContent } from '@lantern/contract/same-content.ts'
import type { DraftCopies, DraftCopy } from './draft-copies.ts'
import type { PartOf } from './draft-sync-state.ts'

/** What an earlier page left on this device, not on the server. */
export interface OfferedCopies<Forms> {
  keptAt: string
  forms: Partial<Forms>
  copies: readonly DraftCopy[]
}

interface Wanted<Forms> {
  copies: DraftCopies | null
  owner: string
  session: string
  parts: readonly PartOf<Forms>[]
  saved: Forms
}

/** The newest of each part that a page which is closed by now has left and the server does not have. */
export async function offeredCopies<Forms>({
  copies,
  owner,
  session,
  parts,
  saved,
}: Wanted<Forms>): Promise<OfferedCopies<Forms> | null> {
  if (!copies) return null
  try {
    const all = (await copies.list(owner)).filter((copy) => copy.session !== session)
    const living = await copies.living(all.map((copy) => copy.session))
    const left = all
      .filter((copy) => !living.has(copy.session) && parts.includes(copy.part as PartOf<Forms>))
      .sort((one, other) => (one.keptAt < other.keptAt ? 1 : -1))
    const same = left.filter((copy) => sameContent(copy.form, saved[copy.part as PartOf<Forms>]))
    await dropEach(copies, same)
    const different = left.filter((copy) => !same.includes(copy))
    // one page's text at a time: the next one is offered after this
    const offered = different.filter((copy) => copy.session === different[0]?.session)
    const [newest] = offered
    if (!newest) return null
    const forms = Object.fromEntries(offered.map((copy) => [copy.part, copy.form])) as Partial<Forms>
    return { keptAt: newest.keptAt, forms, copies: offered }
  } catch {
    return null
  }
}

export async function dropEach(copies: DraftCopies | null, dropped: readonly DraftCopy[]): Promise<void> {
  try {
    for (const { key } of dropped) await copies?.drop(key)
  } catch {
    // it is offered once more than needed
  }
}
