import { signInPath, signUpPath } from '@lantern/contract/redirects.ts'
import { forgetAct } from '#kit/kept-act.ts'
import { useMessages } from '#kit/messages.tsx'
import { addressHere } from '#kit/page-address.ts'
import { useSite } from '#kit/session.tsx'
import { Dialog } from '#ui/dialog.tsx'
import styles from './sign-in-dialog.module.css'
import { SignInForm } from './sign-in-form.tsx'

interface SignInDialogProps {
  redirectTo: string | null
  registering?: boolean
  onClose: () => void
}

/** Signing in without leaving the page. */
export default function SignInDialog({ redirectTo, registering, onClose }: SignInDialogProps) {
  const t = useMessages()
  const { site } = useSite()
  const title = t(registering ? 'identity.sign_up_title' : 'identity.sign_in_title', { site: site.name })
  const here = redirectTo ?? addressHere()
  return (
    <Dialog
      open
      bare
      keepOnOutside
      title={title}
      closeLabel={t('kit.close')}
      onClose={() => {
        // a guest who does not sign in gives up the act that asked for it
        forgetAct()
        onClose()
      }}
      className={styles.dialog}
    >
      <div className={styles.columns}>
        <div className={styles.side}>
          <img src="/lantern.svg" alt="" width={1600} height={480} />
          <p>
            <strong>{t('identity.side_title')}</strong>
            {t('identity.side_text')}
          </p>
        </div>
        <div className={styles.main}>
          <div>
            <p className={styles.title} aria-hidden="true">
              {title}
            </p>
            <p className="small muted">{t('identity.sign_in_lead')}</p>
          </div>
          <SignInForm
            action={registering ? signUpPath(here) : signInPath(here)}
            registering={registering ?? false}
            redirectTo={redirectTo}
            onClose={onClose}
          />
        </div>
      </div>
    </Dialog>
  )
}
