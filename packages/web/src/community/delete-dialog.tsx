import type { deleteComment } from '@lantern/contract/community/discussion.ts'
import type { deleteSubmission } from '@lantern/contract/community/submissions.ts'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

const questions = {
  message: { title: 'community.delete_title', text: 'community.delete_text' },
  submission: { title: 'community.submission_delete_title', text: 'community.submission_delete_text' },
} as const

interface DeleteDialogProps {
  type: keyof typeof questions
  id: string
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a message or a submission is deleted; a failure leaves the question open. */
export function DeleteDialog({ type, id, onClose, onDeleted }: DeleteDialogProps) {
  const t = useMessages()
  const { title, text } = questions[type]

  async function remove() {
    const body = { id }
    try {
      if (type === 'message') await call<typeof deleteComment>('POST /api/learn/comment/delete', { body })
      else await call<typeof deleteSubmission>('POST /api/learn/submission/delete', { body })
      onClose()
      onDeleted()
    } catch (error) {
      toastFailure(error, t)
    }
  }

  return (
    <ConfirmDialog
      open
      theme="delete"
      title={t(title)}
      confirmLabel={t('community.delete')}
      cancelLabel={t('community.cancel')}
      closeLabel={t('community.close')}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t(text)}</p>
    </ConfirmDialog>
  )
}
