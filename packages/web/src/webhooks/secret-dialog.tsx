import { CopyField } from '#kit/copy-field.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { DoneDialog } from '#ui/done-dialog.tsx'
import styles from './webhooks.module.css'

interface SecretDialogProps {
  title: string
  secret: string
  onClose: () => void
}

/** Shows a secret: this once. */
export function SecretDialog({ title, secret, onClose }: SecretDialogProps) {
  const t = useMessages()
  return (
    <DoneDialog
      title={title}
      closeLabel={t('kit.close')}
      keepOnOutside
      onClose={onClose}
      footer={
        <Button theme="primary" onClick={onClose}>
          {t('webhooks.kept')}
        </Button>
      }
    >
      <div className={styles.made}>
        <p>{t('webhooks.secret_once')}</p>
        <CopyField label={t('webhooks.secret')} value={secret} />
        <p className="small muted">{t('webhooks.secret_how')}</p>
      </div>
    </DoneDialog>
  )
}
