// The shell around every editor. A type describes itself once (`EditorKind`: its parts, what is the same, what is
// wrong, how it is saved and published) and draws one panel for each part inside `EditorShell`. A panel reads and changes
// its form by `usePart`; `useEditor` has the names of ids, the versions and `say` for one sentence under the head.
// Saving when a tab is changed and every five seconds, the copy on this device, conflicts, revisions, translations,
// publishing and leaving the page are done here for all of them. Fields that several types share stand in ../fields.

import type { Draft, DraftReferences, SavedDraft } from '@lantern/contract/authoring/drafts.ts'
import type { AnyForms, EditedType } from '@lantern/contract/authoring/forms.ts'
import type { PartOf } from '#kit/documents/draft-sync-state.ts'
import type { MessageKey } from '#kit/messages.tsx'

/** What keeps a part from being saved by hand. */
export interface Fault {
  /** Path inside the part: `title`, `sections.se_1.labUrl`. */
  field: string
  key: MessageKey
  values?: Record<string, string | number>
  /** It is only not filled yet: it is named in the list of what is missing. */
  missing?: boolean
}

export interface PartRow<Forms> {
  part: PartOf<Forms>
  /** In the address, `?tab=g`. */
  tab: string
  label: MessageKey
  /** Stands beside the name of the tab. */
  count?: (forms: Forms) => number
}

/** What a save by hand answers: the draft, and its parts as the server has them now. */
export interface SaveAnswer<Forms> {
  draft: SavedDraft
  forms: Partial<Forms>
}

/** What the editor shell has to know of a type: everything else it does alike for tutorials, quizzes, projects and courses. */
export interface EditorKind<Forms extends AnyForms = AnyForms> {
  type: EditedType
  /** In the order of the tabs. */
  parts: readonly PartRow<Forms>[]
  /** Whether saving by hand is skipped, by the rules of the type. Autosave looks at every difference. */
  isSame(part: PartOf<Forms>, one: Forms, other: Forms): boolean
  /** What has to be mended before the part can be saved by hand, in the order of the form. `versions` from old to new. */
  faults(part: PartOf<Forms>, forms: Forms, versions: readonly string[]): readonly Fault[]
  /** What keeps it from being published besides; paths begin with the part: `details.tagIds`. */
  publishFaults?(forms: Forms, versions: readonly string[]): readonly Fault[]
  /** Saves one part by hand; id `0` creates. */
  save(part: PartOf<Forms>, at: SaveAt<Forms>): Promise<SaveAnswer<Forms>>
  publish(at: SaveAt<Forms> & { revision?: number }): Promise<SaveAnswer<Forms>>
}

export interface SaveAt<Forms> {
  id: string
  forms: Forms
  baseVersion?: number
  /** Under /campus/: the calls of the campus where the type has its own. */
  campus: boolean
}

/** What a page gives the editor shell: the answer of the draft's call. */
export interface EditorData<Forms extends AnyForms = AnyForms> {
  /** Names the editor: it stays the same one when what is new gets its draft. */
  editor: string
  /** Null for what is new. */
  draft: (Omit<Draft, 'forms'> & { forms: Forms }) | null
  /** What a new one begins with; those of the draft otherwise. */
  forms: Forms
  references: DraftReferences
  versions: { id: string; disabled: boolean }[]
}
