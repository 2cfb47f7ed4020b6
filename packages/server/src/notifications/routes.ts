import * as notifications from '@lantern/contract/notifications/notifications.ts'
import { type App, route } from '#kit/route.ts'
import { countUnread, type Kinds, markRead, readList } from './list.ts'

export function notificationRoutes(app: App, kinds: Kinds): void {
  route(app, notifications.listNotifications, ({ services, viewer, locale, query }) =>
    readList(services, kinds, viewer, locale, query),
  )
  route(app, notifications.countUnread, async ({ services, viewer }) => ({
    unread: await countUnread(services, kinds, viewer),
  }))
  route(app, notifications.readNotifications, ({ services, viewer, body }) => markRead(services, kinds, viewer, body))
}
