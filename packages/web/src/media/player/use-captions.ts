import type { Subtitle } from '@lantern/contract/media/videos.ts'
import { useEffect, useMemo, useRef, useState } from 'react'

const choiceKey = 'lantern_captions'
const none = 'off'

export interface Captions {
  subtitles: readonly Subtitle[]
  /** The language that is shown; null: none. */
  language: string | null
  choose(language: string | null): void
  /** Moves the words above the controls while these are shown. */
  liftAbove(areControlsShown: boolean): void
}

/** Captions of a video: as chosen the last time, else those that its author made the default. */
export function useCaptions(video: HTMLVideoElement | null, subtitles: readonly Subtitle[]): Captions {
  const [chosen, setChosen] = useState(readChoice)
  const language =
    chosen === none
      ? null
      : ((subtitles.find((one) => one.language === chosen) ?? subtitles.find((one) => one.default))?.language ?? null)

  useEffect(() => {
    for (const track of video?.textTracks ?? []) track.mode = track.language === language ? 'showing' : 'disabled'
  }, [video, language])

  const lifted = useRef(true)
  useEffect(() => {
    if (!video) return
    // the words of a track come later than the track; the event does not bubble
    const onLoad = () => liftAll(video, lifted.current)
    video.addEventListener('load', onLoad, true)
    return () => video.removeEventListener('load', onLoad, true)
  }, [video])

  return useMemo(
    () => ({
      subtitles,
      language,
      choose(next) {
        setChosen(next ?? none)
        try {
          window.localStorage.setItem(choiceKey, next ?? none)
        } catch {
          // it holds for this page
        }
      },
      liftAbove(areControlsShown) {
        lifted.current = areControlsShown
        if (video) liftAll(video, areControlsShown)
      },
    }),
    [video, subtitles, language],
  )
}

/** As player-stage.module.css draws them: a twentieth of the picture, and never too small to read. */
const leastFontPx = 14
const lineHeight = 1.45
const fewestLines = 4

function liftAll(video: HTMLVideoElement, areControlsShown: boolean): void {
  const lines = areControlsShown ? linesOfControls(video) : 0
  for (const track of video.textTracks) {
    for (const cue of track.cues ?? []) {
      if (cue instanceof VTTCue && cue.snapToLines) cue.line = lines > 0 ? -lines : 'auto'
    }
  }
}

/** On a phone the controls take half of the picture. */
function linesOfControls(video: HTMLVideoElement): number {
  const controls = video.parentElement?.querySelector<HTMLElement>('[data-controls]')
  const linePx = Math.max(leastFontPx, video.clientHeight / 20) * lineHeight
  return Math.max(fewestLines, Math.ceil((controls?.offsetHeight ?? 0) / linePx) + 1)
}

function readChoice(): string | null {
  try {
    return window.localStorage.getItem(choiceKey)
  } catch {
    return null
  }
}
