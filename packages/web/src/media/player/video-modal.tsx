import { modalRates } from '@lantern/contract/media/video-rules.ts'
import { type ReactNode, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { useRequireLogin } from '#kit/require-login.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PlayIcon } from '#ui/icons.tsx'
import type { PlayTheme } from './big-play-button.tsx'
import styles from './video-modal.module.css'
import { VideoPlayer, type VideoPlayerProps } from './video-player.tsx'

type VideoModalProps = Pick<VideoPlayerProps, 'id' | 'theme' | 'overlay' | 'useRecorder'> & {
  title: string
  onClose: () => void
}

/** A video over the page: it plays at once, and stops when it closes. */
function VideoModal({ title, onClose, ...player }: VideoModalProps) {
  const t = useMessages()
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={t('kit.close')} className={styles.modal}>
      <VideoPlayer {...player} rates={modalRates} autoPlay />
    </Dialog>
  )
}

type PlayDialogProps = Omit<VideoModalProps, 'onClose' | 'theme'> & {
  theme?: PlayTheme
  /** Guests are asked to sign in first. */
  loginRequired?: boolean
  children?: ReactNode
}

/** The button that opens a video over the page. */
export function PlayDialog({ loginRequired, children, ...modal }: PlayDialogProps) {
  const t = useMessages()
  const requireLogin = useRequireLogin()
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  return (
    <>
      <Button icon={<PlayIcon className="icon-s" />} onClick={() => (loginRequired ? requireLogin(open) : open())}>
        {children ?? t('media.play_of', { title: modal.title })}
      </Button>
      {isOpen && <VideoModal {...modal} onClose={() => setOpen(false)} />}
    </>
  )
}
