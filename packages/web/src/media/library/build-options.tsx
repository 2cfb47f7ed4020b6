import type { Attachment, getAttachment, isolateBuild } from '@lantern/contract/media/attachments.ts'
import { useEffect, useId, useState } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { toast } from '#ui/toast.ts'
import styles from './attachment-dialog.module.css'

/** How large a build is, packed and unpacked, and whether its page is isolated for threads; nothing for another file. */
export function BuildOptions({ attachmentId: id, onChanged }: { attachmentId: string; onChanged?: () => void }) {
  const t = useMessages()
  const format = useFormat()
  const helpId = useId()
  const [attachment, setAttachment] = useState<Attachment | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    let isWanted = true
    call<typeof getAttachment>('GET /api/learn/creator/attachment/:id', { params: { id } }).then(
      (answer) => isWanted && setAttachment(answer.attachment),
      // the form works without
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [id])
  const build = attachment?.build
  if (!attachment || !build) return null
  const isolate = async (isIsolated: boolean) => {
    setBusy(true)
    try {
      const answer = await call<typeof isolateBuild>('POST /api/learn/creator/attachment/:id/isolation', {
        params: { id },
        body: { isIsolated },
      })
      setAttachment(answer.attachment)
      toast({ tone: 'good', text: t('media.saved') })
      onChanged?.()
    } catch (error) {
      toastFailure(error, t)
    } finally {
      setBusy(false)
    }
  }
  const sizes = { packed: format.fileSize(attachment.byteSize), unpacked: format.fileSize(build.unpackedBytes) }
  return (
    <div className={styles.form}>
      <p className="small muted">{t('media.webgl_sizes', sizes)}</p>
      <Checkbox
        checked={build.isIsolated}
        disabled={isBusy}
        aria-describedby={helpId}
        onChange={(event) => void isolate(event.target.checked)}
      >
        {t('media.webgl_threads')}
      </Checkbox>
      <p id={helpId} className="small muted">
        {t('media.webgl_threads_help')}
      </p>
    </div>
  )
}
