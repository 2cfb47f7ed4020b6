import type { FieldProblem } from '@lantern/contract/errors.ts'
import type { bindPhone, updateUserBasicInfo } from '@lantern/contract/identity/account.ts'
import { descriptionMost, fullNameMost, profileTextMost } from '@lantern/contract/identity/account-rules.ts'
import { digits, maxLength, normalizePhone, phone } from '@lantern/contract/validators.ts'
import { useState } from 'react'
import { ApiError, call } from '#kit/call.ts'
import { type Form, useForm } from '#kit/form.ts'
import type { FieldRule } from '#kit/form-state.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useChangeSession, useSession } from '#kit/session.tsx'
import { toast } from '#ui/toast.ts'
import { atCode, type RequestState } from '../use-phone-code.ts'
import type { ExistingAccount } from './existing-account.tsx'
import { showProfileFailure } from './profile-failure.ts'

export type BasicInfoField = 'fullName' | 'description' | 'title' | 'phone' | 'code'

export interface BasicInfoOptions {
  values?: Partial<Record<BasicInfoField, string>>
  problems?: readonly FieldProblem[]
  /** Also asks for what the person is, in one line. */
  withTitle?: boolean
  /** A missing phone is bound somewhere else. */
  leavesPhone?: boolean
  /** The profile is saved, or waits for a review. */
  onSaved: (outcome: 'approved' | 'needAdmin') => void
}

export interface BasicInfo {
  form: Form<BasicInfoField>
  state: RequestState
  /** The account has no phone, and this form asks for one. */
  asksPhone: boolean
  /** Another account has the phone that was given. */
  existing: ExistingAccount | null
  forgetExisting: () => void
  submit(): Promise<void>
}

const profileRules: Record<'fullName' | 'description' | 'title', FieldRule> = {
  fullName: { required: 'error_isRequired', validations: [maxLength(fullNameMost, 'error_maxLength70')] },
  description: { validations: [maxLength(descriptionMost, 'error_maxLength225')] },
  title: { validations: [maxLength(profileTextMost, 'error_maxLength45')] },
}

const withPhone: Record<BasicInfoField, FieldRule> = { ...profileRules, phone: {}, code: {} }

const withoutPhone: Record<BasicInfoField, FieldRule> = {
  ...profileRules,
  phone: { required: 'field_require_error', validations: [phone()] },
  code: { required: 'field_require_error', validations: [digits(6)] },
}

const fieldOf = { mobile: 'phone' } as const

/**
 * The form of the profile. Where the account has a phone it is an update; otherwise the phone is bound first, and a
 * second try after that is an update.
 */
export function useBasicInfo({ values, problems, withTitle, leavesPhone, onSaved }: BasicInfoOptions): BasicInfo {
  const t = useMessages()
  const format = useFormat()
  const changeSession = useChangeSession()
  const { user } = useSession()
  const asksPhone = user?.phone == null && !leavesPhone
  const form = useForm<BasicInfoField>(asksPhone ? withoutPhone : withPhone, {
    values: { ...values, phone: user?.phone ?? '' },
    ...(problems && { problems }),
  })
  const [state, setState] = useState<RequestState>('initial')
  const [existing, setExisting] = useState<ExistingAccount | null>(null)

  async function submit() {
    if (!form.touchAll() || state === 'inProgress') return
    setState('inProgress')
    const outcome = asksPhone ? await bind() : 'bound'
    setState(outcome === 'bound' ? await update() : 'failed')
  }

  async function bind(): Promise<'bound' | 'existing' | 'failed'> {
    const mobile = normalizePhone(form.fields.phone.value)
    try {
      const found = await call<typeof bindPhone>('POST /api/learn/cn/sms/bind', {
        body: { smsType: 'learn', code: form.fields.code.value.trim(), mobile },
      })
      if (found.exist) {
        setExisting({ mobile, found })
        return 'existing'
      }
      changeSession(({ user }) => ({ user: user && { ...user, phone: mobile } }))
      return 'bound'
    } catch (error) {
      form.showFailure(atCode(error), fieldOf)
      toast({ tone: 'bad', text: t('sms_bind_failed') })
      return 'failed'
    }
  }

  async function update(): Promise<RequestState> {
    const { fullName, description, title, phone } = form.fields
    try {
      const saved = await call<typeof updateUserBasicInfo>('POST /api/learn/cn/updateUserBasicInfo', {
        body: {
          fullName: fullName.value.trim(),
          description: description.value.trim(),
          ...(phone.hasValue && { phone: normalizePhone(phone.value) }),
          ...(withTitle && { title: title.value.trim() }),
        },
      })
      if (saved.status === 'rejected') {
        const texts = saved.blockTextList.join(t('identity.list_comma'))
        toast({ tone: 'bad', text: t('basic_info_update_rejected', { texts }) })
        return 'failed'
      }
      changeSession(() => ({ user: saved.user }))
      const said = saved.status === 'approved' ? 'basic_info_updated' : 'basic_info_update_needAdmin'
      toast({ tone: saved.status === 'approved' ? 'good' : 'info', text: t(said) })
      onSaved(saved.status)
      return 'succeeded'
    } catch (error) {
      const tooSoon = error instanceof ApiError && error.code === 'profile_update_time_limit'
      const next = user?.nextUpdateProfileTime
      if (tooSoon && next) toast({ tone: 'bad', text: t('profile_update_time_limit', { time: format.dateTime(next) }) })
      else if (form.showFailure(error, fieldOf) !== null) showProfileFailure(error, 'profile', t)
      return 'failed'
    }
  }

  return { form, state, asksPhone, existing, forgetExisting: () => setExisting(null), submit }
}
