import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { FieldProblem } from '@lantern/contract/errors.ts'
import type { getProfile } from '@lantern/contract/identity/account.ts'
import { maskedPhone } from '@lantern/contract/identity/account-rules.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Button } from '#ui/button.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { AvatarField } from './avatar-field.tsx'
import { BasicInfoFields } from './basic-info-fields.tsx'
import styles from './profile-panel.module.css'
import { useBasicInfo } from './use-basic-info.ts'

export interface ProfileAnswer {
  values: { fullName: string; description: string; title: string }
  problems: FieldProblem[]
  problem: string | null
  saved: 'approved' | 'needAdmin' | null
}

interface ProfilePanelProps {
  profile: ResponseOf<typeof getProfile>
  /** The next change is taken from this time on; null: now. */
  waitsUntil: string | null
  /** How the form, posted without script, came back. */
  answer: ProfileAnswer | undefined
}

/** One's own profile, to be changed. */
export function ProfilePanel({ profile, waitsUntil, answer }: ProfilePanelProps) {
  const t = useMessages()
  const format = useFormat()
  const { user } = useSession()
  const [saved, setSaved] = useState(answer?.saved ?? null)
  const info = useBasicInfo({
    values: answer?.values ?? profile,
    ...(answer && { problems: answer.problems }),
    withTitle: true,
    leavesPhone: true,
    onSaved: setSaved,
  })
  const next = saved ? (user?.nextUpdateProfileTime ?? waitsUntil) : waitsUntil
  const waits = saved === 'needAdmin' || (saved === null && profile.waitsForReview)

  // the pressed button is closed until the next change is allowed: the focus goes to the words that say when
  const status = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (saved === null) return
    const { activeElement } = document
    const isAtButton = activeElement === document.body || activeElement?.getAttribute('value') === 'profile'
    if (isAtButton) status.current?.focus({ preventScroll: true })
  }, [saved])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void info.submit()
  }
  return (
    <Panel as="section" id="tab_profile" aria-labelledby="settings-profile" className={styles.panel}>
      <div className={styles.beside}>
        <div>
          <h2 id="settings-profile">{t('identity.settings_profile')}</h2>
          <p className="small muted">{t('identity.settings_profile_text')}</p>
        </div>
        <AvatarField />
      </div>
      <div className={styles.beside}>
        {waits && <Notice tone="info">{t('identity.profile_waiting')}</Notice>}
        {answer?.problem && (
          <Notice tone="bad" live>
            {answer.problem}
          </Notice>
        )}
        {/* without script the form posts to the page, which makes the same call */}
        <form className={styles.form} method="post" action="/settings" noValidate onSubmit={onSubmit}>
          <BasicInfoFields info={info} withTitle />
          <dl className={styles.phone}>
            <dt>{t('identity.profile_phone')}</dt>
            <dd>
              {user?.phone ? maskedPhone(user.phone) : t('identity.profile_phone_none')}
              <TextLink to={`/accountSafety/${user?.id ?? ''}`}>{t('identity.profile_phone_change')}</TextLink>
            </dd>
          </dl>
          <div className={styles.acts}>
            <Button
              type="submit"
              name="intent"
              value="profile"
              theme="primary"
              busy={info.state === 'inProgress'}
              disabled={next !== null}
            >
              {t('identity.save')}
            </Button>
            {next && (
              <span ref={status} className="small muted" role="status" tabIndex={-1}>
                {t('profile_update_time_limit', { time: format.dateTime(next) })}
              </span>
            )}
          </div>
        </form>
      </div>
    </Panel>
  )
}
