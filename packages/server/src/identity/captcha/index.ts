import { getCaptchaChallenge } from '@lantern/contract/identity/captcha.ts'
import { type App, route } from '#kit/route.ts'
import { newChallenge } from './proofs.ts'

export { requireCaptcha, riskKeys } from './require-captcha.ts'

export function captchaRoutes(app: App): void {
  route(app, getCaptchaChallenge, ({ services }) => newChallenge(services.db, services.clock.now()))
}
