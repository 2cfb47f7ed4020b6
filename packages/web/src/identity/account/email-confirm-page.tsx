import { emailLinkHours } from '@lantern/contract/identity/account-rules.ts'
import { Form } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { useIsSending } from '#kit/use-is-sending.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { FormPage } from '../form-page.tsx'
import type { ConfirmAnswer } from './email-act.ts'
import styles from './email-page.module.css'

interface EmailConfirmPageProps {
  /** What the link is about; null when it is good for nothing any more. */
  link: { email: string; name: string } | null
  here: string
  answer: ConfirmAnswer | undefined
}

/** /auth/email/confirm: where the link of a mail leads. Opening it changes nothing, pressing the button does. */
export function EmailConfirmPage({ link, here, answer }: EmailConfirmPageProps) {
  const t = useMessages()
  const busy = useIsSending()
  if (answer?.kind === 'confirmed') {
    return (
      <FormPage title={t('identity.email_confirmed_title')}>
        <p className={styles.words} role="status">
          {t('identity.email_confirmed_lead', { email: answer.email })}
        </p>
        <div className="form-acts">
          <LinkButton to={answer.redirectTo} theme="primary">
            {t('identity.email_confirmed_go')}
          </LinkButton>
        </div>
      </FormPage>
    )
  }
  if (link === null || answer?.kind === 'dead') {
    return (
      <FormPage title={t('identity.email_link_dead_title')}>
        <p className={styles.words}>{t('identity.email_link_dead_lead', { hours: emailLinkHours })}</p>
        <div className="form-acts">
          <LinkButton to="/auth/email" theme="primary">
            {t('identity.email_link_again')}
          </LinkButton>
        </div>
      </FormPage>
    )
  }
  return (
    <FormPage title={t('identity.email_confirm_title')}>
      <p className={styles.words}>{t('identity.email_confirm_lead', link)}</p>
      {answer?.kind === 'failed' && (
        <Notice tone="bad" live>
          {answer.problem}
        </Notice>
      )}
      <Form className="form-acts" method="post" action={here}>
        <Button type="submit" theme="primary" busy={busy}>
          {t('identity.email_confirm_submit')}
        </Button>
      </Form>
    </FormPage>
  )
}
