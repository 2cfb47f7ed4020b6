import { later } from '#kit/later.tsx'

export { Bell } from './bell.tsx'
export { actOnNotifications } from './notifications-act.ts'
export { NotificationsPage } from './notifications-page.tsx'
export { actOnPreferences } from './preferences-act.ts'
export { UnsubscribePage } from './unsubscribe-page.tsx'
/** A tab of the settings, as a form that works before its script comes. */
export const PreferencesPanel = later(async () => (await import('./preferences-panel.tsx')).PreferencesPanel)
