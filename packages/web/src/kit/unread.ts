import { isSignedOut } from './failure.ts'
import type { Translate } from './messages.tsx'
import { ApiError } from './request.ts'

/** It is not there, or not for this person; it was when the page was opened. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && ['not_found', 'forbidden'].includes(error.code)
}

/** Words for what could not be read: why, where trying again does not help; else those given. */
export function unreadText(error: unknown, t: Translate, otherwise: string): string {
  if (isSignedOut(error)) return t('kit.signed_out')
  return isGone(error) ? t('kit.gone') : otherwise
}
