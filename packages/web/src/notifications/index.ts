export { Bell } from './bell.tsx'
export { actOnNotifications } from './notifications-act.ts'
export { NotificationsPage } from './notifications-page.tsx'
