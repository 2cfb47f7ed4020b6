import { goTo } from '#kit/leave-page.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

/** The profile waits for a person of the site; closing leads to it. */
export default function NeedsReviewDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  const { user } = useSession()
  const leave = () => {
    onClose()
    goTo(user ? `/u/${user.id}` : '/')
  }
  return (
    <Dialog
      open
      title={t('identity.review_title')}
      closeLabel={t('kit.close')}
      onClose={leave}
      footer={
        <Button theme="primary" data-autofocus="" onClick={leave}>
          {t(user ? 'identity.review_to_profile' : 'identity.review_to_home')}
        </Button>
      }
    >
      <p>{t('identity.review_text')}</p>
    </Dialog>
  )
}
