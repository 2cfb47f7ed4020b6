import type { bindPhone } from '@lantern/contract/identity/account.ts'
import { digits, normalizePhone, phone } from '@lantern/contract/validators.ts'
import { type FormEvent, useState } from 'react'
import { call } from '#kit/call.ts'
import { useForm } from '#kit/form.ts'
import type { FieldRule } from '#kit/form-state.ts'
import { useBlocked } from '#kit/guards.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChangeSession } from '#kit/session.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.ts'
import { PhoneCodeFields } from '../phone-code-fields.tsx'
import { atCode, usePhoneCode } from '../use-phone-code.ts'
import styles from './account-form.module.css'
import { type ExistingAccount, ExistingAccountView } from './existing-account.tsx'

const rules: Record<'mobile' | 'code', FieldRule> = {
  mobile: { required: 'field_require_error', validations: [phone()] },
  code: { required: 'field_require_error', validations: [digits(6)] },
}

/** Binds a phone to this account, or leads over to the account that has it. */
export function BindPhoneDialog({ onClose, onBound }: { onClose: () => void; onBound?: () => void }) {
  const t = useMessages()
  const changeSession = useChangeSession()
  const isBlocked = useBlocked()
  const form = useForm<'mobile' | 'code'>(rules)
  const code = usePhoneCode(form)
  const [busy, setBusy] = useState(false)
  const [existing, setExisting] = useState<ExistingAccount | null>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.touchAll() || busy) return
    setBusy(true)
    const mobile = normalizePhone(form.fields.mobile.value)
    try {
      const found = await call<typeof bindPhone>('POST /api/learn/cn/sms/bind', {
        body: { smsType: 'learn', code: form.fields.code.value.trim(), mobile },
      })
      if (found.exist) return setExisting({ mobile, found })
      changeSession(({ user }) => ({ user: user && { ...user, phone: mobile } }))
      toast({ tone: 'good', text: t('sms_bind_successfully') })
      onClose()
      onBound?.()
    } catch (error) {
      if (isBlocked(error, onClose)) return
      form.showFailure(atCode(error))
      toast({ tone: 'bad', text: t('sms_bind_failed') })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      keepOnOutside
      locked={busy}
      title={t(existing ? 'identity.existing_title' : 'identity.bind_title')}
      closeLabel={t('kit.close')}
      onClose={onClose}
    >
      {existing ? (
        <ExistingAccountView existing={existing} onOtherPhone={() => setExisting(null)} />
      ) : (
        <form className={styles.form} noValidate onSubmit={submit}>
          <p>{t('identity.bind_lead')}</p>
          <PhoneCodeFields form={form} code={code} autofocus />
          <div className="form-acts">
            <Button disabled={busy} onClick={onClose}>
              {t('identity.basic_later')}
            </Button>
            <Button type="submit" theme="primary" busy={busy}>
              {t('identity.bind_submit')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
