import { failureText } from '#kit/failure.ts'
import type { Translate } from '#kit/messages.tsx'
import { toast } from '#ui/toast.ts'

/** The act that failed. */
export type ProfileContext = 'profile' | 'verify'

/** Says that a profile or a phone was not accepted, and why. The input stays. */
export function showProfileFailure(error: unknown, context: ProfileContext, t: Translate): void {
  const reason = failureText(error, t)
  toast({ tone: 'bad', text: t(context === 'verify' ? 'verify_error' : 'profile_error', { reason }) })
}
