import { FoundLists } from '#kit/documents/found-lists.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { useDraftState, useEditorTools } from '../editor-shell/editor-tools.tsx'
import { checkRows, type ItemChecks } from './item-checks.ts'
import styles from './publish.module.css'

type CheckDialogProps = {
  checks: ItemChecks
  /** Why publishing is impossible even without faults, for example missing rights. */
  held: string | null
  busy: boolean
  onPublish: () => void
  onClose: () => void
}

/** What is missing before it can be published and what is worth a look, each leading to its place. */
export function CheckDialog({ checks, held, busy, onPublish, onClose }: CheckDialogProps) {
  const t = useMessages()
  const { kind, goTo } = useEditorTools()
  const { forms } = useDraftState()
  const rows = checkRows(checks, {
    kind,
    forms,
    t,
    goTo(field) {
      onClose()
      goTo(field)
    },
  })
  const mayPublish = held === null && checks.faults.length === 0
  return (
    <Dialog
      open
      title={t(mayPublish ? 'authoring.check_title' : 'authoring.check_title_not_yet')}
      closeLabel={t('kit.close')}
      locked={busy}
      onClose={onClose}
      footer={
        <>
          <Button disabled={busy} onClick={onClose} data-autofocus={mayPublish ? undefined : true}>
            {t('authoring.back_to_edit')}
          </Button>
          {mayPublish && (
            <Button theme="primary" data-autofocus busy={busy} onClick={onPublish}>
              {t('cms.builder_publish_anyway')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        {held && <Notice tone="bad">{held}</Notice>}
        <FoundLists rows={rows} />
      </div>
    </Dialog>
  )
}
