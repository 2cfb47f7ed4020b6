import type { NoteMoment, NoteQuote } from '@lantern/contract/community/notes.ts'

// New notes that the server has not answered yet, on this device: a page that is closed without a network loses none.

export interface NewNote {
  sectionId: string
  content: string
  quote?: NoteQuote
  moment?: NoteMoment
  isPublic: boolean
  /** Names it, so that it is written once however often it is sent. */
  key: string
  /** By this device's clock. */
  madeAt: string
}

function nameOf(userId: string, itemId: string): string {
  return `lantern.notes.${userId}.${itemId}`
}

export function keptNotes(userId: string, itemId: string): NewNote[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(nameOf(userId, itemId)) ?? '[]')
    return Array.isArray(value) ? value.filter(isNewNote) : []
  } catch {
    // without a store, or with something else in it, nothing was kept
    return []
  }
}

function isNewNote(value: unknown): value is NewNote {
  if (typeof value !== 'object' || value === null) return false
  const { sectionId, content, key, madeAt } = value as Partial<Record<keyof NewNote, unknown>>
  return [sectionId, content, key, madeAt].every((text) => typeof text === 'string')
}

/** Another tab of the lesson keeps its own in the same place. */
export function keepNote(userId: string, itemId: string, note: NewNote): void {
  write(userId, itemId, [...keptNotes(userId, itemId).filter(({ key }) => key !== note.key), note])
}

export function forgetNote(userId: string, itemId: string, key: string): void {
  write(
    userId,
    itemId,
    keptNotes(userId, itemId).filter((note) => note.key !== key),
  )
}

function write(userId: string, itemId: string, notes: NewNote[]): void {
  try {
    if (notes.length === 0) localStorage.removeItem(nameOf(userId, itemId))
    else localStorage.setItem(nameOf(userId, itemId), JSON.stringify(notes))
  } catch {
    // a full or forbidden store costs the copy on this device: the note is sent all the same
  }
}
