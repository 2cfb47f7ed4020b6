import type { FieldProblem } from '@lantern/contract/errors.ts'
import type { addEmail, confirmEmail } from '@lantern/contract/identity/email.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { failureText } from '#kit/failure.ts'
import { translator } from '#kit/messages.tsx'

/** How the form of an email comes back: sent, or with the fault and the typed input. */
export interface EmailAnswer {
  email: string
  sent: { resendSeconds: number; expiresInHours: number } | null
  problems: FieldProblem[]
  problem: string | null
}

export async function actOnEmailForm({ call, locale }: Api, form: FormData, redirectTo: string): Promise<EmailAnswer> {
  const email = String(form.get('email') ?? '').slice(0, 320)
  try {
    const sent = await call<typeof addEmail>('POST /api/learn/cn/email', { body: { email, redirectTo } })
    return { email: sent.email, sent, problems: [], problem: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401 || error.code === 'tfa_required') throw error
    const problem = error.details.length > 0 ? null : failureText(error, translator(locale))
    return { email, sent: null, problems: error.details, problem }
  }
}

export type ConfirmAnswer = { kind: 'confirmed'; email: string; redirectTo: string } | { kind: 'dead' } | FailedConfirm

interface FailedConfirm {
  kind: 'failed'
  problem: string
}

/** Uses a link from a mail: by a press of the button, never by opening it. */
export async function actOnEmailLink({ call, locale }: Api, token: string): Promise<ConfirmAnswer> {
  try {
    const confirmed = await call<typeof confirmEmail>('POST /api/learn/cn/email/confirm', { body: { token } })
    return { kind: 'confirmed', ...confirmed }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'email_link_invalid') return { kind: 'dead' }
    return { kind: 'failed', problem: failureText(error, translator(locale)) }
  }
}
