import { later } from '#kit/later.tsx'

// Tabs whose script comes with the first sign of a person.

/** One's own notes. */
export const MyNotes = later(async () => (await import('./notes/my-notes.tsx')).MyNotes)

/** What one handed in, and what one collected of others. */
export const MySubmissions = later(async () => (await import('./submissions/my-submissions.tsx')).MySubmissions)
