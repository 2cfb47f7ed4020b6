import type { sendSmsCode } from '@lantern/contract/identity/sms.ts'
import { resendSeconds } from '@lantern/contract/identity/sms-rules.ts'
import { normalizePhone } from '@lantern/contract/validators.ts'
import { useState } from 'react'
import { ApiError, call } from '#kit/call.ts'
import type { Form } from '#kit/form.ts'
import { useMessages } from '#kit/messages.tsx'
import { toast } from '#ui/toast.ts'
import { useCountdown } from './countdown.ts'

export type RequestState = 'initial' | 'inProgress' | 'succeeded' | 'failed'

/** What the form calls the phone; the server calls it `mobile`. */
export type PhoneField = 'mobile' | 'phone'

export interface PhoneCode {
  sending: RequestState
  /** Seconds until a code can be asked for again. */
  resendIn: number
  canSend: boolean
  sentTo: string | null
  /** True when a code is on its way. */
  send(): Promise<boolean>
}

interface PhoneCodeOptions {
  field?: PhoneField
  /** To sign in with, or to prove the phone of an account. */
  smsType?: 'main_login' | 'learn'
  /** The phone to which the server has just sent a code, when the form was posted without script. */
  justSentTo?: string | null
}

/** Asks for the code that proves a phone, and counts the minute until the next one. */
export function usePhoneCode(
  form: Form<string>,
  { field = 'mobile', smsType = 'learn', justSentTo = null }: PhoneCodeOptions = {},
): PhoneCode {
  const t = useMessages()
  const [sending, setSending] = useState<RequestState>(justSentTo === null ? 'initial' : 'succeeded')
  const [sentTo, setSentTo] = useState<string | null>(justSentTo)
  const [resendAt, setResendAt] = useState<number | null>(() =>
    justSentTo === null ? null : Date.now() + resendSeconds * 1000,
  )
  const resendIn = useCountdown(resendAt)
  const mobile = normalizePhone(form.fields[field]?.value ?? '')

  async function send() {
    if (mobile === '') {
      form.touch(field)
      return false
    }
    setSending('inProgress')
    try {
      const answer = await call<typeof sendSmsCode>('POST /api/learn/cn/sms/signUp', {
        body: { smsType, mobile },
      })
      setSending('succeeded')
      setSentTo(mobile)
      setResendAt(Date.now() + answer.resendSeconds * 1000)
      toast({ tone: 'good', text: t('sms_successfully') })
      return true
    } catch (error) {
      setSending('failed')
      const rest = form.showFailure(error, { mobile: field })
      const gatewayFailed = error instanceof ApiError && error.code === 'sms_failed'
      if (rest) toast({ tone: 'bad', text: gatewayFailed ? t('sms_failed') : rest })
      return false
    }
  }

  return {
    sending,
    resendIn,
    canSend: form.isFieldValid(field) && resendIn === 0,
    sentTo,
    send,
  }
}

/** Sends a code; the focus goes on to its field, as the pressed button waits for a minute. */
export async function sendAndType({ send }: PhoneCode, button: HTMLButtonElement): Promise<void> {
  const { form } = button
  if (!(await send())) return
  const { activeElement } = document
  if (activeElement !== button && activeElement !== document.body) return
  form?.querySelector<HTMLInputElement>('input[name="code"]')?.focus()
}

/** A wrong code is said at its field, as a value that was not accepted. */
export function atCode(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'sms_code_invalid') return error
  return new ApiError(400, { ...error.data, details: [{ field: 'code', message: error.message }] })
}
