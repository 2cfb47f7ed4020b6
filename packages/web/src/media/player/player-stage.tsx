import type { PlayerEvent } from '@lantern/contract/media/player-events.ts'
import { defaultMediaSize, qualitiesOf, type VideoQuality } from '@lantern/contract/media/video-rules.ts'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { classNames } from '#ui/class-names.ts'
import { BigPlayButton, type PlayTheme } from './big-play-button.tsx'
import { ControlBar } from './control-bar.tsx'
import { joinPlayers } from './only-one.ts'
import { onPlayFrom } from './play-from.ts'
import { actOfKey, isForPlayer } from './player-keys.ts'
import styles from './player-stage.module.css'
import { StallNotice } from './stall-notice.tsx'
import { openStream, type Stream, type StreamFault } from './stream.ts'
import { Transcript } from './transcript.tsx'
import { useCaptions } from './use-captions.ts'
import { useIdle } from './use-idle.ts'
import { type MediaStore, useMediaFact, useMediaStore } from './use-media-store.ts'
import type { UseRecorder } from './use-recorder.ts'
import { useTheater } from './use-theater.ts'
import { keepQuality, keptQuality, type LoadedMedia, useWatching, type Watching } from './use-watching.ts'

export type StageProps = LoadedMedia & {
  theme: PlayTheme
  rates: readonly number[]
  /** Starts by itself, as after a press that opened it. */
  autoPlay?: boolean
  /** Laid over the picture, as a watermark. */
  overlay?: ReactNode
  /** Offered when the video has ended, as the next lesson. */
  next?: ReactNode
  /** Hears of the player's element when it is there, and can be told where to play from. */
  onVideo?: (video: HTMLVideoElement) => void
  /** Makes what is told of what the viewer does; `facts` are asked at each event. */
  useRecorder?: UseRecorder
}

