import type { FieldProblem } from '@lantern/contract/errors.ts'
import type { deleteAccount, requestExport } from '@lantern/contract/identity/account-safety.ts'
import type { removeBinding } from '@lantern/contract/identity/identity-provider.ts'
import { outsideWays } from '@lantern/contract/identity/outside-ways.ts'
import type { revokeOtherSessions, revokeSession } from '@lantern/contract/identity/session-list.ts'
import type { sendSmsCode } from '@lantern/contract/identity/sms.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { failureText } from '#kit/failure.ts'
import { type MessageKey, translator } from '#kit/messages.tsx'

export type SafetyPart = 'bindings' | 'sessions' | 'export' | 'delete'

/** How a form of the page comes back: in which part of it, with the act done or its fault. */
export interface SafetyAnswer {
  part: SafetyPart
  done: MessageKey | null
  problem: string | null
  problems: FieldProblem[]
  values: Record<string, string>
}

export type SafetyOutcome = { kind: 'shown'; answer: SafetyAnswer } | { kind: 'deleted' }

const partOf: Record<string, SafetyPart> = {
  unbind: 'bindings',
  revoke: 'sessions',
  revoke_others: 'sessions',
  export: 'export',
  send_code: 'delete',
  delete: 'delete',
}

/** What the buttons of the page do. */
export async function actOnSafetyForm(api: Api, form: FormData): Promise<SafetyOutcome> {
  const intent = String(form.get('intent') ?? '')
  const part = partOf[intent] ?? 'sessions'
  const values = { confirmation: textOf(form, 'confirmation'), code: textOf(form, 'code') }
  const answer = { part, done: null, problem: null, problems: [], values }
  try {
    const done = await act(api, intent, form)
    return done === 'deleted' ? { kind: done } : { kind: 'shown', answer: { ...answer, done } }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401 || error.code === 'tfa_required') throw error
    const problems = error.code === 'sms_code_invalid' ? [{ field: 'code', message: error.message }] : error.details
    const problem = problems.length > 0 ? null : failureText(error, translator(api.locale))
    return { kind: 'shown', answer: { ...answer, problem, problems } }
  }
}

async function act({ call }: Api, intent: string, form: FormData): Promise<MessageKey | 'deleted' | null> {
  switch (intent) {
    case 'unbind': {
      const type = outsideWays.find((way) => way === textOf(form, 'type'))
      if (type) await call<typeof removeBinding>('POST /api/learn/cn/binding/delete', { body: { type } })
      return null
    }
    case 'revoke':
      await call<typeof revokeSession>('POST /api/learn/cn/session/revoke', {
        body: { sessionId: textOf(form, 'sessionId') },
      })
      return 'identity.sessions_revoked'
    case 'revoke_others':
      await call<typeof revokeOtherSessions>('POST /api/learn/cn/session/revokeOthers')
      return 'identity.sessions_others_revoked'
    case 'export':
      await call<typeof requestExport>('POST /api/learn/cn/account/export')
      return null
    case 'send_code':
      await call<typeof sendSmsCode>('POST /api/learn/cn/sms/signUp', {
        body: { smsType: 'learn', mobile: textOf(form, 'mobile') },
      })
      return 'sms_successfully'
    case 'delete':
      await call<typeof deleteAccount>('POST /api/learn/cn/account/delete', {
        body: { confirmation: textOf(form, 'confirmation'), code: textOf(form, 'code') },
      })
      return 'deleted'
    default:
      return null
  }
}

function textOf(form: FormData, name: string): string {
  return String(form.get(name) ?? '').slice(0, 64)
}
