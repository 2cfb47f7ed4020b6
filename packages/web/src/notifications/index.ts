import { later } from '#kit/later.tsx'

export { Bell } from './bell.tsx'
export { followByForm, readFollowed } from './follow-acts.ts'
export { actOnNotifications } from './notifications-act.ts'
export { NotificationsPage } from './notifications-page.tsx'
export { actOnPreferences } from './preferences-act.ts'
export { UnsubscribePage } from './unsubscribe-page.tsx'
/** A tab of the settings, as a form that works before its script comes. */
export const PreferencesPanel = later(async () => (await import('./preferences-panel.tsx')).PreferencesPanel)

/** Beside a name, as a form that works before its script comes. */
export const FollowButton = later(async () => (await import('./follow-button.tsx')).FollowButton)

/** On the home page of a member: links, and menus that are pressed later. */
export const FeedBlock = later(async () => (await import('./feed-block.tsx')).FeedBlock)
