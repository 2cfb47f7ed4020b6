import type { DraftReferences } from '@lantern/contract/authoring/drafts.ts'
import type { AnyForms } from '@lantern/contract/authoring/forms.ts'
import { createContext, use, useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { PartOf } from '#kit/documents/draft-sync-state.ts'
import { useMessages } from '#kit/messages.tsx'
import type { DraftEditor, DraftEditorState, SaveResult } from './draft-editor-state.ts'
import type { EditorKind } from './editor-kind.ts'
import { refusalInside } from './refusals.ts'

/** What every panel of an editor stands on. */
export interface EditorTools<Forms extends AnyForms = AnyForms> {
  kind: EditorKind<Forms>
  draftEditor: DraftEditor<Forms>
  campus: boolean
  /** Names of what the forms refer to by id, and of later choices. */
  references: DraftReferences
  addReferences(found: Partial<DraftReferences>): void
  versions: readonly { id: string; disabled: boolean }[]
  /** One sentence under the head, as when a limit is reached; null takes it away. */
  say(text: string | null): void
  /** Saves a part by hand and says what came of it. */
  save(part: PartOf<Forms>): Promise<SaveResult>
  saveAtOnce(part: PartOf<Forms>): Promise<SaveResult>
  /** Goes to the editor of another draft; nothing can be typed that would come too late for it. */
  open(to: string, options?: { replace?: boolean }): Promise<void>
  /** Opens the list of revisions, or one of them. */
  showRevisions(): void
  /** Opens the tab of a field, as in `steps.sections.se_1.body`, and leads to it. */
  goTo(field: string): void
  /** The field that a jump from the list of faults leads to. */
  wanted: WantedField | null
}

export interface WantedField {
  field: string
  /** The field was focused: later renderings must not scroll the page again. */
  isFound: boolean
}

/** For panels that show one of several things at a time: opens the one that a wanted field is in. */
export function useWantedThing(list: string, open: (id: string) => void): void {
  const { wanted } = useEditorTools()
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    if (!wanted || wanted.isFound || !wanted.field.startsWith(`${list}.`)) return
    const [id] = wanted.field.slice(list.length + 1).split('.')
    if (id) latest.current(id)
  }, [wanted, list])
}

export const EditorToolsContext = createContext<EditorTools | null>(null)

export function useEditorTools<Forms extends AnyForms = AnyForms>(): EditorTools<Forms> {
  const found = use(EditorToolsContext)
  if (!found) throw new Error('There is no EditorShell above')
  // an editor's panels stand in the shell of their own type
  return found as unknown as EditorTools<Forms>
}

export function useDraftState<Forms extends AnyForms = AnyForms>(): DraftEditorState<Forms> {
  const { draftEditor } = useEditorTools<Forms>()
  return useSyncExternalStore(draftEditor.subscribe, draftEditor.state, draftEditor.state)
}

export interface EditedPart<Form> {
  form: Form
  /** The whole form anew. */
  change(form: Form): void
  /** One field of it. */
  set<Name extends keyof Form>(name: Name, value: Form[Name]): void
  /** What is wrong with a field, in words, once a person has been there or tried to save. */
  errorOf(field: string): string | undefined
  /** To be called when a field is left. */
  touch(field: string): void
  /** Saves it at once, as a change of the language does. */
  saveAtOnce(): Promise<unknown>
}

/** One part of the forms: `usePart<TutorialForms, 'general'>('general')`. */
export function usePart<Forms extends AnyForms, Part extends PartOf<Forms>>(part: Part): EditedPart<Forms[Part]> {
  const t = useMessages()
  const { draftEditor, kind, versions, saveAtOnce } = useEditorTools<Forms>()
  const { forms, touched, refusals } = useDraftState<Forms>()
  const form = forms[part]
  const change = useCallback((next: Forms[Part]) => draftEditor.change(part, next), [draftEditor, part])
  const set = useCallback(
    <Name extends keyof Forms[Part]>(name: Name, value: Forms[Part][Name]) => {
      // the newest form, not the one of the last render: two fields may change in one event
      draftEditor.change(part, { ...draftEditor.state().forms[part], [name]: value })
    },
    [draftEditor, part],
  )
  const order = useMemo(() => versions.map(({ id }) => id), [versions])
  const faults = useMemo(() => kind.faults(part, forms, order), [kind, part, forms, order])
  return useMemo(
    () => ({
      form,
      change,
      set,
      errorOf(field) {
        const name = `${part}.${field}`
        const refused = refusals[name] ?? refusalInside(refusals, name)
        if (refused) return refused
        const fault = touched.has(name) ? faults.find((one) => one.field === field) : undefined
        return fault && t(fault.key, fault.values)
      },
      touch: (field) => draftEditor.touch(part, field),
      saveAtOnce: () => saveAtOnce(part),
    }),
    [form, change, set, part, refusals, touched, faults, t, draftEditor, saveAtOnce],
  )
}
