import { carriedOver } from './carried-over.ts'
import { createCopyKeeper } from './copy-keeper.ts'
import type {
  ActAt,
  Desk,
  DeskConflict,
  DeskOffer,
  DeskOptions,
  DeskState,
  DeskStatus,
  DraftOf,
  SaveFault,
  SaveResult,
} from './desk-state.ts'
import { onlyPart } from './draft-parts.ts'
import type { AnyForms, PartOf, SaveAnswer } from './editor-kind.ts'
import { dropEach, leftBehind } from './left-behind.ts'
import {
  type NamesOf,
  type Refusals,
  refusedNames,
  refusedNamesOfAll,
  withoutChanged,
  withoutParts,
} from './refusals.ts'
import { sameContent } from './same-content.ts'
import { createSaveRhythm } from './save-rhythm.ts'
import { withAnswer, withTheirs } from './take-over.ts'
import { createUnanswered } from './unanswered.ts'

/**
 * A draft on an author's desk. One request at a time; what is typed while it is under way is sent with the next. Whatever
 * the server says, the text on the screen stays and a copy of it is on this device until the server has it.
 */
export function createDesk<Forms extends AnyForms>(options: DeskOptions<Forms>): Desk<Forms> {
  const { kind, campus, session, copies } = options
  const parts = kind.parts.map(({ part }) => part)
  const listeners = new Set<() => void>()
  let draft = options.draft
  let forms = options.draft?.forms ?? options.forms
  /** As the server has them, and as they were last saved by hand. */
  let saved = forms
  let confirmed = forms
  let status: DeskStatus = 'saved'
  let keptAt: string | null = null
  let conflict: DeskConflict<Forms> | null = null
  let offer: DeskOffer<Forms> | null = null
  let problem: string | null = null
  let touched: ReadonlySet<string> = new Set()
  let refusals: Refusals = {}
  /** Who begins the draft of what is new: a page that is closed by now, where its text was taken over. */
  let origin = session
  const unanswered = createUnanswered<PartOf<Forms>>()
  let current = snapshot()

  function owner(): string {
    return options.ownerOf(draft?.id ?? null)
  }

  function snapshot(): DeskState<Forms> {
    return {
      draft,
      forms,
      status,
      unsaved: unsavedParts(),
      keptAt,
      conflict,
      offer,
      problem,
      touched,
      refusals,
    }
  }

  function changed(): void {
    current = snapshot()
    for (const listener of listeners) listener()
  }

  function unsavedParts(): PartOf<Forms>[] {
    return parts.filter((part) => !(sameContent(forms[part], saved[part]) && unanswered.isAll(part, forms[part])))
  }

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
  const faultsOf = (part: PartOf<Forms>) => kind.faults(part, forms, options.versions)
  const holdsStill = () => conflict !== null || status === 'lost'

  async function flush(): Promise<boolean> {
    rhythm.unplan()
    return rhythm.inTurn(async () => {
      if (!draft && unsavedParts().length > 0 && !(await beginDraft())) return false
      for (const part of unsavedParts()) if (!(await sendPart(part))) return false
      return unsavedParts().length === 0
    })
  }

  /** What is new gets its draft with everything as it stands. What differs from what the server kept is sent after it. */
  async function beginDraft(): Promise<boolean> {
    if (holdsStill()) return false
    const sent = { ...forms }
    begin(sent)
    try {
      const made = await options.begin(sent, origin)
      rhythm.reached()
      problem = null
      // the copies of what was new: those of the draft have another name
      await keeper.drop(parts)
      draft = made
      saved = made.forms
      unanswered.clear()
      await keeper.keep()
      await settle()
      return true
    } catch (error) {
      await fail(options.faultOf(error), sent, (details) => refusedNamesOfAll(details, parts))
      return false
    }
  }

  /** What is saved by hand in something new is saved into its draft. */
  async function hasDraft(): Promise<boolean> {
    if (!draft) await rhythm.inTurn(async () => draft !== null || beginDraft())
    return draft !== null
  }

  async function sendPart(part: PartOf<Forms>): Promise<boolean> {
    // nothing is sent while a choice is waited for
    if (!draft || holdsStill()) return false
    const { id, partVersions } = draft
    return attempt(part, async () => ({
      draft: await options.autosave(id, part, partVersions[part] ?? 0, forms[part]),
      forms: {},
    }))
  }

  async function attempt(part: PartOf<Forms>, send: () => Promise<SaveAnswer<Forms>>): Promise<boolean> {
    const sent = onlyPart(forms, part)
    begin(sent)
    try {
      await accept(await send(), sent)
      return true
    } catch (error) {
      await fail(options.faultOf(error), sent, (details) => refusedNames(details, part))
      return false
    }
  }

  function begin(sent: Partial<Forms>): void {
    for (const part of parts) if (part in sent) unanswered.sent(part, sent[part])
    status = 'saving'
    changed()
  }

  /** What was sent is on the server; what was typed meanwhile stays. */
  async function accept(answer: SaveAnswer<Forms>, sent: Partial<Forms>): Promise<void> {
    rhythm.reached()
    problem = null
    if (!draft) return
    const now = { forms, saved, confirmed, partVersions: draft.partVersions }
    const onAnswered = unanswered.answered
    const taken = withAnswer<Forms>(now, { parts, answer, sent, waiting: unsavedParts(), onAnswered })
    const { partVersions, behind } = taken
    forms = taken.forms
    saved = taken.saved
    confirmed = taken.confirmed
    const { id, slug, version, savedAt, savedBy } = answer.draft
    draft = { ...draft, forms: saved, id, slug, version, savedAt, savedBy, partVersions }
    await settle()
    if (behind.length > 0) await catchUp(behind)
  }

  /** Somebody else saved parts that nobody has touched here: they are shown as they are now. */
  async function catchUp(behind: readonly PartOf<Forms>[]): Promise<void> {
    if (!draft) return
    try {
      const latest = await options.read(draft.id)
      const partVersions = { ...draft.partVersions }
      for (const part of behind) {
        if (!sameContent(forms[part], saved[part])) continue
        forms = { ...forms, [part]: latest.forms[part] }
        saved = { ...saved, [part]: latest.forms[part] }
        confirmed = { ...confirmed, [part]: latest.forms[part] }
        partVersions[part] = latest.partVersions[part] ?? 0
      }
      draft = { ...draft, forms: saved, partVersions }
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

  async function fail(fault: SaveFault, sent: Partial<Forms>, namesOf: NamesOf): Promise<void> {
    if (fault.kind !== 'away') for (const part of parts) if (part in sent) unanswered.refused(part)
    if (fault.kind === 'conflict') return meet()
    status = fault.kind
    if (fault.kind === 'refused') {
      problem = fault.problem
      const found = namesOf(fault.details)
      refusals = { ...refusals, ...Object.fromEntries(found) }
      touched = new Set([...touched, ...found.map(([name]) => name)])
    }
    await keeper.keep()
    if (fault.kind === 'away' || fault.kind === 'signed_out') {
      rhythm.planAgain(fault)
    }
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

  function meetWith(theirs: DraftOf<Forms>): void {
    const base = saved
    const now = { forms, saved, partVersions: draft?.partVersions ?? {} }
    const taken = withTheirs<Forms>(now, { parts, theirs, waiting: unsavedParts(), isOurs: unanswered.includes })
    const { different, partVersions } = taken
    forms = taken.forms
    saved = taken.saved
    unanswered.clear()
    draft = { ...theirs, forms: saved, partVersions }
    conflict = different.length > 0 ? { parts: different, theirs, base } : null
    if (conflict) status = 'conflict'
    else if (unsavedParts().length > 0) {
      status = 'changed'
      rhythm.plan(0)
    } else void settle()
  }

  async function save(part: PartOf<Forms>): Promise<SaveResult> {
    if (holdsStill()) return 'failed'
    if (faultsOf(part).length > 0) {
      touchAll(part)
      void flush()
      return 'invalid'
    }
    if (!(await hasDraft())) return 'failed'
    if (draft && kind.isSame(part, forms, confirmed)) {
      // a difference that the rule does not look at, as a word in bold, is kept all the same
      void flush()
      return 'unchanged'
    }
    return inTurn(async () => {
      // pressed twice: what the first press saved is not saved again
      if (draft && kind.isSame(part, forms, confirmed)) return 'unchanged'
      const base = draft && { baseVersion: draft.partVersions[part] ?? 0 }
      return byHand(part, () => kind.save(part, { id: draft?.id ?? '0', forms, campus, ...base }))
    })
  }

  async function act(part: PartOf<Forms>, send: (at: ActAt<Forms>) => Promise<SaveAnswer<Forms>>): Promise<SaveResult> {
    if (holdsStill() || !(await hasDraft())) return 'failed'
    return inTurn(() =>
      byHand(part, () => send({ id: draft?.id ?? '0', forms, baseVersion: draft?.partVersions[part] ?? 0 })),
    )
  }

  function inTurn(work: () => Promise<SaveResult>): Promise<SaveResult> {
    rhythm.unplan()
    return rhythm.inTurn(work)
  }

  async function byHand(part: PartOf<Forms>, send: () => Promise<SaveAnswer<Forms>>): Promise<SaveResult> {
    const done = await attempt(part, async () => {
      const sent = forms[part]
      const answer = await send()
      confirmed = { ...confirmed, [part]: answer.forms[part] ?? sent }
      // what a save by hand was refused for is not mended by keeping it as it stands
      refusals = withoutParts(refusals, [part])
      return answer
    })
    return done ? 'saved' : 'failed'
  }

  async function publish(revision?: number): Promise<SaveResult> {
    for (const part of parts) {
      const result = await save(part)
      if (result === 'invalid' || result === 'failed') return result
    }
    // what is typed meanwhile goes with it
    if (!(await flush()) && status !== 'changed') return 'failed'
    return inTurn(async () => {
      // as it stands now: something more may have been saved between
      if (!draft || holdsStill()) return 'failed'
      const { id, version } = draft
      const sent = { ...forms }
      begin(sent)
      try {
        const answer = await kind.publish({ id, forms: sent, campus, baseVersion: version, revision })
        refusals = {}
        await accept(answer, sent)
        confirmed = saved
        if (draft) draft = { ...draft, published: true, publishedVersion: answer.draft.version }
        changed()
        return 'saved'
      } catch (error) {
        await fail(options.faultOf(error), sent, (details) => refusedNamesOfAll(details, parts))
        return 'failed'
      }
    })
  }

  function touchAll(part: PartOf<Forms>): void {
    const names = faultsOf(part).map(({ field }) => `${part}.${field}`)
    touched = new Set([...touched, ...names])
    changed()
  }

  /** What was typed while it was on its way stays, beside it where both say something else. */
  function adopt(next: DraftOf<Forms>): void {
    conflict = null
    problem = null
    refusals = {}
    confirmed = next.forms
    meetWith(next)
    changed()
  }

  async function moveTo(id: string, sent: Forms): Promise<boolean> {
    const made = await options.read(id)
    await rhythm.inTurn(async () => {
      draft = made
      saved = made.forms
      confirmed = made.forms
      forms = carriedOver(sent, made.forms, forms)
      unanswered.clear()
      conflict = null
      problem = null
      refusals = {}
      await settle()
    })
    return flush()
  }

  return {
    state: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change(part, form) {
      if (Object.is(forms[part], form)) return
      refusals = withoutChanged(refusals, part, forms[part], form)
      forms = { ...forms, [part]: form }
      if (status === 'saved' || status === 'refused') status = 'changed'
      if (unsavedParts().length === 0 && status === 'changed') void settle()
      else if (!holdsStill()) rhythm.plan()
      keeper.plan()
      changed()
    },
    flush,
    save,
    async saveAtOnce(part) {
      if (faultsOf(part).length === 0) return save(part)
      return (await flush()) ? 'saved' : 'failed'
    },
    act,
    publish,
    faults: faultsOf,
    unconfirmed: () => parts.filter((part) => !draft || !kind.isSame(part, forms, confirmed)),
    touch(part, field) {
      if (touched.has(`${part}.${field}`)) return
      touched = new Set([...touched, `${part}.${field}`])
      changed()
    },
    touchAll,
    async resolve(merged) {
      if (!conflict) return false
      const { theirs, parts: different } = conflict
      for (const part of different) {
        saved = { ...saved, [part]: theirs.forms[part] }
        confirmed = { ...confirmed, [part]: theirs.forms[part] }
      }
      forms = { ...forms, ...merged }
      draft = { ...theirs, forms: saved }
      conflict = null
      status = 'changed'
      changed()
      return flush()
    },
    moveTo,
    adopt,
    async lookForNewer() {
      const known = draft
      // what waits to be saved meets the newer version when it is saved
      if (!known || holdsStill() || unsavedParts().length > 0) return
      try {
        if ((await options.newest(known.id)) <= known.version) return
        const latest = await options.read(known.id)
        await rhythm.inTurn(async () => {
          if (!draft || holdsStill() || unsavedParts().length > 0 || latest.version <= draft.version) return
          const isOther = parts.some((part) => !sameContent(forms[part], latest.forms[part]))
          forms = latest.forms
          saved = latest.forms
          confirmed = latest.forms
          draft = latest
          changed()
          if (isOther) options.onNewer(latest.savedBy)
        })
      } catch {
        // it is looked for again in a moment
      }
    },
    async lookForCopies() {
      offer = await leftBehind({ copies, owner: owner(), session, parts, saved })
      if (offer) changed()
    },
    async takeOffer(chosen) {
      const before = forms
      // what was typed here before goes to the server first: then it stands beside what is taken, not under it
      if (draft) await flush()
      if (!offer) return
      // somebody else's text came in with that: what was chosen was chosen beside another one, and is shown anew
      if (chosen && parts.some((part) => part in chosen && !sameContent(forms[part], before[part]))) return
      const { forms: kept, copies: from } = offer
      // what could not be brought there keeps its place, and the offer stands until it could
      if (draft && (holdsStill() || unsavedParts().some((part) => part in kept))) return
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
      if (!draft || holdsStill()) return
      for (const part of unsavedParts()) {
        // what is on its way is brought there by the browser
        if (unanswered.isNewest(part, forms[part])) continue
        const isTaken = options.leave(draft.id, part, draft.partVersions[part] ?? 0, forms[part])
        if (isTaken) unanswered.sent(part, forms[part])
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
