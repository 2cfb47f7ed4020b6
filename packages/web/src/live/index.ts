import { later } from '#kit/later.tsx'

export { AttendancePage } from './attendance-page.tsx'
export { actOnFeedForm } from './feed-act.ts'
export { actOnReminderForm } from './reminder-act.ts'

/** A form in the page as it comes; its script is fetched later. */
export const ReminderButton = later(async () => (await import('./reminder-button.tsx')).ReminderButton)

/** Below what the session is about. */
export const LiveStage = later(async () => (await import('./live-stage.tsx')).LiveStage)

/** At the end of the settings. */
export const CalendarFeed = later(async () => (await import('./calendar-feed.tsx')).CalendarFeed)