/** A video that can be played: the picture, its controls, and the words that are said. */
export function PlayerStage(props: StageProps) {
  const { media, rates, theme, overlay, next, onVideo, useRecorder = useNoRecorder } = props
  const t = useMessages()
  const size = media.image ?? defaultMediaSize
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const store = useMediaStore(video, frame)
  const [isBegun, setBegun] = useState(false)
  const holder = useRef<HTMLDivElement>(null)
  const theater = useTheater(holder)
  const [isTranscriptOpen, setTranscriptOpen] = useState(false)
  const captions = useCaptions(video, media.subtitles)
  const { goOn, follow, elsewhere } = useWatching(props)
  const transcriptId = useId()

  const tell = useRecorder(() => ({
    id: media.id,
    videoUrl: media.playlist[0]?.url ?? '',
    videoLength: media.duration ?? 0,
    caption: captions.language !== null,
    captionLanguage: captions.language,
    position: video?.currentTime ?? 0,
  }))
  const stream = useStreamOnPlay(video, props, { goOn, elsewhere }, () => setBegun(true))
  const isIdle = useIdle(frame, video, (idle) => tell({ kind: idle ? 'inactive' : 'active' }))
  const playFrom = useRef<(second: number) => void>(undefined)
  useEffect(() => {
    playFrom.current = (second) => {
      stream.seek(second)
      stream.play()
    }
  })
  useEffect(() => (video ? onPlayFrom(video, (second) => playFrom.current?.(second)) : undefined), [video])
  const sayVideo = useEffectEvent((there: HTMLVideoElement) => onVideo?.(there))
  useEffect(() => {
    if (video) sayVideo(video)
  }, [video])
  useEffect(() => (video ? joinPlayers(video) : undefined), [video])
  useEffect(() => (video ? follow(video) : undefined), [video, follow])
  useEffect(() => (video ? followPlaying(video, tell) : undefined), [video, tell])
  useEffect(() => captions.liftAbove(!isIdle), [captions, isIdle])

  const toggleFullscreen = () => {
    if (!store) return
    store.ask(store.read().mediaIsFullscreen ? 'mediaexitfullscreenrequest' : 'mediaenterfullscreenrequest')
    tell({ kind: 'fullscreen' })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && theater.isOn && !(event.target as Element).closest('[popover]')) theater.set(false)
    if (!video || !store || !isForPlayer(event.target as Element, event.key)) return
    const wish = actOfKey(event)
    if (!wish) return
    event.preventDefault()
    if (wish.act === 'toggle') stream.toggle()
    else if (wish.act === 'mute') store.ask(video.muted ? 'mediaunmuterequest' : 'mediamuterequest')
    else if (wish.act === 'fullscreen') toggleFullscreen()
    else if (wish.act === 'volume') store.ask('mediavolumerequest', within(video.volume + wish.by, 1))
    else {
      const length = media.duration ?? video.duration
      const to = wish.act === 'jump' ? length * wish.to : stream.position() + wish.by
      stream.seek(within(to, length))
    }
  }
  return (
    <div ref={holder}>
      <div
        className={classNames(styles.player, theater.style && styles.theater)}
        style={theater.style}
        data-theater={theater.isOn || undefined}
      >
        <section
          ref={setFrame}
          className={styles.frame}
          aria-label={t('media.player_of', { title: media.title })}
          data-idle={isIdle || undefined}
          data-takes-arrows=""
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          <video
            ref={setVideo}
            data-film={media.id}
            width={size.width}
            height={size.height}
            className={styles.video}
            playsInline
            preload="none"
            crossOrigin="use-credentials"
            aria-label={media.title}
            onClick={() => {
              frame?.focus({ preventScroll: true })
              stream.toggle()
            }}
            onDoubleClick={toggleFullscreen}
          >
            {media.subtitles.map(({ language, label, url }) => (
              <track key={url} kind="captions" src={url} srcLang={language} label={label} />
            ))}
          </video>
          {overlay}
          {!isBegun && (
            <BigPlayButton
              media={media}
              theme={theme}
              goOnAt={goOn?.position ?? 0}
              onPlay={() => {
                // the button goes: its focus stays in the player, and the keys work at once
                frame?.focus({ preventScroll: true })
                stream.toggle()
              }}
            />
          )}
          {store && video && (
            <>
              {isBegun && <StallNotice store={store} fault={stream.fault} onRetry={stream.retry} />}
              {next && <AtEnd store={store}>{next}</AtEnd>}
              <ControlBar
                store={store}
                media={media}
                goOnAt={isBegun ? 0 : (goOn?.position ?? 0)}
                onToggle={stream.toggle}
                onSeek={stream.seek}
                rates={rates}
                onRate={(rate) => {
                  store.ask('mediaplaybackraterequest', rate)
                  tell({ kind: 'rate', rate })
                }}
                qualities={stream.hasQualities ? qualitiesOf(media.heights) : []}
                quality={stream.quality}
                onQuality={stream.choose}
                captions={captions}
                onCaptions={(language) => {
                  const before = captions.language
                  captions.choose(language)
                  if (language === null) tell({ kind: 'caption', isOn: false })
                  else {
                    if (before === null) tell({ kind: 'caption', isOn: true })
                    tell({ kind: 'captionLanguage', language })
                  }
                }}
                transcript={
                  media.subtitles.length > 0
                    ? {
                        id: transcriptId,
                        isOpen: isTranscriptOpen,
                        onToggle: () => setTranscriptOpen(!isTranscriptOpen),
                      }
                    : null
                }
                isTheater={theater.isOn}
                onTheater={() => theater.set(!theater.isOn)}
                onFullscreen={toggleFullscreen}
              />
            </>
          )}
        </section>
        {isTranscriptOpen && store && (
          <Transcript
            id={transcriptId}
            store={store}
            subtitles={media.subtitles}
            language={captions.language}
            onJump={(second) => playFrom.current?.(second)}
          />
        )}
      </div>
    </div>
  )
}

function AtEnd({ store, children }: { store: MediaStore; children: ReactNode }) {
  const isOver = useMediaFact(store, ({ mediaEnded }) => mediaEnded ?? false)
  return <div role="status">{isOver && <div className={styles.next}>{children}</div>}</div>
}

function within(value: number, most: number): number {
  return Math.min(most, Math.max(0, Number.isFinite(value) ? Math.round(value * 1000) / 1000 : 0))
}

function followPlaying(video: HTMLVideoElement, tell: (event: PlayerEvent) => void): () => void {
  const onPlay = () => tell({ kind: 'play' })
  const onPause = () => tell({ kind: 'pause' })
  video.addEventListener('play', onPlay)
  video.addEventListener('pause', onPause)
  return () => {
    video.removeEventListener('play', onPlay)
    video.removeEventListener('pause', onPause)
  }
}

