import { contentLink, editLink } from '@lantern/contract/links.ts'
import type { MouseEvent } from 'react'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { DoneDialog } from '#ui/done-dialog.tsx'
import { PlainLink } from '#ui/link.tsx'
import { dashboardLink, newLink } from '../editor-shell/addresses.ts'
import { useDraftState, useEditorTools } from '../editor-shell/editor-tools.tsx'
import styles from './publish.module.css'

/** It is out: where to go from here. Create, pressed with Ctrl or Cmd, opens in a tab of its own at once. */
export function PublishedDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  const locale = useLocale()
  const { kind, campus } = useEditorTools()
  const { draft, forms } = useDraftState()
  if (!draft) return null
  const page = { ...draft, slug: draft.slug || draft.id, language: forms.general.language }
  const create = (event: MouseEvent<HTMLAnchorElement>) => {
    onClose()
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    window.open(newLink(kind.type, campus), '_blank', 'noopener')
  }
  return (
    <DoneDialog
      title={t('authoring.published_title')}
      closeLabel={t('kit.close')}
      onClose={onClose}
      footer={
        <Button onClick={onClose} data-autofocus>
          {t('documents.cancel')}
        </Button>
      }
    >
      <p>
        {t('authoring.published_text', { title: forms.general.title })}{' '}
        <PlainLink to={contentLink(page, { locale })}>{t('authoring.published_view')}</PlainLink>
      </p>
      <div className={styles.choices}>
        <LinkButton to={editLink({ type: kind.type, id: draft.id }, { campus })} onClick={onClose}>
          {t('authoring.back_to_edit')}
        </LinkButton>
        <LinkButton to={dashboardLink(campus, kind.type)}>{t('authoring.return_to_dashboard')}</LinkButton>
        <LinkButton to={newLink(kind.type, campus)} onClick={create}>
          {t(`authoring.create_another_${kind.type}`)}
        </LinkButton>
      </div>
    </DoneDialog>
  )
}
