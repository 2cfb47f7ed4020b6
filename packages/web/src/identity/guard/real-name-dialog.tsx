import { realNamePath } from '@lantern/contract/redirects.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import styles from './real-name-form.module.css'
import { RealNameForm } from './real-name-form.tsx'
import { useRealName } from './use-real-name.ts'

interface RealNameDialogProps {
  here: string
  /** Why it is asked for; an act that needs it, or a first completion. */
  reason?: 'act' | 'completion'
  onVerified?: () => void
  onClose: () => void
}

/** Proves the name without leaving the page. Closing asks first. */
export default function RealNameDialog({ here, reason = 'act', onVerified, onClose }: RealNameDialogProps) {
  const t = useMessages()
  const realName = useRealName({
    onVerified: () => {
      onClose()
      onVerified?.()
    },
  })
  const leave = () => {
    if (window.confirm(t('realname.confirm_close'))) onClose()
  }
  return (
    <Dialog
      open
      keepOnOutside
      locked={realName.state === 'inProgress'}
      title={t('realname.title')}
      closeLabel={t('kit.close')}
      onClose={leave}
    >
      <div className={styles.form}>
        <p>{t(reason === 'completion' ? 'realname.lead_completion' : 'realname.lead')}</p>
        <RealNameForm
          realName={realName}
          action={realNamePath(here)}
          cancel={<Button onClick={leave}>{t('identity.guard_not_now')}</Button>}
        />
      </div>
    </Dialog>
  )
}
