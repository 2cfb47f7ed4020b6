import { Suspense, useState } from 'react'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { UploadIcon } from '#ui/icons.tsx'

const ImportDialog = lazyPart(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))

/** Opens the import of a list of people. */
export function ImportNamesButton({ organisation }: { organisation: { id: string; name: string } }) {
  const t = useMessages()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<UploadIcon className="icon-s" />} onClick={() => setOpen(true)}>
        {t('rosters.import')}
      </Button>
      <Suspense>{isOpen && <ImportDialog organisation={organisation} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
