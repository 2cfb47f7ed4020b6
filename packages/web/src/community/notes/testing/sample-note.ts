import type { Note } from '@lantern/contract/community/notes.ts'

/** A private note with words, on a step and at no place of its text. */
export function sampleNote(id: string, more: Partial<Note> = {}): Note {
  return {
    id,
    authorId: 'u_1',
    itemId: 'ltu_1',
    sectionId: 'se_1',
    stepTitle: 'Snap to texels',
    anchor: 'snap',
    content: `Note ${id}`,
    html: `<p>Note ${id}</p>`,
    quote: null,
    moment: null,
    isPublic: false,
    createdTime: '2026-11-22T04:00:00.000Z',
    editedTime: null,
    ...more,
  }
}
