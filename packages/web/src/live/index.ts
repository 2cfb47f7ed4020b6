import { later } from '#kit/later.tsx'

export { actOnReminderForm } from './reminder-act.ts'

/** A form in the page as it comes; its script is fetched later. */
export const ReminderButton = later(async () => (await import('./reminder-button.tsx')).ReminderButton)
