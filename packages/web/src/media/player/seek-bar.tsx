import type { CSSProperties } from 'react'
import { useMessages } from '#kit/messages.tsx'
import styles from './seek-bar.module.css'
import { type MediaStore, useMediaFact } from './use-media-store.ts'
import { clockText, useSpokenClock } from './video-clock.ts'

type SeekBarProps = { store: MediaStore; duration: number; goOnAt: number; onSeek: (seconds: number) => void }

/** Where it is, how much has come, and the way to any other place. */
export function SeekBar({ store, duration, goOnAt, onSeek }: SeekBarProps) {
  const t = useMessages()
  const spoken = useSpokenClock()
  const position = usePosition(store, goOnAt)
  const loaded = useMediaFact(store, (state) => loadedUntil(state.mediaBuffered, state.mediaCurrentTime ?? 0))
  const share = (seconds: number) => `${duration > 0 ? Math.min(100, (seconds / duration) * 100) : 0}%`
  return (
    <input
      type="range"
      className={styles.bar}
      min={0}
      max={Math.max(1, Math.floor(duration))}
      step={1}
      value={Math.floor(position)}
      aria-label={t('media.position')}
      aria-valuetext={t('media.position_of', { at: spoken(position), all: spoken(duration) })}
      style={{ '--played': share(position), '--loaded': share(loaded) } as CSSProperties}
      onChange={(event) => onSeek(Number(event.target.value))}
    />
  )
}

/** Both times in figures, as 1:05 / 12:30. */
export function TimeShown({ store, duration, goOnAt }: Omit<SeekBarProps, 'onSeek'>) {
  const position = usePosition(store, goOnAt)
  return (
    <span className={styles.time} aria-hidden="true">
      {clockText(position)} / {clockText(duration)}
    </span>
  )
}

/** In whole seconds: it is drawn once a second. Before the first play it stands where the viewer will go on. */
function usePosition(store: MediaStore, goOnAt: number): number {
  const position = useMediaFact(store, ({ mediaCurrentTime }) => Math.floor(mediaCurrentTime ?? 0))
  return position === 0 ? Math.floor(goOnAt) : position
}

function loadedUntil(ranges: readonly (readonly number[])[] | undefined, position: number): number {
  const around = ranges?.find(([start = 0, end = 0]) => start <= position + 0.5 && end >= position)
  return Math.floor(around?.[1] ?? 0)
}
