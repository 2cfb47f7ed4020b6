import { Suspense, useState } from 'react'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { LinkIcon } from '#ui/icons.tsx'
import { useDraftState } from '../editor-shell/editor-tools.tsx'

const LinksDialog = lazyPart(async () => ({ default: (await import('./links-dialog.tsx')).LinksDialog }))

/** Opens the report of what the draft links to; there is none before the first save. */
export function LinksButton() {
  const t = useMessages()
  const { draft } = useDraftState()
  const [open, setOpen] = useState(false)
  if (!draft) return null
  return (
    <>
      <Button size="s" theme="quiet" icon={<LinkIcon className="icon-s" />} onClick={() => setOpen(true)}>
        {t('links.check')}
      </Button>
      {open && (
        <Suspense>
          <LinksDialog draftId={draft.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
