import type { ReactNode } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Dialog } from '#ui/dialog.tsx'

/** The outline as a sheet on a phone; following a row closes it. */
export default function OutlineDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const t = useMessages()
  return (
    <Dialog open onClose={onClose} title={t('learning.outline')} closeLabel={t('kit.close')}>
      <div onClickCapture={(event) => event.target instanceof Element && event.target.closest('a') && onClose()}>
        {children}
      </div>
    </Dialog>
  )
}
