import { later } from '#kit/later.tsx'

export { Bell } from './bell.tsx'
export { blockByForm, readBlocked } from './block-acts.ts'
export { followByForm, readFollowed } from './follow-acts.ts'
export { actOnNotifications } from './notifications-act.ts'
export { NotificationsPage } from './notifications-page.tsx'
export { actOnPreferences } from './preferences-act.ts'
export { UnsubscribePage } from './unsubscribe-page.tsx'
export { useBlock } from './use-block.ts'

/** A tab of the settings, as a form that works before its script comes. */
export const PreferencesPanel = later(async () => (await import('./preferences-panel.tsx')).PreferencesPanel)

/** Beside a name, as a form that works before its script comes. */
export const FollowButton = later(async () => (await import('./follow-button.tsx')).FollowButton)

/** Beside the name on a person's page, as a form that works before its script comes. */
export const PersonMenu = later(async () => (await import('./person-menu.tsx')).PersonMenu)

/** On the home page of a member: links, and menus that are pressed later. */
export const FeedBlock = later(async () => (await import('./feed-block.tsx')).FeedBlock)
