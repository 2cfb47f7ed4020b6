import { useRef, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { MaximizeIcon, PlayIcon } from '#ui/icons.tsx'
import embed from './embed-frame.module.css'
import styles from './webgl-frame.module.css'

/** A build that runs in the browser: on an origin of its own, without one while it runs, and only once it is started. */
export function WebglFrame({ url, title }: { url: string; title?: string }) {
  const t = useMessages()
  const [isStarted, setStarted] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  const name = title ?? t('media.webgl_title')
  if (!isStarted) {
    return (
      <span className={embed.thumbnail}>
        <span className={embed.name}>{name}</span>
        <span className={embed.words}>{t('media.webgl_hint')}</span>
        <span className={embed.acts}>
          <Button theme="primary" icon={<PlayIcon className="icon-s" />} onClick={() => setStarted(true)}>
            {t('media.webgl_start')}
          </Button>
        </span>
      </span>
    )
  }
  return (
    <span ref={box} className={styles.box}>
      <iframe
        className={embed.frame}
        src={url}
        title={name}
        sandbox="allow-scripts allow-pointer-lock"
        allow="fullscreen; autoplay; gamepad"
        referrerPolicy="no-referrer"
      />
      <IconButton
        className={styles.full}
        theme="media"
        label={t('media.webgl_fullscreen')}
        icon={<MaximizeIcon />}
        onClick={() => void box.current?.requestFullscreen?.()}
      />
    </span>
  )
}
