import type { PageContent } from '@lantern/contract/cms/blocks.ts'
import type { PageFault } from '@lantern/contract/cms/faults.ts'
import type { PageDraft, PageSchedule } from '@lantern/contract/cms/pages.ts'
import { createCopyKeeper } from '../../editor-shell/copy-keeper.ts'
import type { DeskOffer, DeskStatus, SaveFault } from '../../editor-shell/desk-state.ts'
import type { DraftCopies } from '../../editor-shell/draft-copies.ts'
import { dropEach, leftBehind } from '../../editor-shell/left-behind.ts'
import { sameContent } from '../../editor-shell/same-content.ts'
import { createSaveRhythm } from '../../editor-shell/save-rhythm.ts'
import { createUnanswered } from '../../editor-shell/unanswered.ts'
import { soundContent } from './page-content.ts'
import { beginEdits, editPage, type PageEdit, type PageEdits } from './page-edits.ts'

const part = 'general'

type KeptDraft = Omit<PageDraft, 'content' | 'faults'>
type Forms = { general: PageContent }

/** Somebody else's text beside one's own. */
export interface PageConflict {
  theirs: PageDraft
  /** What both began with; null when that is not known any more. */
  base: PageContent | null
}

export interface PageDeskState {
  draft: KeptDraft
  edits: PageEdits
  status: DeskStatus
  isUnsaved: boolean
  /** When it was last kept on this device; null while there is no need. */
  keptAt: string | null
  conflict: PageConflict | null
  offer: DeskOffer<Forms> | null
  problem: string | null
  /** What was wrong with the page as it was last saved. */
  faults: readonly PageFault[]
}

interface PageDeskOptions {
  draft: PageDraft
  /** Editor, page and language: what is kept on this device belongs to all of them. */
  owner: string
  session: string
  copies: DraftCopies | null
  save(
    baseVersion: number,
    content: PageContent,
    kind: 'autosave' | 'save',
  ): Promise<Pick<PageDraft, 'version' | 'savedAt' | 'savedBy' | 'faults'>>
  /** The same when the page goes and nobody hears the answer. False: it was not taken. */
  leave(baseVersion: number, content: PageContent): boolean
  read(): Promise<PageDraft>
  /** The number of the newest version. */
  newest(): Promise<number>
  /** What is shown was changed by somebody else, before anything was changed here. */
  onNewer(by: PageDraft['savedBy']): void
  faultOf(error: unknown): SaveFault
  now(): Date
}

export interface PageDesk {
  state(): PageDeskState
  subscribe(listener: () => void): () => void
  edit(edit: PageEdit): void
  /** Sends now what is waiting. True when the server has everything. */
  flush(kind?: 'autosave' | 'save'): Promise<boolean>
  /** Takes over what the server answered: a revision that was restored, or what was published. */
  adopt(draft: PageDraft): void
  /** The faults that a thorough look has found. */
  setFaults(faults: readonly PageFault[]): void
  /** What is to happen to this language of the page by itself. */
  setSchedule(schedule: PageSchedule[]): void
  /** The choice between two texts was made: this is what is to stand. */
  resolve(content: PageContent): Promise<boolean>
  /** Whether somebody saved a newer version: while nothing is waiting here, it is shown. */
  lookForNewer(): Promise<void>
  lookForCopies(): Promise<void>
  /** Takes what was left behind, or of it what was chosen: the page as it is to stand. */
  takeOffer(chosen?: PageContent): Promise<void>
  dropOffer(): Promise<void>
  keep(): Promise<void>
  /** The page goes: hands over what the server does not have. */
  leave(): void
  /** The last of it is sent first. */
  close(): void
}

/**
 * A page on an editor's desk. One request at a time; what is typed while it is under way is sent with the next. Whatever
 * the server says, the page on the screen stays and a copy of it is on this device until the server has it.
 */
