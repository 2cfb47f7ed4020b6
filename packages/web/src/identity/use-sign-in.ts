import type { FieldProblem } from '@lantern/contract/errors.ts'
import type { signInBySms } from '@lantern/contract/identity/sms.ts'
import { digits, normalizePhone, phone } from '@lantern/contract/validators.ts'
import { useEffect, useState } from 'react'
import { ApiError, call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { flash } from '#kit/flash.ts'
import { type Form, useForm } from '#kit/form.ts'
import type { FieldRule } from '#kit/form-state.ts'
import { goTo, reloadPage } from '#kit/leave-page.ts'
import { useMessages } from '#kit/messages.tsx'
import { toast } from '#ui/toast.ts'
import { wishForBasicInfo } from './account/basic-info-wish.ts'
import { atCode, type PhoneCode, type RequestState, usePhoneCode } from './use-phone-code.ts'

export type SignInField = 'phone' | 'code' | 'legal'

export interface SignInOptions {
  /** Where to go afterwards; null stays on this page and loads it anew. */
  redirectTo: string | null
  /** Closes the popup; the page has none. */
  onClose?: () => void
  /** Earlier input, when the form comes back from the server. */
  values?: Partial<Record<SignInField, string>>
  /** What the server said of it. */
  problems?: readonly FieldProblem[]
  /** True when the server has just sent a code. */
  justSent?: boolean
}

export interface SignIn {
  form: Form<SignInField>
  code: PhoneCode
  signingIn: RequestState
  submit(): Promise<void>
}

const rules: Record<SignInField, FieldRule> = {
  phone: { required: 'field_require_error', validations: [phone()] },
  code: { required: 'field_require_error', validations: [digits(6)] },
  legal: { required: 'field_legal_error' },
}

/** The server calls the phone `mobile`; here it is the field of the form. */
const fieldOf = { mobile: 'phone' } as const

/** Everything that signing in by SMS does: ask for a code, wait a minute, sign in, go on. */
export function useSignIn({ redirectTo, onClose, values, problems, justSent }: SignInOptions): SignIn {
  const t = useMessages()
  const form = useForm<SignInField>(rules, { values, problems })
  const code = usePhoneCode(form, {
    field: 'phone',
    smsType: 'main_login',
    justSentTo: justSent ? (values?.phone ?? '') : null,
  })
  const [signingIn, setSigningIn] = useState<RequestState>('initial')
  // a page that the browser kept aside is back: nothing is under way in it any more
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && setSigningIn('initial')
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])

  async function submit() {
    // once signed in, the next page is on its way: a second press would only find the code used up
    if (!form.touchAll() || signingIn === 'inProgress' || signingIn === 'succeeded') return
    setSigningIn('inProgress')
    try {
      const { userStatus } = await call<typeof signInBySms>('POST /api/learn/cn/sms/login', {
        body: {
          smsType: 'main_login',
          mobile: normalizePhone(form.fields.phone.value),
          code: form.fields.code.value.trim(),
        },
      })
      setSigningIn('succeeded')
      flash(userStatus === 'new' ? 'signup_successfully' : 'login_successfully')
      // somewhere to go comes first: the rest of the profile can wait
      if (userStatus === 'new' && redirectTo === null) wishForBasicInfo()
      leave()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'account_suspended') {
        setSigningIn('succeeded')
        return leave()
      }
      setSigningIn('failed')
      const rest = form.showFailure(atCode(error), fieldOf)
      if (rest) toast({ tone: 'bad', text: failureText(error, t) })
    }
  }

  /** Everything on the page depends on who is here, so it is loaded afresh. */
  function leave() {
    if (redirectTo !== null) return goTo(redirectTo)
    onClose?.()
    reloadPage()
  }

  return { form, code, signingIn, submit }
}
