import { wireNames } from '@lantern/contract/wire-names.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type RateLimit, secondsOver } from '../rate-limits.ts'
import { spendProof } from './proofs.ts'

const hourSeconds = 3_600
const daySeconds = 86_400

/** From where on it looks less like a person. An hour's messages to all addresses are what a whole site sends in a day. */
const suspicious = { codesPerPhoneDay: 5, wrongTriesHour: 5, wrongTriesPerAddressHour: 20, addressesWorth: 25 }

/** What is counted for it; the same windows as the limits. */
export const riskKeys = {
  sentToPhone: (phone: string) => `sms:phone:${phone}`,
  sentFrom: (ip: string) => `sms:ip:${ip}:hour`,
  sentAtAll: 'sms:all',
  wrongForPhone: (phone: string) => `sms:wrong:${phone}`,
  wrongFrom: (ip: string) => `sms:wrong-ip:${ip}`,
}

/**
 * Asks for a proof of work when it is due: always, or when this address, this phone or the whole site has tried often.
 * Tries of a code by the browser that asked for it are not blocked by others' tries with the phone.
 * A proof that is brought is taken, and must be good.
 */
export async function requireCaptcha(
  services: Services,
  request: FastifyRequest,
  act: { kind: 'send' | 'try' | 'try_own'; phone: string },
): Promise<void> {
  const { config, db, clock } = services
  if (config.captcha === 'off') return
  const brought = request.headers[wireNames.captchaHeader]
  if (typeof brought === 'string' && brought !== '') {
    if (!(await spendProof(db, brought, clock.now()))) throw refuse('captcha_invalid')
    return
  }
  if (config.captcha === 'always') throw refuse('captcha_required', { values: { hours: 0, minutes: 0 } })
  const limits = act.kind === 'send' ? sendingRisks(config.captchaAfter, act.phone, request.ip) : []
  const guesses = act.kind === 'try_own' ? [guessingFrom(request.ip)] : guessingRisks(act.phone, request.ip)
  const seconds = await secondsOver(db, [...limits, ...guesses], clock.now())
  if (seconds === 0) return
  // who cannot run a script waits until the window is over
  const minutes = Math.ceil(seconds / 60)
  // nobody counts a day in minutes
  const hours = minutes < 120 ? 0 : Math.ceil(minutes / 60)
  throw refuse('captcha_required', { retryAfterSeconds: seconds, values: { hours, minutes } })
}

function sendingRisks(perAddress: number, phone: string, ip: string): RateLimit[] {
  return [
    { key: riskKeys.sentToPhone(phone), windowSeconds: daySeconds, most: suspicious.codesPerPhoneDay },
    { key: riskKeys.sentFrom(ip), windowSeconds: hourSeconds, most: perAddress },
    { key: riskKeys.sentAtAll, windowSeconds: hourSeconds, most: perAddress * suspicious.addressesWorth },
  ]
}

function guessingRisks(phone: string, ip: string): RateLimit[] {
  return [
    { key: riskKeys.wrongForPhone(phone), windowSeconds: hourSeconds, most: suspicious.wrongTriesHour },
    guessingFrom(ip),
  ]
}

function guessingFrom(ip: string): RateLimit {
  return { key: riskKeys.wrongFrom(ip), windowSeconds: hourSeconds, most: suspicious.wrongTriesPerAddressHour }
}
