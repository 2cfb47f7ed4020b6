import { useEffect, useRef, useState } from 'react'
import { useHydrated } from '#kit/hydrated.ts'
import { useMessages } from '#kit/messages.tsx'
import { PauseIcon, PlayIcon } from '#ui/icons.tsx'
import styles from './background-video.module.css'
import { outsideOrigin } from './picture.tsx'

/** A silent film behind words. It runs unless reduced motion is set, and can be paused. */
export function BackgroundVideo({ source, className }: { source: string; className: string }) {
  const t = useMessages()
  const film = useRef<HTMLVideoElement>(null)
  const [isRunning, setRunning] = useState(false)
  const isHydrated = useHydrated()
  useEffect(() => {
    if (film.current && !matchMedia('(prefers-reduced-motion: reduce)').matches) play(film.current)
  }, [])
  const toggle = () => {
    if (!film.current) return
    if (isRunning) film.current.pause()
    else play(film.current)
  }
  return (
    <>
      <span className={className} data-behind="">
        <video
          ref={film}
          src={source}
          data-outside={outsideOrigin(source)}
          muted
          loop
          playsInline
          preload="metadata"
          aria-hidden="true"
          tabIndex={-1}
          onPlay={() => setRunning(true)}
          onPause={() => setRunning(false)}
        />
      </span>
      {isHydrated && (
        <button
          type="button"
          className={styles.hold}
          aria-label={t(isRunning ? 'cms.video_pause' : 'cms.video_play')}
          onClick={toggle}
        >
          {isRunning ? <PauseIcon /> : <PlayIcon />}
        </button>
      )}
    </>
  )
}

/** A browser may forbid it; then the first frame stays. */
function play(video: HTMLVideoElement): void {
  video.play().catch(() => undefined)
}
