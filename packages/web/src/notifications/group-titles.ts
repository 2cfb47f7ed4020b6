import type { kindGroups } from '@lantern/contract/notifications/channels.ts'
import type { MessageKey } from '#kit/messages.tsx'

export const groupTitles = {
  learning: 'notifications.group_learning',
  community: 'notifications.group_community',
  live: 'notifications.group_live',
  shop: 'notifications.group_shop',
  creating: 'notifications.group_creating',
  account: 'notifications.group_account',
} as const satisfies Record<(typeof kindGroups)[number], MessageKey>
