import { sameContent } from '@lantern/contract/same-content.ts'
import { createCopyKeeper } from './copy-keeper.ts'
import type {
  DraftConflict,
  DraftSync,
  DraftSyncOptions,
  DraftSyncState,
  PartOf,
  SaveAnswer,
  SaveFault,
  SaveKind,
  SaveStatus,
  StoredDraft,
} from './draft-sync-state.ts'
import { dropEach, type OfferedCopies, offeredCopies } from './offered-copies.ts'
import { createSaveRhythm } from './save-rhythm.ts'
import { withAnswer, withTheirs } from './take-over.ts'
import { createUnanswered } from './unanswered-saves.ts'

/**
 * Keeps what is typed in an editor on the server. One request at a time; what is typed while it is under way is sent with
 * the next. No answer of the server changes the text on the screen; a copy of it is on this device until the server has
 * it.
 */
export function createDraftSync<Forms extends object, Draft extends StoredDraft<Forms>>(
  options: DraftSyncOptions<Forms, Draft>,
): DraftSync<Forms, Draft> {
  const { parts, session, copies } = options
  const listeners = new Set<() => void>()
  let draft = options.draft
  let forms = options.forms
  /** As the server has them. */
  let saved = forms
  let status: SaveStatus = 'saved'
  let keptAt: string | null = null
  let conflict: DraftConflict<Forms, Draft> | null = null
  let offer: OfferedCopies<Forms> | null = null
  let problem: string | null = null
  /** The session that begins the new draft: a closed page's, where its text was taken over. */
  let origin = session
  const unanswered = createUnanswered<PartOf<Forms>>()
  let current = snapshot()

  function snapshot(): DraftSyncState<Forms, Draft> {
    return { draft, forms, status, unsaved: unsavedParts(), keptAt, conflict, offer, problem }
  }

  function changed(): void {
    current = snapshot()
    for (const listener of listeners) listener()
  }

  function unsavedParts(): PartOf<Forms>[] {
    return parts.filter((part) => !(sameContent(forms[part], saved[part]) && unanswered.isAll(part, forms[part])))
  }

  const owner = () => options.ownerOf(draft?.id ?? null)
  const partSave = (at: Draft, part: PartOf<Forms>) => ({
    id: at.id,
    part,
    baseVersion: at.partVersions[part] ?? 0,
    form: forms[part],
  })
  const rhythm = createSaveRhythm(flush)
  const keeper = createCopyKeeper({
    copies,
    owner,
    session,
    now: options.now,
    unsaved: () =>
      unsavedParts().map((part) => ({ part, baseVersion: draft?.partVersions[part] ?? 0, form: forms[part] })),
    onKept(at) {
      // it may have reached the server meanwhile
      keptAt = unsavedParts().length > 0 ? at : null
      changed()
    },
  })
  const isHeld = () => conflict !== null || status === 'lost'

  async function flush(kind: SaveKind = 'autosave'): Promise<boolean> {
    return inTurn(async () => {
      if (!draft && unsavedParts().length > 0 && !(await beginDraft())) return false
      for (const part of unsavedParts()) if (!(await savePart(part, kind))) return false
      return unsavedParts().length === 0
    })
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    rhythm.unplan()
    return rhythm.inTurn(work)
  }

  /** What is new gets its draft with everything as it stands. What differs from what the server kept is sent after it. */
  async function beginDraft(): Promise<boolean> {
    if (isHeld() || !options.begin) return false
    const sent = { ...forms }
    begin(sent)
    try {
      const made = await options.begin(sent, origin)
      rhythm.reached()
      problem = null
      // copies of the new, unnamed draft: those of the saved one have another name
      await keeper.drop(parts)
      draft = made
      saved = made.forms
      unanswered.clear()
      await keeper.keep()
      await settle()
      return true
    } catch (error) {
      await fail(options.faultOf(error), sent)
      return false
    }
  }

  async function hasDraft(): Promise<boolean> {
    if (!draft) await rhythm.inTurn(async () => draft !== null || beginDraft())
    return draft !== null
  }

  async function savePart(part: PartOf<Forms>, kind: SaveKind): Promise<boolean> {
    // nothing is sent while a choice is waited for
    if (!draft || isHeld()) return false
    const save = { ...partSave(draft, part), kind }
    const only: Partial<Forms> = {}
    only[part] = save.form
    return send(only, async () => ({ draft: await options.save(save), forms: {} }))
  }

  async function send(sent: Partial<Forms>, call: () => Promise<SaveAnswer<Forms, Draft>>): Promise<boolean> {
    begin(sent)
    try {
      await accept(await call(), sent)
      return true
    } catch (error) {
      await fail(options.faultOf(error), sent)
      return false
    }
  }

  function begin(sent: Partial<Forms>): void {
    for (const part of parts) if (part in sent) unanswered.sent(part, sent[part])
    status = 'saving'
    changed()
  }

  /** The sent text is on the server; text typed meanwhile stays. */
  async function accept(answer: SaveAnswer<Forms, Draft>, sent: Partial<Forms>): Promise<void> {
    rhythm.reached()
    problem = null
    if (!draft) return
    const now = { forms, saved, partVersions: draft.partVersions }
    const onAnswered = unanswered.answered
    const after = withAnswer<Forms>(now, { parts, answer, sent, waiting: unsavedParts(), onAnswered })
    forms = after.forms
    saved = after.saved
    draft = { ...draft, ...answer.draft, forms: saved, partVersions: after.partVersions }
    options.onTaken?.(after.taken)
    await settle()
    if (after.behind.length > 0) await catchUp(after.behind)
  }

  /** Another editor saved parts that have no change here: they are shown in their new state. */
  async function catchUp(behind: readonly PartOf<Forms>[]): Promise<void> {
    if (!draft) return
    try {
      const latest = await options.read(draft.id)
      const partVersions = { ...draft.partVersions }
      const taken: Partial<Forms> = {}
      for (const part of behind) {
        if (!sameContent(forms[part], saved[part])) continue
        taken[part] = latest.forms[part]
        partVersions[part] = latest.partVersions[part] ?? 0
      }
      forms = { ...forms, ...taken }
      saved = { ...saved, ...taken }
      draft = { ...draft, forms: saved, partVersions }
      options.onTaken?.(taken)
      changed()
    } catch {
      // the next save of such a part finds it out
    }
  }

  async function settle(): Promise<void> {
    const left = unsavedParts()
    status = left.length > 0 ? 'changed' : 'saved'
    if (left.length === 0) keptAt = null
    else rhythm.plan()
    changed()
    await keeper.drop(parts.filter((part) => !left.includes(part)))
  }

  async function fail(fault: SaveFault, sent: Partial<Forms>): Promise<void> {
    const failed = parts.filter((part) => part in sent)
    if (fault.kind !== 'away') for (const part of failed) unanswered.refused(part)
    if (fault.kind === 'conflict') return meet()
    status = fault.kind
    if (fault.kind === 'refused') {
      problem = fault.problem
      options.onRefused?.(fault.details, failed)
    }
    await keeper.keep()
    if (fault.kind === 'away' || fault.kind === 'signed_out') rhythm.planAgain(fault)
    changed()
  }

  /** Puts the server's text beside one's own; parts that are the same, or were not touched here, need no choice. */
  async function meet(): Promise<void> {
    if (!draft) return
    status = 'conflict'
    await keeper.keep()
    try {
      meetWith(await options.read(draft.id))
    } catch (error) {
      const fault = options.faultOf(error)
      status = fault.kind === 'lost' ? 'lost' : 'away'
      if (status === 'away') rhythm.plan()
    }
    changed()
  }

  function meetWith(theirs: Draft): void {
    const base = saved
    const now = { forms, saved, partVersions: draft?.partVersions ?? {} }
    const after = withTheirs<Forms>(now, { parts, theirs, waiting: unsavedParts(), isOurs: unanswered.includes })
    forms = after.forms
    saved = after.saved
    unanswered.clear()
    draft = { ...theirs, forms: saved, partVersions: after.partVersions }
    options.onTaken?.(after.taken)
    conflict = after.different.length > 0 ? { parts: after.different, theirs, base } : null
    if (conflict) status = 'conflict'
    else if (unsavedParts().length > 0) {
      status = 'changed'
      rhythm.plan(0)
    } else void settle()
  }

  async function lookForNewer(version?: number): Promise<void> {
    const known = draft
    const mayTake = () => !isHeld() && unsavedParts().length === 0
    // what waits to be saved meets the newer version when it is saved
    if (!known || !mayTake()) return
    try {
      if ((version ?? (await options.newest(known.id))) <= known.version) return
      const latest = await options.read(known.id)
      await rhythm.inTurn(async () => {
        if (!draft || !mayTake() || latest.version <= draft.version) return
        const before = forms
        meetWith(latest)
        changed()
        if (parts.some((part) => forms[part] !== before[part])) options.onNewer(latest.savedBy)
      })
    } catch (error) {
      // for other reasons it is looked for again in a moment
      if (options.faultOf(error).kind !== 'lost' || !mayTake()) return
      status = 'lost'
      changed()
    }
  }

  return {
    state: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change(part, form) {
      if (Object.is(forms[part], form)) return
      forms = { ...forms, [part]: form }
      if (status === 'saved' || status === 'refused') status = 'changed'
      if (unsavedParts().length === 0 && status === 'changed') void settle()
      else if (!isHeld()) rhythm.plan()
      keeper.plan()
      changed()
    },
    flush,
    isHeld,
    hasDraft,
    inTurn,
    send,
    amend(change) {
      if (draft) draft = { ...draft, ...change }
      changed()
    },
    adopt(next) {
      conflict = null
      problem = null
      meetWith(next)
      changed()
    },
    async moveTo(next, carry) {
      await rhythm.inTurn(async () => {
        draft = next
        saved = next.forms
        forms = carry(forms)
        unanswered.clear()
        conflict = null
        problem = null
        await settle()
      })
      return flush()
    },
    async resolve(merged) {
      if (!conflict) return false
      const { theirs, parts: different } = conflict
      const taken: Partial<Forms> = {}
      for (const part of different) taken[part] = theirs.forms[part]
      saved = { ...saved, ...taken }
      options.onTaken?.(taken)
      forms = { ...forms, ...merged }
      draft = { ...theirs, forms: saved }
      conflict = null
      status = 'changed'
      changed()
      return flush('save')
    },
    lookForNewer,
    heard(error) {
      if (options.faultOf(error).kind === 'lost') void lookForNewer()
    },
    async lookForCopies() {
      offer = await offeredCopies({ copies, owner: owner(), session, parts, saved })
      if (offer) changed()
    },
    async takeOffer(chosen) {
      const before = forms
      // text typed here before goes to the server first: then it is a revision of its own, not overwritten
      if (draft) await flush()
      if (!offer) return
      // the answer carried another editor's text: the choice was made beside an older one, so it is asked for again
      if (chosen && parts.some((part) => part in chosen && !sameContent(forms[part], before[part]))) return
      const { forms: kept, copies: from } = offer
      // what could not be brought there keeps its place, and the offer stands until it could
      if (draft && (isHeld() || unsavedParts().some((part) => part in kept))) return
      if (!draft) origin = from[0]?.session ?? session
      // who chose field by field has seen what stands there now
      const stale = chosen
        ? []
        : from.filter(({ part, baseVersion }) => baseVersion !== (draft?.partVersions[part] ?? 0))
      forms = { ...forms, ...(chosen ?? kept) }
      status = 'changed'
      offer = null
      if (draft && stale.length > 0) {
        const different = stale.map(({ part }) => part as PartOf<Forms>)
        conflict = { parts: different, theirs: { ...draft, forms: saved }, base: null }
        status = 'conflict'
      } else rhythm.plan(0)
      changed()
      // under the name of this page first: never is it nowhere
      void keeper.keep().then(() => dropEach(copies, from))
    },
    async dropOffer() {
      const dropped = offer?.copies ?? []
      offer = null
      changed()
      await dropEach(copies, dropped)
    },
    keep: keeper.keep,
    leave() {
      // what is new is kept on this device, and begun when the page is hidden
      if (!draft || isHeld()) return
      for (const part of unsavedParts()) {
        // what is on its way is brought there by the browser
        if (unanswered.isNewest(part, forms[part])) continue
        if (options.leave(partSave(draft, part))) unanswered.sent(part, forms[part])
      }
    },
    close() {
      rhythm.close()
      keeper.close()
      // typed while the next page was on its way
      if (unsavedParts().length > 0) return void Promise.all([keeper.keep(), flush()]).then(() => copies?.release())
      copies?.release()
    },
  }
}
