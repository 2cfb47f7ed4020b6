import type { verifyPhone } from '@lantern/contract/identity/account.ts'
import { digits, normalizePhone, phone } from '@lantern/contract/validators.ts'
import { type FormEvent, useState } from 'react'
import { ApiError, call } from '#kit/call.ts'
import { useForm } from '#kit/form.ts'
import type { FieldRule } from '#kit/form-state.ts'
import { useMessages } from '#kit/messages.tsx'
import { useChangeSession, useSession } from '#kit/session.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.ts'
import { PhoneCodeFields } from '../phone-code-fields.tsx'
import { atCode, type RequestState, usePhoneCode } from '../use-phone-code.ts'
import styles from './account-form.module.css'
import { showProfileFailure } from './profile-failure.ts'

const rules: Record<'mobile' | 'code', FieldRule> = {
  mobile: { required: 'field_require_error', validations: [phone()] },
  code: { required: 'field_require_error', validations: [digits(6)] },
}

interface VerificationDialogProps {
  onClose: () => void
  onVerified?: (phone: string) => void
}

/** Proves a phone and puts it in the place of the one before, which has to be proved first. */
export function VerificationDialog({ onClose, onVerified }: VerificationDialogProps) {
  const t = useMessages()
  const changeSession = useChangeSession()
  // the phone as it was when the dialog opened: proving it is the first step of two
  const [own] = useState(useSession().user?.phone ?? null)
  const [step, setStep] = useState<'own' | 'new'>(own ? 'own' : 'new')

  function verified(proved: string) {
    if (step === 'own') return setStep('new')
    changeSession(({ user }) => ({ user: user && { ...user, phone: proved } }))
    toast({ tone: 'good', text: t('submit_successfully') })
    onVerified?.(proved)
    onClose()
  }

  const leads = { own: t('identity.verify_lead_own'), new: t('identity.verify_lead_new') }
  return (
    <Dialog open keepOnOutside title={t('identity.verify_title')} closeLabel={t('kit.close')} onClose={onClose}>
      <div className={styles.form}>
        <p>
          {own && (
            <>
              <strong>{t('identity.verify_step', { step: step === 'own' ? 1 : 2, steps: 2 })}</strong>{' '}
            </>
          )}
          {own ? leads[step] : t('identity.verify_lead_first')}
        </p>
        <VerificationForm
          key={step}
          phone={step === 'own' ? own : null}
          label={step === 'own' ? t('identity.own_phone') : own ? t('identity.new_phone') : t('identity.phone')}
          onVerified={verified}
          onCancel={onClose}
        />
      </div>
    </Dialog>
  )
}

interface VerificationFormProps {
  /** Only its code is asked for. */
  phone: string | null
  label: string
  onVerified: (phone: string) => void
  onCancel: () => void
}

function VerificationForm({ phone, label, onVerified, onCancel }: VerificationFormProps) {
  const t = useMessages()
  const form = useForm<'mobile' | 'code'>(rules, { values: { mobile: phone ?? '' } })
  const code = usePhoneCode(form)
  const [state, setState] = useState<RequestState>('initial')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.touchAll() || state === 'inProgress') return
    setState('inProgress')
    try {
      const body = {
        smsType: 'learn' as const,
        code: form.fields.code.value.trim(),
        mobile: normalizePhone(form.fields.mobile.value),
      }
      const proved = await call<typeof verifyPhone>('POST /api/learn/cn/sms/verify', { body })
      setState('succeeded')
      form.reset()
      onVerified(proved.phone)
    } catch (error) {
      setState('failed')
      const taken = error instanceof ApiError && error.code === 'phone_taken'
      form.showFailure(taken ? new ApiError(400, { ...error.data, details: asMobile(error) }) : atCode(error))
      showProfileFailure(error, 'verify', t)
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit} data-state={state}>
      <PhoneCodeFields form={form} code={code} label={label} fixed={phone !== null} autofocus />
      <div className="form-acts">
        <Button disabled={state === 'inProgress'} onClick={onCancel}>
          {t('identity.cancel')}
        </Button>
        <Button type="submit" theme="primary" busy={state === 'inProgress'}>
          {t('identity.verify_submit')}
        </Button>
      </div>
    </form>
  )
}

/** That another account has the phone is said at the phone. */
function asMobile({ message }: ApiError) {
  return [{ field: 'mobile', message }]
}
