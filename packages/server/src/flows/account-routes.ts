import * as account from '@lantern/contract/identity/account.ts'
import {
  deleteAccount as deleteAccountCall,
  requestExport as requestExportCall,
} from '@lantern/contract/identity/account-safety.ts'
import {
  countryOf,
  dropSessionCookie,
  phoneFrom,
  sendSessionCookie,
  sessionCookie,
  whereFrom,
} from '#identity/index.ts'
import { type App, httpRoute, route } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { updateAvatar } from './account-picture.ts'
import { bindPhone, replaceAndSignIn } from './bind-phone.ts'
import { deleteAccount } from './delete-account.ts'
import { exportDownload, makeExports, requestExport } from './export-data.ts'
import { absorbLeftovers } from './merge-accounts.ts'

/** What people do to their account that reaches beyond it: into records, quizzes and pictures. */
export function accountFlowRoutes(app: App): void {
  httpRoute(app, account.bindPhone, ({ services, viewer, body, request }) =>
    bindPhone(services, { ...body, userId: viewer.id, phone: phoneFrom(body.mobile), ...whereFrom(services, request) }),
  )
  httpRoute(app, account.replaceAndSignIn, async ({ services, viewer, body, request, reply }) => {
    const phone = phoneFrom(body.mobile)
    const { replaceUserId, currentUserId, tfaCode } = body
    const userAgent = request.headers['user-agent'] ?? ''
    const country = await countryOf(services, request)
    const wish = { replaceUserId, currentUserId, phone, tfaCode, viewerId: viewer.id, userAgent, country }
    const token = await replaceAndSignIn(services, wish, { request, reply })
    sendSessionCookie(services, reply, token)
    return { cookie: { Name: sessionCookie(services), Value: token }, user: { id: replaceUserId, phone } }
  })
  route(app, account.updateUserAvatar, ({ services, viewer, body }) => updateAvatar(services, viewer, body.avatar))
  route(app, requestExportCall, ({ services, viewer }) => requestExport(services, viewer))
  httpRoute(app, deleteAccountCall, async ({ services, viewer, body, request, reply }) => {
    const done = await deleteAccount(services, viewer, { ...body, ...whereFrom(services, request) })
    dropSessionCookie(services, reply)
    return done
  })
  exportDownload(app)
}

export function accountJobs(services: Services): void {
  absorbLeftovers(services)
  makeExports(services)
}
