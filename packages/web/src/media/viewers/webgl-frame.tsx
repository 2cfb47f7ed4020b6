import { buildWindowOf, isolationReport } from '@lantern/contract/media/build-addresses.ts'
import { useEffect, useRef, useState } from 'react'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button, IconButton, LinkButton } from '#ui/button.tsx'
import { ExternalLinkIcon, MaximizeIcon, PlayIcon } from '#ui/icons.tsx'
import embed from './embed-frame.module.css'
import styles from './webgl-frame.module.css'

interface WebglFrameProps {
  url: string
  title?: string
  /** In bytes: what was uploaded, and what it unpacks to. */
  size?: { packed: number; unpacked: number }
}

/**
 * A build that runs in the browser: on an origin of its own, without one while it runs, and only once it is started. One with
 * threads runs here where the browser isolates frames, and in a window of its own where it does not.
 */
export function WebglFrame({ url, title, size }: WebglFrameProps) {
  const t = useMessages()
  const format = useFormat()
  const [isStarted, setStarted] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const ownWindow = buildWindowOf(url)
  const isRefused = useIsolationRefusal(frame, isStarted && ownWindow !== null)
  const name = title ?? t('media.webgl_title')
  if (isRefused && ownWindow !== null) {
    return (
      <span className={embed.thumbnail} role="status">
        <span className={embed.name}>{name}</span>
        <span className={embed.words}>{t('media.webgl_needs_window')}</span>
        <span className={embed.acts}>
          <LinkButton
            theme="primary"
            to={ownWindow}
            target="_blank"
            rel="noopener noreferrer"
            icon={<ExternalLinkIcon className="icon-s" />}
          >
            {t('media.webgl_open_window')}
          </LinkButton>
        </span>
      </span>
    )
  }
  if (!isStarted) {
    return (
      <span className={embed.thumbnail}>
        <span className={embed.name}>{name}</span>
        <span className={embed.words}>{t('media.webgl_hint')}</span>
        {size && (
          <span className={embed.words}>
            {t('media.webgl_sizes', { packed: format.fileSize(size.packed), unpacked: format.fileSize(size.unpacked) })}
          </span>
        )}
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
        ref={frame}
        className={embed.frame}
        src={url}
        title={name}
        sandbox="allow-scripts allow-pointer-lock"
        allow={`fullscreen; autoplay; gamepad${ownWindow === null ? '' : '; cross-origin-isolated'}`}
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

/** Whether the browser gave the page in this frame no isolation: the page says so before anything of the build runs. */
function useIsolationRefusal(frame: { readonly current: HTMLIFrameElement | null }, isAsked: boolean): boolean {
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    if (!isAsked) return
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      // the page has no origin by which it could be known; its window is it
      if (source === null || source !== frame.current?.contentWindow) return
      const said = (data ?? {}) as { type?: unknown; isIsolated?: unknown }
      if (said.type === isolationReport && said.isIsolated === false) setRefused(true)
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [frame, isAsked])
  return isRefused
}
