import { Suspense, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Share2Icon } from '#ui/icons.tsx'
import { ShareDialog } from './shown-later.ts'

type ShareButtonProps = {
  title: string
  /** The share picture, where guests find the page. */
  picture: string | null
  look?: 'button' | 'bare'
}

/** Opens what one can do to share the page at its present address. */
export function ShareButton({ title, picture, look = 'button' }: ShareButtonProps) {
  const t = useMessages()
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  return (
    <>
      {look === 'bare' ? (
        <IconButton theme="bare" label={t('catalog.share')} icon={<Share2Icon />} onClick={open} />
      ) : (
        <Button theme="quiet" size="s" icon={<Share2Icon className="icon-s" />} onClick={open}>
          {t('catalog.share')}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <ShareDialog
            title={title}
            picture={picture}
            url={window.location.href.replace(/#.*$/s, '')}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
