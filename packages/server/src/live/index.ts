// What the application and flows may use of live sessions; what they are like is the catalogue's.

export { liveReminder } from './live-reminder.ts'
export { remindedPersonalData } from './personal-data.ts'
export { remindOfSessions } from './reminders.ts'
export { liveRoutes } from './routes.ts'
