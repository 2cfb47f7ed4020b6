import type { CartridgePreview } from '@lantern/contract/authoring/cartridges.ts'
import type { PackagePreview } from '@lantern/contract/authoring/exchange.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import styles from './package-dialogs.module.css'

/** Of a package, or of a cartridge with what it cannot say. */
export type ExportPreview = PackagePreview & Partial<Pick<CartridgePreview, 'notes'>>

interface ExportPackageDialogProps {
  title: string
  preview: ExportPreview
  onDownload: () => void
  onClose: () => void
}

/** What the file will not hold, before it is downloaded: nobody finds it missing on another site. */
export default function ExportPackageDialog({
  title: heading,
  preview,
  onDownload,
  onClose,
}: ExportPackageDialogProps) {
  const t = useMessages()
  const { unpublishedChanges, leftOut, notes = [] } = preview
  return (
    <Dialog
      open
      title={heading}
      closeLabel={t('kit.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('documents.cancel')}</Button>
          <Button
            theme="primary"
            data-autofocus
            onClick={() => {
              onDownload()
              onClose()
            }}
          >
            {t('authoring.package.download')}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {leftOut.length > 0 && (
          <>
            <p>{t('authoring.package.left_out')}</p>
            <ul className={styles.items}>
              {leftOut.map(({ id, title, reason }) => (
                <li key={id}>
                  <span className={styles.title}>{title || id}</span>
                  <Badge tone="warn">{t(`authoring.package.left_${reason}`)}</Badge>
                </li>
              ))}
            </ul>
          </>
        )}
        {notes.length > 0 && (
          <>
            <p>{t('authoring.cartridge.lead')}</p>
            <ul className={styles.items}>
              {notes.map(({ code, title, part }) => (
                <li key={`${code} ${title} ${part}`}>
                  <span className={styles.title}>
                    {title || t('authoring.dashboard_untitled')}
                    {part !== '' && ` · ${part}`}
                  </span>
                  <p>{t(`authoring.cartridge.note_${code}`)}</p>
                </li>
              ))}
            </ul>
          </>
        )}
        {unpublishedChanges.length > 0 && (
          <>
            <p>{t('authoring.package.unpublished')}</p>
            <ul className={styles.items}>
              {unpublishedChanges.map(({ id, title }) => (
                <li key={id}>
                  <span className={styles.title}>{title || t('authoring.dashboard_untitled')}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  )
}
