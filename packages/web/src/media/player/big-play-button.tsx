import type { Media } from '@lantern/contract/media/videos.ts'
import { useMessages } from '#kit/messages.tsx'
import { classNames } from '#ui/class-names.ts'
import { PlayIcon } from '#ui/icons.tsx'
import styles from './big-play-button.module.css'
import { clockText, useSpokenClock } from './video-clock.ts'

/** Where a play button stands decides how it looks. */
export const playThemes = ['default', 'overview', 'learn-live-previous', 'media'] as const
export type PlayTheme = (typeof playThemes)[number]

type BigPlayButtonProps = {
  media: Pick<Media, 'title' | 'image' | 'duration'>
  theme: PlayTheme
  /** Seconds; 0 begins at the beginning. */
  goOnAt: number
  onPlay: () => void
}

/** The picture before a video and the one big act on it. */
export function BigPlayButton({ media, theme, goOnAt, onPlay }: BigPlayButtonProps) {
  const t = useMessages()
  const spoken = useSpokenClock()
  const { image, title, duration } = media
  return (
    <div className={classNames(styles.place, styles[theme])}>
      <button
        type="button"
        className={styles.poster}
        data-theme-of-play={theme}
        aria-label={goOnAt > 0 ? t('media.go_on_of', { title, time: spoken(goOnAt) }) : t('media.play_of', { title })}
        onClick={onPlay}
      >
        {image && <img src={image.url} alt="" width={image.width} height={image.height} />}
        <span className={styles.sign} aria-hidden="true">
          <PlayIcon />
        </span>
      </button>
      <span className={styles.words} aria-hidden="true">
        {theme === 'overview' && <span>{title}</span>}
        {theme === 'learn-live-previous' && <span>{t('media.live_previous')}</span>}
        {goOnAt > 0 && <span className="num">{t('media.go_on_at', { time: clockText(goOnAt) })}</span>}
        {duration !== null && (
          <time className="num" dateTime={`PT${Math.round(duration)}S`}>
            {clockText(duration)}
          </time>
        )}
      </span>
    </div>
  )
}
