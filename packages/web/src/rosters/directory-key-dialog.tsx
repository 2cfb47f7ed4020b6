import { CopyField } from '#kit/copy-field.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { DoneDialog } from '#ui/done-dialog.tsx'
import styles from './directory.module.css'

/** Shows a key: this once. */
export function DirectoryKeyDialog({ value, onClose }: { value: string; onClose: () => void }) {
  const t = useMessages()
  return (
    <DoneDialog
      title={t('rosters.directory_key_made')}
      closeLabel={t('kit.close')}
      keepOnOutside
      onClose={onClose}
      footer={
        <Button theme="primary" onClick={onClose}>
          {t('rosters.directory_key_kept')}
        </Button>
      }
    >
      <div className={styles.made}>
        <p>{t('rosters.directory_key_once')}</p>
        <CopyField label={t('rosters.directory_key')} value={value} />
      </div>
    </DoneDialog>
  )
}
