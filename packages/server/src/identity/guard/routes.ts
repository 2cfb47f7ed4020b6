import { accountChanged } from '@lantern/contract/identity/events.ts'
import {
  checkRealName as checkRealNameCall,
  deleteSuspendCache,
  disableTwoFactor as disableCall,
  enableTwoFactor as enableCall,
  getTwoFactor,
  passTwoFactor as passCall,
  renewRecoveryCodes as renewCall,
  setUpTwoFactor as setUpCall,
} from '@lantern/contract/identity/guard.ts'
import { refuse } from '#kit/errors.ts'
import { type App, httpRoute, route } from '#kit/route.ts'
import { userIdOf } from '../session/index.ts'
import { checkRealName } from './real-names.ts'
import {
  disableTwoFactor,
  enableTwoFactor,
  passTwoFactor,
  readTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
} from './two-factor.ts'

export function guardRoutes(app: App): void {
  route(app, getTwoFactor, ({ services, viewer }) => readTwoFactor(services, viewer))

  route(app, setUpCall, ({ services, viewer, body }) => setUpTwoFactor(services, viewer, body))

  httpRoute(app, enableCall, ({ services, viewer, body, request, reply }) =>
    enableTwoFactor(services, viewer, body.code, { request, reply }),
  )

  httpRoute(app, passCall, ({ services, viewer, body, request, reply }) =>
    passTwoFactor(services, viewer, body.code, { request, reply }),
  )

  httpRoute(app, renewCall, ({ services, viewer, body, request }) =>
    renewRecoveryCodes(services, viewer, body.code, request),
  )

  httpRoute(app, disableCall, ({ services, viewer, body, request }) =>
    disableTwoFactor(services, viewer, body.code, request),
  )

  httpRoute(app, checkRealNameCall, ({ services, viewer, body, request, locale }) =>
    checkRealName(services, viewer, { ...body, ip: request.ip, locale }),
  )

  // a suspended person counts as a guest, so the session itself is looked at
  httpRoute(app, deleteSuspendCache, async ({ services, request }) => {
    const userId = await userIdOf(services, request)
    if (!userId) throw refuse('login_required')
    await services.events.emit(services.db, accountChanged, { userId })
    return { success: true }
  })
}
