import { object } from '@lantern/contract/endpoint.ts'
import { itemIdLink } from '@lantern/contract/links.ts'
import { Type } from 'typebox'
import { notificationKind } from '#notifications/index.ts'

/** A live session with a requested reminder begins soon. */
export const liveReminder = notificationKind({
  name: 'live_reminder',
  group: 'live',
  icon: 'live',
  label: 'live.reminder',
  hint: 'live.reminder_hint',
  channels: { site: 'now', mail: 'now', push: 'now' },
  required: [],
  isUrgent: true,
  payload: object({ startTime: Type.String() }),
  write: ({ payload: { startTime }, item }, { t, time }) => ({
    title: t('live.reminder_title', { time: time(startTime) }),
    body: item?.title ?? null,
    path: item ? itemIdLink(item) : '/live-calendar',
  }),
})
