import { later } from '#kit/later.tsx'

// Parts of pages whose script comes with the first sign of a person.

/** Below an item or a submission. */
export const ItemDiscussion = later(async () => (await import('./item-discussion.tsx')).ItemDiscussion)

/** On the page of an item. */
export const ItemLike = later(async () => (await import('./item-like.tsx')).ItemLike)

/** In a lesson. */
export const LessonNotes = later(async () => (await import('./notes/lesson-notes.tsx')).LessonNotes)

/** In the step of a lesson that asks for a submission. */
export const SubmissionStep = later(async () => (await import('./submissions/submission-step.tsx')).SubmissionStep)
