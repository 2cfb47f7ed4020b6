import {
  listSessions,
  readSessionNotice,
  revokeOtherSessions,
  revokeSession,
} from '@lantern/contract/identity/session-list.ts'
import { type App, httpRoute, route } from '#kit/route.ts'
import { openSessionsOf, revokeOne, revokeOthers } from './session-list.ts'
import { dropSessionCookie, noticeRead } from './sessions.ts'

export function sessionRoutes(app: App): void {
  route(app, listSessions, ({ services, viewer }) => openSessionsOf(services, viewer))

  httpRoute(app, revokeSession, async ({ services, viewer, body, reply }) => {
    await revokeOne(services, viewer, body.sessionId)
    if (body.sessionId === viewer.sessionId) dropSessionCookie(services, reply)
    return { success: true }
  })

  route(app, revokeOtherSessions, async ({ services, viewer }) => ({ ended: await revokeOthers(services, viewer) }))

  httpRoute(app, readSessionNotice, async ({ services, request, reply }) => {
    const { isOver } = await noticeRead(services, request)
    if (isOver) dropSessionCookie(services, reply)
    return { success: true }
  })
}
