import { getBlock, setBlock } from '@lantern/contract/notifications/blocks.ts'
import * as following from '@lantern/contract/notifications/following.ts'
import * as notifications from '@lantern/contract/notifications/notifications.ts'
import * as preferences from '@lantern/contract/notifications/preferences.ts'
import * as push from '@lantern/contract/notifications/push.ts'
import { type App, route } from '#kit/route.ts'
import * as blocks from './blocks.ts'
import { addSubscription, pushKey, removeSubscription } from './deliver-push.ts'
import { readFollow, setFollow } from './following.ts'
import { countUnread, type Kinds, markRead, readFeed, readList } from './list.ts'
import { setMute } from './mutes.ts'
import { readPreferences, savePreferences } from './preferences.ts'
import { readUnsubscribeLink, unsubscribe } from './unsubscribe.ts'

export function notificationRoutes(app: App, kinds: Kinds): void {
  route(app, notifications.listNotifications, ({ services, viewer, locale, query }) =>
    readList(services, kinds, viewer, locale, query),
  )
  route(app, notifications.getFeed, ({ services, viewer, locale }) => readFeed(services, kinds, viewer, locale))
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
  route(app, preferences.setMute, ({ services, viewer, body }) => setMute(services, kinds, viewer, body))
  route(app, following.getFollow, ({ services, viewer, query }) => readFollow(services, viewer, query))
  route(app, following.setFollow, ({ services, viewer, body }) => setFollow(services, viewer, body))
  route(app, getBlock, ({ services, viewer, query }) => blocks.readBlock(services, viewer, query.id))
  route(app, setBlock, ({ services, viewer, body }) => blocks.setBlock(services, viewer, body))
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
