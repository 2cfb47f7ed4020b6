import { signOutPath } from '@lantern/contract/redirects.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { FormPage } from './form-page.tsx'

/** Asks once: a link alone must not end a session. */
export function SignOutPage({ redirectTo }: { redirectTo: string }) {
  const t = useMessages()
  const { user } = useSession()
  return (
    <FormPage title={t('identity.sign_out_title')}>
      {user && <p className="small">{t('identity.already_in', { name: user.name })}</p>}
      <p className="small muted">{t('identity.sign_out_text')}</p>
      <form method="post" action={signOutPath(redirectTo)} className="form-acts">
        <LinkButton to={redirectTo}>{t('identity.sign_out_stay')}</LinkButton>
        <Button type="submit" theme="primary">
          {t('identity.sign_out')}
        </Button>
      </form>
    </FormPage>
  )
}
