import { later } from '#kit/later.tsx'

// Parts of pages whose script comes with the first sign of a person.

/** Below an item or a submission. */
export const ItemDiscussion = later(async () => (await import('./item-discussion.tsx')).ItemDiscussion)

/** In a lesson. */
export const LessonNotes = later(async () => (await import('./notes/lesson-notes.tsx')).LessonNotes)

/** The tab of one's own notes in my learning. */
export const MyNotes = later(async () => (await import('./notes/my-notes.tsx')).MyNotes)

/** Tabs of my learning. */
export const MySubmissions = later(async () => (await import('./submissions/my-submissions.tsx')).MySubmissions)

/** On the page of a submission. */
export const AvailabilityPanel = later(
  async () => (await import('./submissions/availability-panel.tsx')).AvailabilityPanel,
)

/** For educators, on the page of a submission. */
export const ReviewForm = later(async () => (await import('./submissions/review-form.tsx')).ReviewForm)

/** In the step of a lesson that asks for a submission. */
export const SubmissionStep = later(async () => (await import('./submissions/submission-step.tsx')).SubmissionStep)
