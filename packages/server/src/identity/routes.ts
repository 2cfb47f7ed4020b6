import {
  changeLanguage,
  changePreferredRegion,
  getCountry,
  getCurrentUser,
  getSession,
  signOut,
} from '@lantern/contract/identity/session.ts'
import { readOutbox, sendSmsCode, signInBySms } from '@lantern/contract/identity/sms.ts'
import { codeLifetimeSeconds, resendSeconds } from '@lantern/contract/identity/sms-rules.ts'
import { isOfferedLocale } from '@lantern/contract/locales.ts'
import { refuse } from '#kit/errors.ts'
import { localeCookie } from '#kit/http.ts'
import { type App, httpRoute, route } from '#kit/route.ts'
import { accountRoutes } from './account/index.ts'
import { captchaRoutes, requireCaptcha } from './captcha/index.ts'
import { guardRoutes } from './guard/index.ts'
import { organisationRoutes } from './organisations/index.ts'
import { chooseLanguage, chooseRegion, sendPreference } from './preferences.ts'
import { providerRoutes } from './provider/index.ts'
import {
  browserOf,
  closeSession,
  countryOf,
  dropSessionCookie,
  sendSessionCookie,
  sessionCookie,
  sessionRoutes,
} from './session/index.ts'
import { currentUserAnswer, sessionAnswer } from './session-answer.ts'
import { signInWithCode } from './sign-in.ts'
import { hasAskedHere, phoneFrom, sendCode } from './sms-codes.ts'
import { readOutboxOf, smsSenderOf } from './sms-sender.ts'
import { tokenRoutes } from './tokens/routes.ts'

export function identityRoutes(app: App): void {
  route(app, getSession, ({ services, ...caller }) => sessionAnswer(services, caller))

  httpRoute(app, getCountry, async ({ services, request }) => ({ country: await countryOf(services, request) }))

  route(app, getCurrentUser, ({ viewer }) => currentUserAnswer(viewer))

  httpRoute(app, sendSmsCode, async ({ services, body, request, locale }) => {
    const phone = phoneFrom(body.mobile)
    await requireCaptcha(services, request, { kind: 'send', phone })
    await sendCode(services, smsSenderOf(services), {
      phone,
      smsType: body.smsType,
      browser: browserOf(services, request),
      ip: request.ip,
      locale,
    })
    return { success: true, resendSeconds, expiresInSeconds: codeLifetimeSeconds }
  })

  httpRoute(app, signInBySms, async ({ services, body, request, reply, locale }) => {
    const phone = phoneFrom(body.mobile)
    const browser = browserOf(services, request)
    // tries of other browsers do not count against the browser that asked for the code
    const isOwn = await hasAskedHere(services, { phone, smsType: body.smsType, browser })
    await requireCaptcha(services, request, { kind: isOwn ? 'try_own' : 'try', phone })
    const userAgent = request.headers['user-agent'] ?? ''
    const country = await countryOf(services, request)
    const signedIn = await signInWithCode(services, {
      ...body,
      phone,
      browser,
      ip: request.ip,
      userAgent,
      country,
      locale,
    })
    await closeSession(services, services.db, request)
    sendSessionCookie(services, reply, signedIn.token)
    if (isOfferedLocale(signedIn.locale ?? undefined) && !request.cookies[localeCookie]) {
      sendPreference(services, reply, localeCookie, signedIn.locale ?? '')
    }
    // the session stays: with it the page can say why and until when, and nothing else
    if (signedIn.suspended) throw refuse('account_suspended')
    return {
      userStatus: signedIn.userStatus,
      user: { id: signedIn.userId, phone },
      cookie: { Name: sessionCookie(services), Value: signedIn.token },
    }
  })

  httpRoute(app, signOut, async ({ services, request, reply }) => {
    await closeSession(services, services.db, request)
    dropSessionCookie(services, reply)
    return { success: true }
  })

  httpRoute(app, changeLanguage, ({ services, viewer, body, reply }) =>
    chooseLanguage(services, viewer, body.locale, reply),
  )

  httpRoute(app, changePreferredRegion, ({ services, viewer, body, reply }) =>
    chooseRegion(services, viewer, body.regionRefId, reply),
  )

  accountRoutes(app)
  guardRoutes(app)
  providerRoutes(app)
  organisationRoutes(app)
  sessionRoutes(app)
  tokenRoutes(app)
  captchaRoutes(app)

  route(app, readOutbox, ({ services, query }) => readOutboxOf(services, query.to))
}
