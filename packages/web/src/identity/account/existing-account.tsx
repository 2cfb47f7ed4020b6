import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { bindPhone, replaceAndSignIn } from '@lantern/contract/identity/account.ts'
import { maskedPhone } from '@lantern/contract/identity/account-rules.ts'
import { type FormEvent, useState } from 'react'
import { call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { flash } from '#kit/flash.ts'
import { useFormat } from '#kit/format.ts'
import { useBlocked } from '#kit/guards.tsx'
import { reloadPage } from '#kit/leave-page.ts'
import { useMessages } from '#kit/messages.tsx'
import { ApiError } from '#kit/request.ts'
import { useSession } from '#kit/session.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './account-form.module.css'

/** The account that has the phone already, and the phone as it was proved. */
export interface ExistingAccount {
  mobile: string
  found: ResponseOf<typeof bindPhone>
}

interface ExistingAccountViewProps {
  existing: ExistingAccount
  onOtherPhone: () => void
}

/** What is in the account that has the phone, and the way over to it. */
export function ExistingAccountView({ existing: { mobile, found }, onOtherPhone }: ExistingAccountViewProps) {
  const t = useMessages()
  const format = useFormat()
  const { user } = useSession()
  const isBlocked = useBlocked()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // the account that is kept has a second factor of its own
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const [tfaCode, setTfaCode] = useState('')

  async function replace(event?: FormEvent) {
    event?.preventDefault()
    if (!user || busy) return
    setBusy(true)
    setProblem(null)
    try {
      await call<typeof replaceAndSignIn>('POST /api/learn/cn/sms/replacement/login', {
        body: {
          replaceUserId: found.user.id,
          currentUserId: user.id,
          mobile,
          smsType: 'learn',
          ...(askedFor !== null && { tfaCode }),
        },
      })
      flash('login_successfully')
      reloadPage()
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiError && error.code === 'other_account_tfa_required') setAskedFor(error.message)
      else if (!isBlocked(error, () => void replace())) setProblem(failureText(error, t))
    }
  }

  const counts = [
    { label: t('identity.existing_collected'), count: found.collectedCount ?? 0 },
    { label: t('identity.existing_completed'), count: found.completedCount ?? 0 },
    { label: t('identity.existing_purchased'), count: found.purchasedCount ?? 0 },
  ]
  return (
    <form className={styles.form} onSubmit={(event) => void replace(event)}>
      <p>{t('identity.existing_lead', { phone: maskedPhone(mobile) })}</p>
      <div className={styles.existing}>
        <Avatar name={found.user.name} src={found.user.avatar} size="l" />
        <span className={styles.name}>{found.user.name}</span>
        <span className="small muted">
          {t('identity.existing_login', { way: t(`identity.way.${found.loginType ?? 'phone'}`) })}
        </span>
        <dl className={styles.counts}>
          {counts.map(({ label, count }) => (
            <div key={label} className={styles.count}>
              <dt>{label}</dt>
              <dd>{format.number(count)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Notice tone="warn">{t('identity.existing_note')}</Notice>
      {askedFor !== null && (
        <TextField
          label={t('identity.tfa_code')}
          help={askedFor}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          required
          autoFocus
          value={tfaCode}
          onChange={({ target }) => setTfaCode(target.value)}
        />
      )}
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <div className="form-acts">
        <Button disabled={busy} onClick={onOtherPhone}>
          {t('identity.existing_other_phone')}
        </Button>
        <Button type="submit" theme="primary" busy={busy}>
          {t('identity.existing_replace')}
        </Button>
      </div>
    </form>
  )
}
