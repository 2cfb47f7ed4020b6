import type { Draft } from '@lantern/contract/authoring/drafts.ts'
import type { AnyForms } from '@lantern/contract/authoring/forms.ts'
import type { DraftSync, DraftSyncOptions, DraftSyncState, PartOf } from '#kit/documents/draft-sync-state.ts'
import type { EditorKind, Fault, SaveAnswer } from './editor-kind.ts'
import type { Refusals } from './refusals.ts'

/** The draft with the forms of its type. */
export type DraftOf<Forms> = Omit<Draft, 'forms'> & { forms: Forms }

export interface DraftEditorState<Forms> extends DraftSyncState<Forms, DraftOf<Forms>> {
  /** `part.field` of what a person has been at: errors show there. */
  touched: ReadonlySet<string>
  /** What the server said of a field, until it changes. */
  refusals: Refusals
}

export type SaveResult = 'saved' | 'unchanged' | 'invalid' | 'failed'

export interface DraftEditorOptions<Forms extends AnyForms>
  extends Omit<DraftSyncOptions<Forms, DraftOf<Forms>>, 'parts' | 'onTaken' | 'onRefused'> {
  kind: EditorKind<Forms>
  campus: boolean
  /** Engine versions from old to new. */
  versions: readonly string[]
}

type Synced =
  | 'change'
  | 'flush'
  | 'inTurn'
  | 'adopt'
  | 'resolve'
  | 'lookForNewer'
  | 'heard'
  | 'lookForCopies'
  | 'takeOffer'
  | 'dropOffer'

export interface DraftEditor<Forms extends AnyForms>
  extends Pick<DraftSync<Forms, DraftOf<Forms>>, Synced | 'subscribe' | 'keep' | 'leave' | 'close'> {
  state(): DraftEditorState<Forms>
  /** Saves a part by hand: checked, and skipped when nothing changed since it was last saved by hand. */
  save(part: PartOf<Forms>): Promise<SaveResult>
  /** Saves at once, by hand where the part is complete and as it stands where it is not. */
  saveAtOnce(part: PartOf<Forms>): Promise<SaveResult>
  /** Any other call that saves a part, as adding a step. */
  act(part: PartOf<Forms>, send: (at: ActAt<Forms>) => Promise<SaveAnswer<Forms>>): Promise<SaveResult>
  /** Saves unsaved changes, then publishes. Nothing is published when a save fails. */
  publish(revision?: number): Promise<SaveResult>
  /** What keeps a part from being saved by hand. */
  faults(part: PartOf<Forms>): readonly Fault[]
  /** The parts that were changed since they were last saved by hand. */
  unconfirmed(): PartOf<Forms>[]
  touch(part: PartOf<Forms>, field: string): void
  touchAll(part: PartOf<Forms>): void
  /**
   * The other author's text stays, and the editor continues with a copy made of the sent text. Text typed since
   * goes into the copy; true when all of it is there.
   */
  moveTo(id: string, sent: Forms): Promise<boolean>
}

/** What a call that saves a part needs. */
export interface ActAt<Forms> {
  id: string
  forms: Forms
  baseVersion: number
}
