// What the application and flows may use of live sessions; what they are like is the catalogue's.

export { type Attended, saveAttendance } from './attendance.ts'
export type { CalendarMoment } from './calendar-file.ts'
export { liveReminder } from './live-reminder.ts'
export { livePersonalData } from './personal-data.ts'
export { remindOfSessions, setReminder } from './reminders.ts'
export { liveRoutes } from './routes.ts'
export { liveChanged, tellOfChangedSessions } from './tell-of-changes.ts'
export { tellPagesOfSessions } from './tell-pages.ts'
