import type { unpublishPage } from '@lantern/contract/cms/pages.ts'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.ts'
import { useBuilder } from '../builder-context.ts'

/** Takes this language from visitors; the draft stays. */
export function UnpublishDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  const { pageEditor, pageId, locale } = useBuilder()
  const unpublish = async () => {
    try {
      const answer = await call<typeof unpublishPage>('POST /api/learn/creator/page/:id/:locale/unpublish', {
        params: { id: pageId, locale },
      })
      pageEditor.adopt(answer)
      toast({ tone: 'good', text: t('cms.builder_unpublished') })
      onClose()
    } catch (error) {
      toastFailure(error, t)
    }
  }
  return (
    <ConfirmDialog
      open
      title={t('cms.builder_unpublish_title', { language: t(`shell.locale.${locale}`) })}
      confirmLabel={t('documents.unpublish')}
      cancelLabel={t('documents.cancel')}
      closeLabel={t('kit.close')}
      onConfirm={unpublish}
      onClose={onClose}
    >
      <p>{t('cms.builder_unpublish_text')}</p>
    </ConfirmDialog>
  )
}
