import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type {
  disableTwoFactor,
  enableTwoFactor,
  passTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
} from '@lantern/contract/identity/guard.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { failureText } from '#kit/failure.ts'
import { translator } from '#kit/messages.tsx'

export type TwoFactorSetup = ResponseOf<typeof setUpTwoFactor>

/** What the page shows after a form of it was sent. */
export type TwoFactorAnswer =
  | { step: 'setup'; setup: TwoFactorSetup; problem: string | null }
  | { step: 'codes'; recoveryCodes: string[] }
  | { step: 'again'; problem: string }

/** `done` goes on to where the person wanted; `stale` loads the page as it is by now. */
export type TwoFactorOutcome = { kind: 'done' } | { kind: 'stale' } | { kind: 'shown'; answer: TwoFactorAnswer }

export async function actOnTwoFactorForm({ call, locale }: Api, form: FormData): Promise<TwoFactorOutcome> {
  const intent = form.get('intent')
  const body = { code: String(form.get('code') ?? '').slice(0, 40) }
  const shown = (answer: TwoFactorAnswer): TwoFactorOutcome => ({ kind: 'shown', answer })
  const setup = (again: boolean) =>
    call<typeof setUpTwoFactor>('POST /api/learn/cn/auth/tfa/setup', { body: { again } })
  try {
    if (intent === 'begin') return shown({ step: 'setup', setup: await setup(false), problem: null })
    if (intent === 'enable') {
      const enabled = await call<typeof enableTwoFactor>('POST /api/learn/cn/auth/tfa/enable', { body })
      return shown({ step: 'codes', recoveryCodes: enabled.recoveryCodes })
    }
    if (intent === 'codes') {
      const renewed = await call<typeof renewRecoveryCodes>('POST /api/learn/cn/auth/tfa/recovery-codes', { body })
      return shown({ step: 'codes', recoveryCodes: renewed.recoveryCodes })
    }
    if (intent === 'disable') await call<typeof disableTwoFactor>('POST /api/learn/cn/auth/tfa/disable', { body })
    else await call<typeof passTwoFactor>('POST /api/learn/cn/auth/tfa/verify', { body })
    return { kind: 'done' }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    if (error.code === 'conflict' || error.code === 'not_found') return { kind: 'stale' }
    const problem = failureText(error, translator(locale))
    if (intent === 'enable') return shown({ step: 'setup', setup: await setup(true), problem })
    return shown({ step: 'again', problem })
  }
}
