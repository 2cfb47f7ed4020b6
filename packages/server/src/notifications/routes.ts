import * as notifications from '@lantern/contract/notifications/notifications.ts'
import * as preferences from '@lantern/contract/notifications/preferences.ts'
import * as push from '@lantern/contract/notifications/push.ts'
import { type App, route } from '#kit/route.ts'
import { addSubscription, pushKey, removeSubscription } from './deliver-push.ts'
import { countUnread, type Kinds, markRead, readList } from './list.ts'
import { muteItem, readPreferences, savePreferences } from './preferences.ts'
import { readUnsubscribeLink, unsubscribe } from './unsubscribe.ts'

export function notificationRoutes(app: App, kinds: Kinds): void {
  route(app, notifications.listNotifications, ({ services, viewer, locale, query }) =>
    readList(services, kinds, viewer, locale, query),
  )
  route(app, notifications.countUnread, async ({ services, viewer }) => ({
    unread: await countUnread(services, kinds, viewer),
  }))
  route(app, notifications.readNotifications, ({ services, viewer, body }) => markRead(services, kinds, viewer, body))
  route(app, preferences.getPreferences, ({ services, viewer, locale }) =>
    readPreferences(services, kinds, viewer, locale),
  )
  route(app, preferences.savePreferences, ({ services, viewer, locale, body }) =>
    savePreferences(services, kinds, viewer, locale, body),
  )
  route(app, preferences.muteItem, ({ services, viewer, body }) => muteItem(services, viewer, body))
  route(app, preferences.readUnsubscribeLink, ({ services, locale, query }) =>
    readUnsubscribeLink(services, kinds, locale, query.token),
  )
  route(app, preferences.unsubscribe, ({ services, locale, body }) => unsubscribe(services, kinds, locale, body.token))
  route(app, push.getPushKey, ({ services }) => pushKey(services))
  route(app, push.addPushSubscription, ({ services, viewer, body }) => addSubscription(services, viewer, body))
  route(app, push.removePushSubscription, ({ services, viewer, body }) =>
    removeSubscription(services, viewer, body.endpoint),
  )
}
