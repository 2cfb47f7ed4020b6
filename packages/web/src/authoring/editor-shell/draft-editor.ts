import type { AnyForms } from '@lantern/contract/authoring/forms.ts'
import { carriedOver } from '#kit/documents/carried-over.ts'
import { createDraftSync } from '#kit/documents/draft-sync.ts'
import type { PartOf } from '#kit/documents/draft-sync-state.ts'
import type {
  ActAt,
  DraftEditor,
  DraftEditorOptions,
  DraftEditorState,
  DraftOf,
  SaveResult,
} from './draft-editor-state.ts'
import type { SaveAnswer } from './editor-kind.ts'
import { type Refusals, refusedNames, refusedNamesOfAll, withoutChanged, withoutParts } from './refusals.ts'

/** The draft of an item in its editor: kept by itself as every document, saved by hand with its checks, and published. */
export function createDraftEditor<Forms extends AnyForms>(options: DraftEditorOptions<Forms>): DraftEditor<Forms> {
  const { kind, campus } = options
  const parts = kind.parts.map(({ part }) => part)
  const listeners = new Set<() => void>()
  /** As they were last saved by hand. */
  let confirmed = options.forms
  let touched: ReadonlySet<string> = new Set()
  let refusals: Refusals = {}
  const sync = createDraftSync<Forms, DraftOf<Forms>>({
    ...options,
    parts,
    onTaken(forms) {
      confirmed = { ...confirmed, ...forms }
    },
    onRefused(details, sent) {
      const [only] = sent
      const found = only && sent.length === 1 ? refusedNames(details, only) : refusedNamesOfAll(details, parts)
      refusals = { ...refusals, ...Object.fromEntries(found) }
      touched = new Set([...touched, ...found.map(([name]) => name)])
    },
  })
  let current = snapshot()
  sync.subscribe(changed)

  function snapshot(): DraftEditorState<Forms> {
    return { ...sync.state(), touched, refusals }
  }

  function changed(): void {
    current = snapshot()
    for (const listener of listeners) listener()
  }

  const formsNow = () => sync.state().forms
  const faults = (part: PartOf<Forms>) => kind.faults(part, formsNow(), options.versions)
  const isConfirmed = (part: PartOf<Forms>) => sync.state().draft !== null && kind.isSame(part, formsNow(), confirmed)

  /** What a save of this part sends now. */
  function saveAt(part: PartOf<Forms>): ActAt<Forms> {
    const { draft, forms } = sync.state()
    return { id: draft?.id ?? '0', forms, baseVersion: draft?.partVersions[part] ?? 0 }
  }

  async function save(part: PartOf<Forms>): Promise<SaveResult> {
    if (sync.isHeld()) return 'failed'
    if (faults(part).length > 0) {
      touchAll(part)
      void sync.flush()
      return 'invalid'
    }
    if (!(await sync.hasDraft())) return 'failed'
    if (isConfirmed(part)) {
      // a difference that the rule does not look at, as a word in bold, is kept all the same
      void sync.flush()
      return 'unchanged'
    }
    return sync.inTurn(async () => {
      // pressed twice: what the first press saved is not saved again
      if (isConfirmed(part)) return 'unchanged'
      return byHand(part, () => kind.save(part, { ...saveAt(part), campus }))
    })
  }

  async function act(part: PartOf<Forms>, send: (at: ActAt<Forms>) => Promise<SaveAnswer<Forms>>): Promise<SaveResult> {
    if (sync.isHeld() || !(await sync.hasDraft())) return 'failed'
    return sync.inTurn(() => byHand(part, () => send(saveAt(part))))
  }

  async function byHand(part: PartOf<Forms>, send: () => Promise<SaveAnswer<Forms>>): Promise<SaveResult> {
    const sent: Partial<Forms> = {}
    sent[part] = formsNow()[part]
    const done = await sync.send(sent, async () => {
      const answer = await send()
      confirmed = { ...confirmed, ...sent, ...(part in answer.forms && { [part]: answer.forms[part] }) }
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
    if (!(await sync.flush()) && sync.state().status !== 'changed') return 'failed'
    return sync.inTurn(async () => {
      // as it stands now: something more may have been saved between
      const { draft, forms } = sync.state()
      if (!draft || sync.isHeld()) return 'failed'
      const done = await sync.send(forms, async () => {
        const answer = await kind.publish({ id: draft.id, forms, campus, baseVersion: draft.version, revision })
        refusals = {}
        return answer
      })
      const published = sync.state().draft
      if (!done || !published) return 'failed'
      confirmed = published.forms
      sync.amend({ published: true, publishedVersion: published.version })
      return 'saved'
    })
  }

  function touch(names: readonly string[]): void {
    if (names.every((name) => touched.has(name))) return
    touched = new Set([...touched, ...names])
    changed()
  }

  function touchAll(part: PartOf<Forms>): void {
    touch(faults(part).map(({ field }) => `${part}.${field}`))
  }

  /** Another text than the one whose fields were refused. */
  function startFrom(draft: DraftOf<Forms>): void {
    confirmed = draft.forms
    refusals = {}
  }

  return {
    ...sync,
    state: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change(part, form) {
      refusals = withoutChanged(refusals, part, formsNow()[part], form)
      sync.change(part, form)
    },
    save,
    async takeOffer(chosen) {
      await sync.takeOffer(chosen)
      const { draft } = sync.state()
      // it may refer to what nothing here referred to before: the names come with the draft, or with its next opening
      if (draft && (await sync.flush())) await options.read(draft.id).catch(sync.heard)
    },
    async saveAtOnce(part) {
      if (faults(part).length === 0) return save(part)
      return (await sync.flush()) ? 'saved' : 'failed'
    },
    act,
    publish,
    faults,
    unconfirmed: () => parts.filter((part) => !isConfirmed(part)),
    touch: (part, field) => touch([`${part}.${field}`]),
    touchAll,
    async moveTo(id, sent) {
      const made = await options.read(id)
      return sync.moveTo(made, (forms) => {
        startFrom(made)
        return carriedOver(sent, made.forms, forms)
      })
    },
    adopt(draft) {
      startFrom(draft)
      sync.adopt(draft)
    },
  }
}
