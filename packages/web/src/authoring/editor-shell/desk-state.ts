import type { Draft, SavedDraft } from '@lantern/contract/authoring/drafts.ts'
import type { DraftCopies, DraftCopy } from './draft-copies.ts'
import type { AnyForms, EditorKind, Fault, PartOf, SaveAnswer } from './editor-kind.ts'
import type { FaultDetails } from './refusals.ts'

/** The draft with the forms of its type. */
export type DraftOf<Forms> = Omit<Draft, 'forms'> & { forms: Forms }

/**
 * - `saved`: the server has everything
 * - `changed`, `saving`: not yet, or just now
 * - `away`: the server cannot be reached; it is kept on this device
 * - `conflict`: somebody else changed the same part; saving waits for a choice
 * - `refused`: the server does not take it as it is
 * - `lost`: this person may not edit it any more, or it is gone
 * - `signed_out`: signing in again goes on with it
 */
export type DeskStatus = 'saved' | 'changed' | 'saving' | 'away' | 'conflict' | 'refused' | 'lost' | 'signed_out'

/** Somebody else's text beside one's own. */
export interface DeskConflict<Forms> {
  parts: readonly PartOf<Forms>[]
  theirs: DraftOf<Forms>
  /** What both began with; null when that is not known any more. */
  base: Forms | null
}

/** What an earlier page left on this device, not on the server. */
export interface DeskOffer<Forms> {
  keptAt: string
  forms: Partial<Forms>
  copies: readonly DraftCopy[]
}

export interface DeskState<Forms> {
  /** Null before the first save. */
  draft: DraftOf<Forms> | null
  /** As they stand on the screen. */
  forms: Forms
  status: DeskStatus
  /** Parts that the server does not have as they stand. */
  unsaved: readonly PartOf<Forms>[]
  /** When it was last kept on this device; null while there is no need. */
  keptAt: string | null
  conflict: DeskConflict<Forms> | null
  offer: DeskOffer<Forms> | null
  /** Why it was refused, in words. */
  problem: string | null
  /** `part.field` of what a person has been at: errors show there. */
  touched: ReadonlySet<string>
  /** What the server said of a field, until it changes. */
  refusals: Readonly<Record<string, string>>
}

export type SaveResult = 'saved' | 'unchanged' | 'invalid' | 'failed'

/** How a failed call is to be understood. */
export type SaveFault =
  | { kind: 'conflict' | 'lost' | 'signed_out' }
  /** `busy`: the server was reached and has no time. */
  | { kind: 'away'; busy?: boolean }
  | { kind: 'refused'; problem: string; details: FaultDetails }

export interface DeskOptions<Forms extends AnyForms> {
  kind: EditorKind<Forms>
  draft: DraftOf<Forms> | null
  forms: Forms
  campus: boolean
  /** Engine versions from old to new. */
  versions: readonly string[]
  /** Learner and draft, or the type of a new one: what is kept on this device belongs to both. */
  ownerOf(id: string | null): string
  session: string
  copies: DraftCopies | null
  /** Makes the draft of what is new. The same origin makes it once. */
  begin(forms: Forms, origin: string): Promise<DraftOf<Forms>>
  autosave(id: string, part: PartOf<Forms>, baseVersion: number, data: unknown): Promise<SavedDraft>
  /** The same when the page goes and nobody hears the answer. False: it was not taken. */
  leave(id: string, part: PartOf<Forms>, baseVersion: number, data: unknown): boolean
  read(id: string): Promise<DraftOf<Forms>>
  /** The number of the newest version. */
  newest(id: string): Promise<number>
  /** What is shown was changed by somebody else, before anything was typed here. */
  onNewer(by: DraftOf<Forms>['savedBy']): void
  faultOf(error: unknown): SaveFault
  now(): Date
}

export interface Desk<Forms extends AnyForms> {
  state(): DeskState<Forms>
  subscribe(listener: () => void): () => void
  /** Takes what was typed: on this device soon, on the server within five seconds. */
  change<Part extends PartOf<Forms>>(part: Part, form: Forms[Part]): void
  /** Sends now what is waiting, as it stands. True when the server has everything. */
  flush(): Promise<boolean>
  /** Saves a part by hand: checked, and skipped when nothing changed since it was last saved by hand. */
  save(part: PartOf<Forms>): Promise<SaveResult>
  /** Saves at once, by hand where the part is complete and as it stands where it is not. */
  saveAtOnce(part: PartOf<Forms>): Promise<SaveResult>
  /** Any other call that saves a part, as adding a step. */
  act(part: PartOf<Forms>, send: (at: ActAt<Forms>) => Promise<SaveAnswer<Forms>>): Promise<SaveResult>
  /** Saves what was not saved by hand, then publishes. Nothing is published when a save fails. */
  publish(revision?: number): Promise<SaveResult>
  /** What keeps a part from being saved by hand. */
  faults(part: PartOf<Forms>): readonly Fault[]
  /** The parts that were changed since they were last saved by hand. */
  unconfirmed(): PartOf<Forms>[]
  touch(part: PartOf<Forms>, field: string): void
  touchAll(part: PartOf<Forms>): void
  /** The choice between two texts was made: this is what is to stand. */
  resolve(merged: Partial<Forms>): Promise<boolean>
  /**
   * Somebody else's text stays, and the desk goes on with a copy that was made of what was sent. What was typed since goes
   * into the copy; true when all of it is there.
   */
  moveTo(id: string, sent: Forms): Promise<boolean>
  /** Takes another state of the draft over, as a revision that was restored. */
  adopt(draft: DraftOf<Forms>): void
  /** Whether somebody saved a newer version: what nobody has touched here is shown as it is now. */
  lookForNewer(): Promise<void>
  /** Looks for what an earlier page left on this device. */
  lookForCopies(): Promise<void>
  /** Takes what was left behind, or of it what was chosen: the parts as they are to stand. */
  takeOffer(chosen?: Partial<Forms>): Promise<void>
  dropOffer(): Promise<void>
  /** Writes the copy on this device now. */
  keep(): Promise<void>
  /** The page goes: hands over what the server does not have. */
  leave(): void
  /** The last of it is sent first. */
  close(): void
}

/** What a call that saves a part needs. */
export interface ActAt<Forms> {
  id: string
  forms: Forms
  baseVersion: number
}
