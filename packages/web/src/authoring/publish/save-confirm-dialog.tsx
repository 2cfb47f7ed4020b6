import type { Draft } from '@lantern/contract/authoring/drafts.ts'
import { useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SendIcon } from '#ui/icons.tsx'
import { RoundIcon } from '#ui/round-icon.tsx'

type SaveConfirmDialogProps = {
  source: Draft['source']
  /** With the revision of the original that it is up to date with. */
  onPublish: (revision?: number) => Promise<void>
  onClose: () => void
}

/** Saving comes before publishing. A translation says besides whether it is up to date with its original. */
export function SaveConfirmDialog({ source, onPublish, onClose }: SaveConfirmDialogProps) {
  const t = useMessages()
  const [busy, setBusy] = useState<'confirm' | 'skip' | null>(null)
  const publish = async (as: 'confirm' | 'skip') => {
    setBusy(as)
    await onPublish(as === 'confirm' ? source?.latestRevision : undefined)
    setBusy(null)
  }
  return (
    <Dialog
      open
      role="alertdialog"
      title={t('authoring.save_confirm_title')}
      closeLabel={t('kit.close')}
      locked={busy !== null}
      icon={
        <RoundIcon>
          <SendIcon />
        </RoundIcon>
      }
      onClose={onClose}
      footer={
        <>
          {source ? (
            <Button disabled={busy === 'confirm'} busy={busy === 'skip'} onClick={() => publish('skip')}>
              {t('authoring.save_confirm_skip')}
            </Button>
          ) : (
            <Button disabled={busy !== null} onClick={onClose}>
              {t('documents.cancel')}
            </Button>
          )}
          <Button
            theme="primary"
            data-autofocus
            disabled={busy === 'skip'}
            busy={busy === 'confirm'}
            onClick={() => publish('confirm')}
          >
            {t(source ? 'authoring.save_confirm_translated' : 'authoring.save_and_publish')}
          </Button>
        </>
      }
    >
      <p>
        {source
          ? t('authoring.save_confirm_translation_text', { title: source.title, version: source.latestRevision })
          : t('authoring.save_confirm_text')}
      </p>
    </Dialog>
  )
}
