import { useMessages } from '#kit/messages.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Share2Icon } from '#ui/icons.tsx'
import { toast } from '#ui/toast.ts'

/** Hands the page's link to the system's own sharing, or copies it where there is none. */
export function ShareButton({ title, look = 'button' }: { title: string; look?: 'button' | 'bare' }) {
  const t = useMessages()
  const share = async () => {
    const url = window.location.href
    if (typeof navigator.share === 'function') {
      // a visitor who closes the system's dialog has decided not to share: that is no error
      await navigator.share({ title, url }).catch(() => undefined)
      return
    }
    try {
      await navigator.clipboard.writeText(url)
      toast({ tone: 'good', text: t('catalog.link_copied') })
    } catch {
      toast({ tone: 'bad', text: t('catalog.link_not_copied') })
    }
  }
  if (look === 'bare')
    return <IconButton theme="bare" label={t('catalog.share')} icon={<Share2Icon />} onClick={share} />
  return (
    <Button theme="quiet" size="s" icon={<Share2Icon className="icon-s" />} onClick={share}>
      {t('catalog.share')}
    </Button>
  )
}
