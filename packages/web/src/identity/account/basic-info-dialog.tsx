import type { FormEvent } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './account-form.module.css'
import { BasicInfoFields } from './basic-info-fields.tsx'
import { ExistingAccountView } from './existing-account.tsx'
import { useBasicInfo } from './use-basic-info.ts'

/** Asks for the rest of the profile after signing up. */
export function BasicInfoDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  const { user } = useSession()
  const info = useBasicInfo({ values: { fullName: user?.fullName ?? '' }, onSaved: onClose })
  const { form, state, asksPhone, existing, forgetExisting, submit } = info
  const busy = state === 'inProgress'
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void submit()
  }
  return (
    <Dialog
      open
      keepOnOutside
      locked={busy}
      title={t(existing ? 'identity.existing_title' : 'identity.basic_title')}
      closeLabel={t('kit.close')}
      onClose={onClose}
    >
      {existing ? (
        <ExistingAccountView existing={existing} onOtherPhone={forgetExisting} />
      ) : (
        <form className={styles.form} noValidate onSubmit={onSubmit}>
          <p>{t('identity.basic_lead')}</p>
          <BasicInfoFields info={info} autofocus />
          {!asksPhone && (
            <TextField
              name="phone"
              value={form.fields.phone.value}
              label={t('identity.phone')}
              before={<span className={styles.country}>+86</span>}
              error={form.errorOf('phone')}
              readOnly
            />
          )}
          <div className="form-acts">
            <Button disabled={busy} onClick={onClose}>
              {t('identity.basic_later')}
            </Button>
            <Button type="submit" theme="primary" busy={busy}>
              {t('identity.save')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