/** No listener. */
const useNoRecorder: UseRecorder = () => tellNobody
const tellNobody = () => undefined

interface PlayedStream {
  fault: StreamFault | null
  hasQualities: boolean
  quality: VideoQuality
  choose(quality: VideoQuality): void
  toggle(): void
  play(): void
  seek(seconds: number): void
  position(): number
  retry(): void
}

/** Nothing is loaded before the first play; then it begins where this person was. */
function useStreamOnPlay(
  video: HTMLVideoElement | null,
  { media, rates, autoPlay }: StageProps,
  { goOn, elsewhere }: Pick<Watching, 'goOn' | 'elsewhere'>,
  onBegin: () => void,
): PlayedStream {
  const [stream, setStream] = useState<Stream | null>(null)
  const [fault, setFault] = useState<StreamFault | null>(null)
  const [quality, setQuality] = useState<VideoQuality>(() => keptQuality() ?? 'Auto')
  const opening = useRef<{ stream: Promise<Stream | null> } | null>(null)
  const chosen = useRef(quality)
  const wantsPlay = useRef(false)

  const open = (startAt: number) => {
    if (!video || opening.current) return
    onBegin()
    const rate = goOn ? nearest(rates, goOn.rate) : 1
    video.defaultPlaybackRate = rate
    video.playbackRate = rate
    const isHere = () => opening.current === mine
    const wish = { startAt, quality: chosen.current, onFault: (found: StreamFault) => isHere() && setFault(found) }
    const mine = {
      stream: openStream(video, media, wish).then(
        (opened) => {
          if (isHere()) {
            setStream(opened)
            // a seek or play requested before the source was ready
            if (wantsPlay.current) video.play().catch(() => undefined)
          } else opened.close()
          return opened
        },
        () => {
          // the script of the player did not come
          if (isHere()) {
            opening.current = null
            setFault('network')
          }
          return null
        },
      ),
    }
    opening.current = mine
  }
  const play = () => {
    if (!video) return
    wantsPlay.current = true
    if (!opening.current) open(goOn?.position ?? 0)
    video.play().catch(() => undefined)
  }
  const seek = (seconds: number) => {
    if (!video) return
    if (opening.current) video.currentTime = seconds
    else open(seconds)
  }
  const begin = useRef(play)
  useEffect(() => {
    begin.current = play
  })
  useEffect(() => {
    if (video && autoPlay) begin.current()
  }, [video, autoPlay])
  useEffect(() => {
    if (!video) return
    const onPlaying = () => setFault(null)
    video.addEventListener('playing', onPlaying)
    return () => video.removeEventListener('playing', onPlaying)
  }, [video])
  useEffect(
    () => () => {
      const mine = opening.current
      opening.current = null
      void mine?.stream.then((opened) => opened?.close())
    },
    [],
  )
  const retry = () => {
    setFault(null)
    if (stream) stream.retry()
    else open(video?.currentTime || (goOn?.position ?? 0))
    video?.play().catch(() => undefined)
  }
  useRetryOnline(fault === 'network', retry)
  return {
    fault,
    hasQualities: stream?.hasQualities ?? true,
    quality,
    choose(next) {
      chosen.current = next
      setQuality(next)
      keepQuality(next)
      stream?.setQuality(next)
    },
    toggle: () => {
      if (video?.paused !== false) {
        const there = elsewhere()
        if (there !== null && opening.current) seek(there)
        return play()
      }
      wantsPlay.current = false
      video.pause()
    },
    play,
    seek,
    position: () => (opening.current ? (video?.currentTime ?? 0) : (goOn?.position ?? 0)),
    retry,
  }
}

function useRetryOnline(isWaiting: boolean, retry: () => void): void {
  const latest = useRef(retry)
  useEffect(() => {
    latest.current = retry
  })
  useEffect(() => {
    if (!isWaiting) return
    const onOnline = () => latest.current()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [isWaiting])
}

/** A speed that was chosen in the other player may not be offered here. */
function nearest(rates: readonly number[], rate: number): number {
  return rates.reduce((best, one) => (Math.abs(one - rate) < Math.abs(best - rate) ? one : best), 1)
}
