import { later } from '#kit/later.tsx'

// Parts whose script comes with the first sign of a person.

/** On the page of a submission. */
export const AvailabilityPanel = later(async () => (await import('./availability-panel.tsx')).AvailabilityPanel)

/** For educators, on the page of a submission. */
export const ReviewForm = later(async () => (await import('./review-form.tsx')).ReviewForm)
