import { mostReasonCharacters } from '@lantern/contract/certificates/certificate-rules.ts'
import type { revokeCertificate } from '@lantern/contract/certificates/certificates.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { TextArea } from '#ui/text-area.tsx'

/** Asks why: the holder is told, and whoever checks the certificate reads it. */
export function RevokeDialog({ number, onClose }: { number: string; onClose: () => void }) {
  const t = useMessages()
  const { revalidate } = useRevalidator()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const revoke = async () => {
    if (reason.trim() === '') return setError(t('certificates.reason_missing'))
    try {
      await call<typeof revokeCertificate>('POST /api/learn/cn/certificate/:number/revoke', {
        params: { number },
        body: { reason: reason.trim() },
      })
      await revalidate()
      onClose()
    } catch (failure) {
      toastFailure(failure, t)
    }
  }
  return (
    <ConfirmDialog
      open
      theme="delete"
      title={t('certificates.revoke_of', { number })}
      confirmLabel={t('certificates.revoke')}
      cancelLabel={t('certificates.cancel')}
      closeLabel={t('certificates.close')}
      onConfirm={revoke}
      onClose={onClose}
    >
      <TextArea
        label={t('certificates.reason')}
        help={t('certificates.reason_help')}
        rows={3}
        limit={mostReasonCharacters}
        value={reason}
        onValue={(value) => {
          setError(undefined)
          setReason(value)
        }}
        error={error}
      />
    </ConfirmDialog>
  )
}
