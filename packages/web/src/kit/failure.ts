import type { MessageKey, Translate } from '#kit/messages.tsx'
import { ApiError } from '#kit/request.ts'
import { toast } from '#ui/toast.ts'

/** Words for a call that failed: the server's own, or the general ones when it could not be reached or said nothing. */
export function failureText(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return t('request_error')
  if (error.message) return error.message
  return t(error.status === 503 ? 'kit.network_away' : 'request_error')
}

/** A request that failed for no reason of the form: said in passing, nothing is lost. */
export function toastFailure(error: unknown, t: Translate): void {
  toast({ tone: 'bad', text: failureText(error, t) })
}

/** The wording of a failure in one scope, `scope_errorCode`, or the general one where the scope has none. */
export function scopedFailureText(scope: string, errorCode: string, t: Translate): string {
  const key = `${scope}_${errorCode}`
  const text = t(key as MessageKey)
  return text === key ? t('request_error') : text
}
