// How people are told, in the order of the columns that they choose in.

export const channels = ['site', 'mail', 'push'] as const
export type Channel = (typeof channels)[number]

/** `now` also says "on" where there is nothing to wait for. */
export const rhythms = ['off', 'now', 'daily', 'weekly'] as const
export type Rhythm = (typeof rhythms)[number]

/** Mail alone can be gathered. */
export const offeredRhythms: Readonly<Record<Channel, readonly Rhythm[]>> = {
  site: ['off', 'now'],
  mail: rhythms,
  push: ['off', 'now'],
}

export const kindGroups = ['learning', 'community', 'live', 'shop', 'creating', 'account'] as const
export const notificationIcons = [
  'shield',
  'profile',
  'language',
  'upload',
  'live',
  'people',
  'cart',
  'message',
  'lesson',
] as const
export type NotificationIcon = (typeof notificationIcons)[number]

/** What can be muted: one group of entries, all of an item, or a kind on the site. */
export const muteTypes = ['group', 'item', 'kind'] as const

/** A person, or a path: courses and projects are paths. */
export const followTypes = ['person', 'course', 'project'] as const
export type FollowType = (typeof followTypes)[number]

/** After this time a notification is dropped, read or not. */
export const keptDays = 180
