import type { DraftCopies } from './draft-copies.ts'
import type { OfferedCopies } from './offered-copies.ts'

/** The parts of a document are saved one by one; the forms hold one form for each. */
export type PartOf<Forms> = Extract<keyof Forms, string>

/** The person who saved it; null for the site itself. */
export type SavedBy = { id: string; fullName: string; avatar: string | null } | null

/** A draft as the server has it, of any kind of document. */
export interface StoredDraft<Forms> {
  id: string
  version: number
  /** The version in which each part changed last. */
  partVersions: Partial<Record<string, number>>
  savedAt: string
  savedBy: SavedBy
  forms: Forms
}

/** What a save answers: what is new of the draft, and parts as the server has them where it changed them. */
export interface SaveAnswer<Forms, Draft = StoredDraft<Forms>> {
  draft: Partial<Omit<Draft, 'forms'>> & Pick<StoredDraft<Forms>, 'version' | 'partVersions'>
  forms: Partial<Forms>
}

/**
 * - `saved`: the server has everything
 * - `changed`, `saving`: not yet, or just now
 * - `away`: the server cannot be reached; it is kept on this device
 * - `conflict`: another editor changed the same part; saving waits for a choice
 * - `refused`: the server does not take it as it is
 * - `lost`: this person may not edit it any more, or it is gone
 * - `signed_out`: signing in again goes on with it
 */
export type SaveStatus = 'saved' | 'changed' | 'saving' | 'away' | 'conflict' | 'refused' | 'lost' | 'signed_out'

/** The other editor's text beside one's own. */
export interface DraftConflict<Forms, Draft extends StoredDraft<Forms> = StoredDraft<Forms>> {
  parts: readonly PartOf<Forms>[]
  theirs: Draft
  /** What both began with; null when that is not known any more. */
  base: Forms | null
}

export interface DraftSyncState<Forms, Draft extends StoredDraft<Forms> = StoredDraft<Forms>> {
  /** Null before the first save. */
  draft: Draft | null
  /** As they stand on the screen. */
  forms: Forms
  status: SaveStatus
  /** Parts that the server does not have as they stand. */
  unsaved: readonly PartOf<Forms>[]
  /** When it was last kept on this device; null while there is no need. */
  keptAt: string | null
  conflict: DraftConflict<Forms, Draft> | null
  /** What an earlier page left on this device, not on the server. */
  offer: OfferedCopies<Forms> | null
  /** Why it was refused, in words. */
  problem: string | null
}

/** As a refused call names its fields. */
export type FaultDetails = readonly { field: string; message: string }[]

/** How a failed call is to be understood. */
export type SaveFault =
  | { kind: 'conflict' | 'lost' | 'signed_out' }
  /** `busy`: the server was reached and has no time. */
  | { kind: 'away'; busy?: boolean }
  | { kind: 'refused'; problem: string; details: FaultDetails }

/** By itself, or because the author asked for it. */
export type SaveKind = 'autosave' | 'save'

/** One part on its way to the server. */
export interface PartSave<Forms> {
  id: string
  part: PartOf<Forms>
  /** The version of the part that the form is based on. */
  baseVersion: number
  form: Forms[PartOf<Forms>]
  kind: SaveKind
}

/** The calls of one kind of document, and what its editor does at certain moments. */
export interface DraftSyncOptions<Forms, Draft extends StoredDraft<Forms>> {
  parts: readonly PartOf<Forms>[]
  draft: Draft | null
  /** What is shown before there is a draft. */
  forms: Forms
  /** Person and draft, or what a new one is: copies on this device belong to both. */
  ownerOf(id: string | null): string
  /** Names this open editor. */
  session: string
  copies: DraftCopies | null
  /** Makes the draft of what is new. The same origin makes it once. */
  begin?(forms: Forms, origin: string): Promise<Draft>
  save(save: PartSave<Forms>): Promise<SaveAnswer<Forms, Draft>['draft']>
  /** The same when the page goes and nobody hears the answer. False: it was not taken. */
  leave(save: Omit<PartSave<Forms>, 'kind'>): boolean
  read(id: string): Promise<Draft>
  /** The number of the newest version. */
  newest(id: string): Promise<number>
  /** Another editor changed the shown text, before anything was typed here. */
  onNewer(by: SavedBy): void
  /** The server's text of these parts replaces what the editor knew of it. */
  onTaken?(forms: Partial<Forms>): void
  onRefused?(details: FaultDetails, parts: readonly PartOf<Forms>[]): void
  faultOf(error: unknown): SaveFault
  now(): Date
}

export interface DraftSync<Forms, Draft extends StoredDraft<Forms>> {
  state(): DraftSyncState<Forms, Draft>
  subscribe(listener: () => void): () => void
  /** Takes typed text: on this device soon, on the server within five seconds. */
  change<Part extends PartOf<Forms>>(part: Part, form: Forms[Part]): void
  /** Sends now what is waiting, as it stands. True when the server has everything. */
  flush(kind?: SaveKind): Promise<boolean>
  /** Nothing is sent: a choice is waited for, or this person may not save any more. */
  isHeld(): boolean
  /** Begins the draft of what is new; false when that could not be done. */
  hasDraft(): Promise<boolean>
  /** Requests go one after the other; a planned send is left to this one. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Sends parts by another call than `save`. Within `inTurn`. False when it failed, which the state then says. */
  send(sent: Partial<Forms>, call: () => Promise<SaveAnswer<Forms, Draft>>): Promise<boolean>
  /** What became of the draft beside its text, as its publication. */
  amend(change: Partial<Omit<Draft, 'forms'>>): void
  /** Takes another state of the draft over, as a restored revision. Text typed meanwhile stays. */
  adopt(draft: Draft): void
  /** Goes on with another draft, and with the forms that `carry` makes of those on the screen. */
  moveTo(draft: Draft, carry: (forms: Forms) => Forms): Promise<boolean>
  /** The choice between two texts was made: this is what is to stand. */
  resolve(merged: Partial<Forms>): Promise<boolean>
  /**
   * Whether another editor saved a newer version: parts untouched here take its text. `version` is the newest
   * where it is known; without, the server is asked.
   */
  lookForNewer(version?: number): Promise<void>
  /** A call beside the saves failed: when it was refused, the right to edit may have ended, which the state then says. */
  heard(error: unknown): void
  /** Looks for what an earlier page left on this device. */
  lookForCopies(): Promise<void>
  /** Takes a recovered copy, whole or in parts: the parts as they are to stand. */
  takeOffer(chosen?: Partial<Forms>): Promise<void>
  dropOffer(): Promise<void>
  /** Writes the copy on this device now. */
  keep(): Promise<void>
  /** The page goes: hands over what the server does not have. */
  leave(): void
  /** The last of it is sent first. */
  close(): void
}
