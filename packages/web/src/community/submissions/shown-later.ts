import { later } from '#kit/later.tsx'

// Parts whose script comes with the first sign of a person.

/** On the page of a submission. */
export const AvailabilityPanel = later(async () => (await import('./availability-panel.tsx')).AvailabilityPanel)

/** For educators, on the page of a submission. */
export const ReviewForm = later(async () => (await import('./review-form.tsx')).ReviewForm)

/** Seen by who handed in. */
export const ReceivedFeedback = later(async () => (await import('./received-feedback.tsx')).ReceivedFeedback)

/** Likes, sharing and what its author may do. */
export const SubmissionActs = later(async () => (await import('./submission-acts.tsx')).SubmissionActs)
