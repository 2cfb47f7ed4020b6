import * as reminders from '@lantern/contract/live/reminders.ts'
import { type App, route } from '#kit/route.ts'
import { listReminders, setReminder } from './reminders.ts'

export function liveRoutes(app: App): void {
  route(app, reminders.setReminder, ({ services, viewer, body }) => setReminder(services, viewer, body))
  route(app, reminders.listReminders, ({ services, viewer }) => listReminders(services, viewer))
}
