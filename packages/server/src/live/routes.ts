import * as attendance from '@lantern/contract/live/attendance.ts'
import * as calendar from '@lantern/contract/live/calendar.ts'
import * as reminders from '@lantern/contract/live/reminders.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import type { FastifyReply } from 'fastify'
import { refuse } from '#kit/errors.ts'
import { type App, requireAccess, route } from '#kit/route.ts'
import { attend, attendanceTable, readAttendance } from './attendance.ts'
import { feedFile, type MomentsOf, readFeed, saveFeed, sessionFile } from './calendar-feed.ts'
import { listReminders, setReminder } from './reminders.ts'

export function liveRoutes(app: App, { momentsOf }: { momentsOf: MomentsOf }): void {
  route(app, reminders.setReminder, ({ services, viewer, body }) => setReminder(services, viewer, body))
  route(app, reminders.listReminders, ({ services, viewer }) => listReminders(services, viewer))
  route(app, calendar.getCalendarFeed, ({ services, viewer }) => readFeed(services, viewer))
  route(app, calendar.saveCalendarFeed, ({ services, viewer, body }) => saveFeed(services, viewer, body.on))
  route(app, attendance.attendLiveSession, ({ services, viewer, params }) => attend(services, viewer, params.id))
  route(app, attendance.getAttendance, ({ services, viewer, params }) => readAttendance(services, viewer, params.id))

  // files and no calls
  const hidden = { schema: { hide: true } }
  app.get<{ Params: { id: string } }>(
    '/api/learn/cn/liveSession/:id/attendance.csv',
    hidden,
    async ({ params, viewer, locale }, reply) => {
      requireAccess(viewer, 'learner')
      const table = await attendanceTable(app.services, viewer as SignedIn, { id: params.id, locale })
      reply.header('content-disposition', 'attachment; filename="attendance.csv"')
      return reply.type('text/csv; charset=utf-8').send(table)
    },
  )
  app.get<{ Params: { id: string } }>(
    '/api/learn/cn/liveSession/:id/calendar.ics',
    hidden,
    async ({ params, viewer, locale }, reply) =>
      sendCalendar(reply, await sessionFile(app.services, viewer, locale, params.id), params.id),
  )
  // the address is its own key: a calendar has no session
  app.get<{ Params: { file: string } }>('/api/learn/cn/liveSession/feed/:file', hidden, async ({ params }, reply) => {
    const token = /^([\w-]{20,64})\.ics$/.exec(params.file)?.[1]
    if (!token) throw refuse('not_found')
    return sendCalendar(reply, await feedFile(app.services, token, momentsOf), 'calendar')
  })
}

function sendCalendar(reply: FastifyReply, file: string, name: string): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${name.replaceAll(/[^\w-]/g, '')}.ics"`)
    .header('cache-control', 'private, no-store')
    .type('text/calendar; charset=utf-8')
    .send(file)
}