export function createPageDesk(options: PageDeskOptions): PageDesk {
  const { owner, session, copies } = options
  const listeners = new Set<() => void>()
  let draft: KeptDraft = withoutContent(options.draft)
  let edits = beginEdits(soundContent(options.draft.content))
  /** As the server has it. */
  let saved = edits.content
  let faults: readonly PageFault[] = options.draft.faults
  let status: DeskStatus = 'saved'
  let keptAt: string | null = null
  let conflict: PageConflict | null = null
  let offer: DeskOffer<Forms> | null = null
  let problem: string | null = null
  const unanswered = createUnanswered<typeof part>()
  let current = snapshot()

  function snapshot(): PageDeskState {
    return { draft, edits, status, isUnsaved: isUnsaved(), keptAt, conflict, offer, problem, faults }
  }

  function changed(): void {
    current = snapshot()
    for (const listener of listeners) listener()
  }

  function isUnsaved(): boolean {
    return !(sameContent(edits.content, saved) && unanswered.isAll(part, edits.content))
  }

  const rhythm = createSaveRhythm(flush)
  const keeper = createCopyKeeper({
    copies,
    owner: () => owner,
    session,
    now: options.now,
    unsaved: () => (isUnsaved() ? [{ part, baseVersion: draft.version, form: edits.content }] : []),
    onKept(at) {
      // it may have reached the server meanwhile
      keptAt = isUnsaved() ? at : null
      changed()
    },
  })
  const holdsStill = () => conflict !== null || status === 'lost'

  async function flush(kind: 'autosave' | 'save' = 'autosave'): Promise<boolean> {
    rhythm.unplan()
    return rhythm.inTurn(async () => {
      if (isUnsaved() && !(await send(kind))) return false
      return !isUnsaved()
    })
  }

  async function send(kind: 'autosave' | 'save'): Promise<boolean> {
    if (holdsStill()) return false
    const sent = edits.content
    unanswered.sent(part, sent)
    status = 'saving'
    changed()
    try {
      const { faults: found, ...answer } = await options.save(draft.version, sent, kind)
      rhythm.reached()
      problem = null
      saved = sent
      unanswered.answered(part)
      draft = { ...draft, ...answer }
      faults = found
      await settle()
      return true
    } catch (error) {
      await fail(options.faultOf(error))
      return false
    }
  }

  async function settle(): Promise<void> {
    const waits = isUnsaved()
    status = waits ? 'changed' : 'saved'
    if (waits) rhythm.plan()
    else keptAt = null
    changed()
    if (!waits) await keeper.drop([part])
  }

  async function fail(fault: SaveFault): Promise<void> {
    if (fault.kind !== 'away') unanswered.refused(part)
    if (fault.kind === 'conflict') return meet()
    status = fault.kind
    if (fault.kind === 'refused') problem = fault.problem
    await keeper.keep()
    if (fault.kind === 'away' || fault.kind === 'signed_out') {
      rhythm.planAgain(fault)
    }
    changed()
  }

  /** Puts the server's text beside one's own; where they are the same no choice is needed. */
  async function meet(): Promise<void> {
    status = 'conflict'
    await keeper.keep()
    try {
      const theirs = await options.read()
      const content = soundContent(theirs.content)
      // what this page sent itself, though the answer was lost, is nobody else's text
      if (!sameContent(content, edits.content) && !unanswered.includes(part, content)) {
        conflict = { theirs, base: saved }
        return changed()
      }
      saved = content
      unanswered.clear()
      draft = withoutContent(theirs)
      faults = theirs.faults
      await settle()
      return
    } catch (error) {
      const fault = options.faultOf(error)
      status = fault.kind === 'lost' ? 'lost' : 'away'
      if (status === 'away') rhythm.plan()
    }
    changed()
  }

  function edit(change: PageEdit): void {
    const before = edits
    edits = editPage(edits, change)
    if (edits === before) return
    if (edits.content !== before.content) {
      if (status === 'saved' || status === 'refused') status = 'changed'
      if (!isUnsaved() && status === 'changed') void settle()
      else if (!holdsStill()) rhythm.plan()
      keeper.plan()
    }
    changed()
  }

  function adopt(next: PageDraft): void {
    const content = soundContent(next.content)
    const untouched = !isUnsaved()
    const isOurs = sameContent(content, saved) || unanswered.includes(part, content)
    problem = null
    // what was typed while the answer was on its way stays, and does not go over what it does not know
    if (!untouched && !isOurs && !sameContent(content, edits.content)) {
      conflict = { theirs: next, base: saved }
      status = 'conflict'
      changed()
      return
    }
    draft = withoutContent(next)
    saved = content
    unanswered.clear()
    faults = next.faults
    if (untouched) {
      if (!sameContent(edits.content, content)) edits = editPage(edits, { type: 'replace', content })
      saved = edits.content
    }
    void settle()
  }

  return {
    state: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    edit,
    flush,
    adopt,
    async lookForNewer() {
      // what waits to be saved meets the newer version when it is saved
      if (isUnsaved() || holdsStill()) return
      try {
        if ((await options.newest()) <= draft.version) return
        const latest = await options.read()
        await rhythm.inTurn(async () => {
          if (isUnsaved() || holdsStill() || latest.version <= draft.version) return
          const isOther = !sameContent(soundContent(latest.content), saved)
          adopt(latest)
          if (isOther) options.onNewer(latest.savedBy)
        })
      } catch {
        // it is looked for again in a moment
      }
    },
    setFaults(found) {
      faults = found
      changed()
    },
    setSchedule(schedule) {
      const { page, locale } = draft
      const locales = page.locales.map((one) => (one.locale === locale ? { ...one, schedule } : one))
      draft = { ...draft, page: { ...page, locales } }
      changed()
    },
    async resolve(content) {
      if (!conflict) return false
      saved = soundContent(conflict.theirs.content)
      unanswered.clear()
      draft = withoutContent(conflict.theirs)
      conflict = null
      status = 'changed'
      edits = editPage(edits, { type: 'replace', content })
      changed()
      return flush('save')
    },
    async lookForCopies() {
      offer = await leftBehind<Forms>({ copies, owner, session, parts: [part], saved: { general: saved } })
      if (offer) changed()
    },
    async takeOffer(chosen) {
      // what was typed here before goes to the server first: then it stands beside what is taken, not under it
      await flush()
      // what could not be brought there keeps its place, and the offer stands until it could
      if (!offer || isUnsaved() || holdsStill()) return
      const { forms, copies: from } = offer
      // who chose field by field has seen what stands there now
      const isStale = !chosen && from.some(({ baseVersion }) => baseVersion !== draft.version)
      const theirs: PageDraft = { ...draft, content: saved, faults: [...faults] }
      edits = editPage(edits, { type: 'replace', content: chosen ?? soundContent(forms.general) })
      offer = null
      if (isStale) {
        conflict = { theirs, base: null }
        status = 'conflict'
      } else {
        status = 'changed'
        rhythm.plan(0)
      }
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
      // what is on its way is brought there by the browser
      if (!isUnsaved() || holdsStill() || unanswered.isNewest(part, edits.content)) return
      if (options.leave(draft.version, edits.content)) unanswered.sent(part, edits.content)
    },
    close() {
      rhythm.close()
      keeper.close()
      // typed while the next page was on its way
      if (isUnsaved()) return void Promise.all([keeper.keep(), flush()]).then(() => copies?.release())
      copies?.release()
    },
  }
}

function withoutContent({ content: _, faults: __, ...draft }: PageDraft): KeptDraft {
  return draft
}
