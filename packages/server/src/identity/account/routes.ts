import * as account from '@lantern/contract/identity/account.ts'
import { getAccountSafety } from '@lantern/contract/identity/account-safety.ts'
import * as email from '@lantern/contract/identity/email.ts'
import { type App, httpRoute, route } from '#kit/route.ts'
import { readAccount, whereFrom } from '../session/index.ts'
import { ownUser } from '../session-answer.ts'
import { phoneFrom } from '../sms-codes.ts'
import { confirmEmail, readEmailLink, sendEmailLink } from './email.ts'
import { isPhoneBound, verifyOwnPhone } from './phone.ts'
import { readProfile, updateProfile } from './profile.ts'
import { readSafety } from './safety.ts'

export function accountRoutes(app: App): void {
  httpRoute(app, account.verifyPhone, ({ services, viewer, body, request }) =>
    verifyOwnPhone(services, {
      ...body,
      userId: viewer.id,
      phone: phoneFrom(body.mobile),
      ...whereFrom(services, request),
    }),
  )
  httpRoute(app, account.verifyPhoneIsBound, ({ services, viewer, body, request }) =>
    isPhoneBound(services, {
      ...body,
      userId: viewer.id,
      phone: phoneFrom(body.mobile),
      ...whereFrom(services, request),
    }),
  )
  route(app, account.getProfile, ({ services, viewer }) => readProfile(services, viewer))
  route(app, account.updateUserBasicInfo, async ({ services, viewer, body }) => {
    const outcome = await updateProfile(services, viewer, body)
    return { user: ownUser(viewer, await readAccount(services.db, viewer.id)), ...outcome }
  })
  route(app, getAccountSafety, ({ services, viewer }) => readSafety(services, viewer))
  httpRoute(app, email.addEmail, ({ services, viewer, body, request, locale }) =>
    sendEmailLink(services, viewer, { email: body.email, redirectTo: body.redirectTo, ip: request.ip, locale }),
  )
  route(app, email.readEmailLink, ({ services, query }) => readEmailLink(services, query.token))
  httpRoute(app, email.confirmEmail, ({ services, body, request }) => confirmEmail(services, body.token, request.ip))
}
