import { Suspense, useState } from 'react'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { MediaPickerHost, pickMedia } from '#media/index.ts'
import { Button } from '#ui/button.tsx'
import { UploadIcon } from '#ui/icons.tsx'

const ImportPackageDialog = lazyPart(() => import('./import-package-dialog.tsx'))

/** Takes in content that was exported as a package: the file comes through the media library, which stands bad networks. */
export function ImportPackageButton({ campus, onImported }: { campus: boolean; onImported: () => void }) {
  const t = useMessages()
  const [isOpen, setOpen] = useState(false)
  const [attachmentId, setAttachmentId] = useState<string | null>(null)
  const choose = async () => {
    // a second question would answer the first, and close what asks both
    if (isOpen) return
    setOpen(true)
    const chosen = await pickMedia('asset')
    if (chosen) setAttachmentId(chosen.id)
    else setOpen(false)
  }
  const close = () => {
    setAttachmentId(null)
    setOpen(false)
  }
  return (
    <>
      <Button icon={<UploadIcon />} onClick={() => void choose()}>
        {t('authoring.package.import')}
      </Button>
      {isOpen && (
        <Suspense>
          {attachmentId ? (
            <ImportPackageDialog attachmentId={attachmentId} campus={campus} onImported={onImported} onClose={close} />
          ) : (
            <MediaPickerHost />
          )}
        </Suspense>
      )}
    </>
  )
}
