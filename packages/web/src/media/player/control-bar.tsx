import type { VideoQuality } from '@lantern/contract/media/video-rules.ts'
import type { Media } from '@lantern/contract/media/videos.ts'
import type { CSSProperties } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { IconButton } from '#ui/button.tsx'
import {
  CaptionsIcon,
  GaugeIcon,
  MaximizeIcon,
  MinimizeIcon,
  PauseIcon,
  PlayIcon,
  SettingsIcon,
  TextSearchIcon,
  TheaterIcon,
  VolumeIcon,
  VolumeOffIcon,
} from '#ui/icons.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import styles from './control-bar.module.css'
import { volumeStep } from './player-keys.ts'
import { SeekBar, TimeShown } from './seek-bar.tsx'
import type { Captions } from './use-captions.ts'
import { type MediaStore, useMediaFact } from './use-media-store.ts'

type ControlBarProps = {
  store: MediaStore
  media: Media
  goOnAt: number
  onToggle: () => void
  onSeek: (seconds: number) => void
  rates: readonly number[]
  onRate: (rate: number) => void
  /** Empty where nobody can choose. */
  qualities: readonly VideoQuality[]
  quality: VideoQuality
  onQuality: (quality: VideoQuality) => void
  captions: Captions
  onCaptions: (language: string | null) => void
  transcript: { id: string; isOpen: boolean; onToggle: () => void } | null
  isTheater: boolean
  onTheater: () => void
  onFullscreen: () => void
}

/** Everything that can be done with a video, below its picture. */
export function ControlBar(props: ControlBarProps) {
  const { store, media, goOnAt, transcript } = props
  const t = useMessages()
  const isPaused = useMediaFact(store, ({ mediaPaused }) => mediaPaused ?? true)
  const isFullscreen = useMediaFact(store, ({ mediaIsFullscreen }) => mediaIsFullscreen ?? false)
  const known = useMediaFact(store, ({ mediaDuration }) => (mediaDuration && mediaDuration > 0 ? mediaDuration : 0))
  const duration = known || (media.duration ?? 0)
  const place = { store, duration, goOnAt }
  return (
    <div className={styles.bar} data-controls="">
      <SeekBar {...place} onSeek={props.onSeek} />
      <div className={styles.row}>
        <Control
          label={t(isPaused ? 'media.play' : 'media.pause')}
          icon={isPaused ? <PlayIcon /> : <PauseIcon />}
          onClick={props.onToggle}
        />
        <Volume store={store} />
        <TimeShown {...place} />
        <span className={styles.gap} />
        {transcript && (
          <Control
            label={t('media.transcript')}
            icon={<TextSearchIcon />}
            onClick={transcript.onToggle}
            aria-expanded={transcript.isOpen}
            aria-controls={transcript.isOpen ? transcript.id : undefined}
          />
        )}
        {props.captions.subtitles.length > 0 && <CaptionsMenu {...props} />}
        <RateMenu {...props} />
        {props.qualities.length > 0 && <QualityMenu {...props} />}
        <Control
          className={styles.theater}
          label={t('media.theater')}
          icon={<TheaterIcon />}
          pressed={props.isTheater}
          onClick={props.onTheater}
        />
        <Control
          label={t(isFullscreen ? 'media.leave_fullscreen' : 'media.fullscreen')}
          icon={isFullscreen ? <MinimizeIcon /> : <MaximizeIcon />}
          onClick={props.onFullscreen}
        />
      </div>
    </div>
  )
}

type ControlProps = Omit<Parameters<typeof IconButton>[0], 'theme'>

function Control(props: ControlProps) {
  return <IconButton {...props} theme="bare" className={`${styles.control} ${props.className ?? ''}`} />
}

function Volume({ store }: { store: MediaStore }) {
  const t = useMessages()
  const isMuted = useMediaFact(store, (state) => state.mediaVolumeLevel === 'off')
  const volume = useMediaFact(store, (state) => (state.mediaMuted ? 0 : (state.mediaVolume ?? 1)))
  const isFixed = useMediaFact(store, ({ mediaVolumeUnavailable }) => mediaVolumeUnavailable === 'unsupported')
  return (
    <span className={styles.volume}>
      <Control
        label={t(isMuted ? 'media.unmute' : 'media.mute')}
        icon={isMuted ? <VolumeOffIcon /> : <VolumeIcon />}
        onClick={() => store.ask(isMuted ? 'mediaunmuterequest' : 'mediamuterequest')}
      />
      {!isFixed && (
        <input
          type="range"
          className={styles.level}
          data-own-arrows=""
          min={0}
          max={1}
          step={volumeStep}
          value={volume}
          aria-label={t('media.volume')}
          aria-valuetext={t('media.volume_is', { percent: Math.round(volume * 100) })}
          style={{ '--level': `${volume * 100}%` } as CSSProperties}
          onChange={(event) => store.ask('mediavolumerequest', Number(event.target.value))}
        />
      )}
    </span>
  )
}

function RateMenu({ store, rates, onRate }: ControlBarProps) {
  const t = useMessages()
  const rate = useMediaFact(store, ({ mediaPlaybackRate }) => mediaPlaybackRate ?? 1)
  const words = t('media.rate_is', { rate })
  return (
    <Menu
      label={t('media.rate')}
      side="top-end"
      trigger={(trigger) => <Control {...trigger} label={words} icon={<GaugeIcon />} />}
    >
      {rates.map((one) => (
        <MenuItem key={one} checked={one === rate} onSelect={() => onRate(one)}>
          {t('media.rate_times', { rate: one })}
        </MenuItem>
      ))}
    </Menu>
  )
}

function QualityMenu({ qualities, quality, onQuality }: ControlBarProps) {
  const t = useMessages()
  const chosen = qualities.includes(quality) ? quality : 'Auto'
  const word = (name: VideoQuality) =>
    name === 'High' ? t('media.quality_high') : name === 'Auto' ? t('media.quality_auto') : name
  return (
    <Menu
      label={t('media.quality')}
      side="top-end"
      trigger={(trigger) => (
        <Control {...trigger} label={t('media.quality_is', { quality: word(chosen) })} icon={<SettingsIcon />} />
      )}
    >
      {qualities.map((name) => (
        <MenuItem key={name} checked={name === chosen} onSelect={() => onQuality(name)}>
          {word(name)}
        </MenuItem>
      ))}
    </Menu>
  )
}

function CaptionsMenu({ captions, onCaptions }: ControlBarProps) {
  const t = useMessages()
  const { subtitles, language } = captions
  const shown = subtitles.find((one) => one.language === language)?.label
  return (
    <Menu
      label={t('media.captions')}
      side="top-end"
      trigger={(trigger) => (
        <Control
          {...trigger}
          label={shown ? t('media.captions_are', { language: shown }) : t('media.captions_off')}
          data-on={shown !== undefined || undefined}
          icon={<CaptionsIcon />}
        />
      )}
    >
      <MenuItem checked={language === null} onSelect={() => onCaptions(null)}>
        {t('media.captions_none')}
      </MenuItem>
      {subtitles.map((one) => (
        <MenuItem key={one.language} checked={one.language === language} onSelect={() => onCaptions(one.language)}>
          <span lang={one.language}>{one.label}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}
