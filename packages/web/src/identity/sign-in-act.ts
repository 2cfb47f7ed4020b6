import type { FieldProblem } from '@lantern/contract/errors.ts'
import { type OutsideWay, outsideWays } from '@lantern/contract/identity/outside-ways.ts'
import type { sendSmsCode, signInBySms } from '@lantern/contract/identity/sms.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { failureText } from '#kit/failure.ts'
import { translator } from '#kit/messages.tsx'

/** How the page's form, posted without script, comes back; everything typed is still in it. */
export interface SignInAnswer {
  values: { phone: string; code: string; legal: string }
  sent: boolean
  /** Beside their fields. */
  problems: FieldProblem[]
  /** About the whole form. */
  problem: string | null
  /** The other site that the person chose to sign in with: the page sends them on. */
  outsideWay: OutsideWay | null
}

export type SignInOutcome = { kind: 'signed_in' } | { kind: 'suspended' } | { kind: 'again'; answer: SignInAnswer }

/** Does what the form's buttons do with script: sends a code, or signs in. */
export async function actOnSignInForm({ call, locale }: Api, form: FormData): Promise<SignInOutcome> {
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 40)
  const values = { phone: text('phone'), code: text('code'), legal: text('legal') }
  const again = (answer: Partial<SignInAnswer>): SignInOutcome => ({
    kind: 'again',
    answer: { values, sent: false, problems: [], problem: null, outsideWay: null, ...answer },
  })
  try {
    if (form.get('intent') === 'send') {
      await call<typeof sendSmsCode>('POST /api/learn/cn/sms/signUp', {
        body: { smsType: 'main_login', mobile: values.phone },
      })
      return again({ sent: true })
    }
    if (values.legal !== 'true') return again({ problems: [{ field: 'legal', message: 'field_legal_error' }] })
    const outsideWay = outsideWays.find((way) => way === form.get('intent'))
    if (outsideWay) return again({ outsideWay })
    await call<typeof signInBySms>('POST /api/learn/cn/sms/login', {
      body: { smsType: 'main_login', code: values.code, mobile: values.phone },
    })
    return { kind: 'signed_in' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'account_suspended') return { kind: 'suspended' }
    if (error.code === 'sms_code_invalid') return again({ problems: [{ field: 'code', message: error.message }] })
    const problems = error.details.map(({ field, message }) => ({
      field: field === 'mobile' ? 'phone' : field,
      message,
    }))
    return again({ problems, problem: problems.length > 0 ? null : sentenceOf(error, locale) })
  }
}

/** Without script nobody can solve a captcha: then the server's own sentence says how long to wait. */
function sentenceOf(error: ApiError, locale: OfferedLocale): string {
  return error.code === 'captcha_required' ? error.message : failureText(error, translator(locale))
}
