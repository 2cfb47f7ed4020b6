import { type ErrorBody, type ErrorCode, errorStatus } from '@lantern/contract/errors.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { diskFullState, isPassing, Refusal, type RefusalValue } from './errors.ts'
import type { Services } from './services.ts'
import { isDiskFull } from './storage.ts'
import type { TextValues } from './text.ts'
import { describeProblems, ShapeError } from './validation.ts'

/** What a log may hold of a request: tokens, codes and what people search for stand behind its path. */
export function forLog({ method, url }: FastifyRequest): { method: string; path: string } {
  return { method, path: url.split('?', 1)[0] ?? '' }
}

interface Asked {
  locale: OfferedLocale
  log: FastifyBaseLogger
  method: string
  path: string
}

export interface Failure {
  status: number
  body: ErrorBody
  retryAfterSeconds?: number
}

/** The one shape of failure, in the language of who asked. What nobody expected is written to the log. */
export function failureOf(services: Services, thrown: unknown, { locale, log, method, path }: Asked): Failure {
  const error: Failed = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { code, refusal } = classify(error)
  if (code === 'internal') log.error({ err: error, method, path }, 'request failed')
  else if (code === 'unavailable' && !services.databaseWatch.isOutage(error))
    log.warn({ err: error.message, method, path }, 'not available')
  else if (code === 'disk_full') log.error({ err: error.message, method, path }, 'no room is left on a disk')

  const retryAfter = refusal?.retryAfterSeconds ?? pauses[code]
  const message = services.text(locale, `error.${code}`, valuesIn(locale, refusal?.values))
  const shape = shapeErrorOf(error)
  const details = shape ? describeProblems(shape.problems, services.text, locale) : localised(refusal, services, locale)
  return {
    status: errorStatus[code],
    body: { code, message, ...(details && { details }) },
    ...(retryAfter !== undefined && { retryAfterSeconds: Math.max(1, Math.ceil(retryAfter)) }),
  }
}

/** What PostgreSQL, Node and the framework say besides. */
type Failed = Error & { code?: string; statusCode?: number }

/** Seconds after which another try makes sense, where the refusal does not say it. */
const pauses: Partial<Record<ErrorCode, number>> = { unavailable: 2, disk_full: 60, rate_limited: 60 }

function classify(error: Failed): { code: ErrorCode; refusal?: Refusal } {
  if (error instanceof Refusal) return { code: error.code, refusal: error }
  if (shapeErrorOf(error)) return { code: 'bad_request' }
  const { code = '', statusCode = 500 } = error
  if (isDiskFull(error) || code === diskFullState) return { code: 'disk_full' }
  if (isPassing(error)) return { code: 'unavailable' }
  if (code.startsWith('FST_CSRF')) return { code: 'csrf_invalid' }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { code: 'too_large' }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return { code: 'unsupported_type' }
  if (statusCode === 503) return { code: 'unavailable' }
  if (statusCode >= 400 && statusCode < 500) return { code: 'bad_request' }
  // PostgreSQL refuses text with a NUL character, and JSON with half of a surrogate pair
  if (['22021', '22P05'].includes(code)) return { code: 'bad_request' }
  if (code === '22P02' && error.message.endsWith('type json')) return { code: 'bad_request' }
  return { code: 'internal' }
}

function shapeErrorOf(error: Failed): ShapeError | null {
  if (error instanceof ShapeError) return error
  return error.cause instanceof ShapeError ? error.cause : null
}

/** A refusal may carry catalogue keys as messages of its details. */
function localised(refusal: Refusal | undefined, services: Services, locale: OfferedLocale) {
  return refusal?.details?.map(({ field, message, values }) => ({
    field,
    message: services.text(locale, message, valuesIn(locale, values)),
  }))
}

/** The values of a message as its reader's language writes them. */
export function valuesIn(locale: OfferedLocale, values: Record<string, RefusalValue> = {}): TextValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'function' ? value(locale) : value]),
  )
}
