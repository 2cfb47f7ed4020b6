import { refusalOf } from '@lantern/contract/guards.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import type { MessageKey, Translate } from '#kit/messages.tsx'
import { addressHere } from '#kit/page-address.ts'
import { ApiError } from '#kit/request.ts'
import { toast } from '#ui/toast.ts'

/** Words for a call that failed: the server's own, or the general ones when it could not be reached or said nothing. */
export function failureText(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return t('request_error')
  // here a script runs, so what the server says to those without one does not fit
  if (isSignedOut(error)) return t('kit.signed_out')
  if (error.code === 'captcha_required' || error.code === 'captcha_invalid') return t('recaptcha_error')
  if (error.message) return error.message
  return t(error.status === 503 ? 'kit.network_away' : 'request_error')
}

/** A request that failed for no reason of the form: said in passing, nothing is lost. `text` says it in words of the act. */
export function toastFailure(error: unknown, t: Translate, text = failureText(error, t)): void {
  if (isSignedOut(error)) toastSignedOut(t)
  else toast({ tone: 'bad', text })
}

/** The session has ended, while the page still shows its person as if they were signed in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === refusalOf.login
}

/** Leads to sign in beside this page, which keeps what was typed: trying again here is right after that. */
export function toastSignedOut(t: Translate): void {
  toast({ tone: 'bad', text: t('kit.signed_out'), action: { label: t('kit.sign_in_again'), onAct: openSignInTab } })
}

export function openSignInTab(): void {
  window.open(signInPath(addressHere()), '_blank', 'noopener')
}

/** The wording of a failure in one scope, by its key `scope_errorCode`, or the general one where the scope has none. */
export function scopedFailureText(key: string, t: Translate): string {
  const text = t(key as MessageKey)
  return text === key ? t('request_error') : text
}
