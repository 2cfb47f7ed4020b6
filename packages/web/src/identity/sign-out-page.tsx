import { signOutPath } from '@lantern/contract/redirects.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './sign-in-page.module.css'

/** Asks once: a link alone must not end a session. */
export function SignOutPage({ redirectTo }: { redirectTo: string }) {
  const t = useMessages()
  const { user } = useSession()
  return (
    <main id="main" className={`wrap ${styles.page}`}>
      <Panel className={styles.panel}>
        <h1 className={styles.title}>{t('identity.sign_out_title')}</h1>
        {user && <p className="small">{t('identity.already_in', { name: user.name })}</p>}
        <p className="small muted">{t('identity.sign_out_text')}</p>
        <form method="post" action={signOutPath(redirectTo)} className="row">
          <Button type="submit" theme="primary">
            {t('identity.sign_out')}
          </Button>
          <LinkButton to={redirectTo}>{t('identity.sign_out_stay')}</LinkButton>
        </form>
      </Panel>
    </main>
  )
}
