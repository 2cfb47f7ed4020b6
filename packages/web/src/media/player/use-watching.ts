import { isWorthKeeping, type VideoQuality, videoQualities } from '@lantern/contract/media/video-rules.ts'
import type { countPlay, keepWatchPosition, Media, WatchPosition } from '@lantern/contract/media/videos.ts'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { call, sendOnLeave } from '#kit/call.ts'
import { useSessionInActs } from '#kit/session.tsx'
import { isMomentToKeep, keptPositions, newestPosition } from './kept-position.ts'

/** How often the site is told while the video plays; leaving, pausing and jumping tell it at once. */
const tellEveryMs = 10_000

export interface LoadedMedia {
  media: Media
  watched: WatchPosition | null
  /** How far the clock of the site is ahead of this one. */
  aheadMs: number
}

export interface Watching {
  /** Where to go on and how fast; null for who was never here. */
  goOn: { position: number; rate: number } | null
  /** Where another device has gone on since this one stopped; null where none has. */
  elsewhere(): number | null
  /** Follows what the element does; answers how to stop. */
  follow(video: HTMLVideoElement): () => void
}

/**
 * Keeps the viewer's position: here about every other second, and on the site for members, so that any device goes
 * on at the second. Counts the play once. Nothing of it ever holds the video up.
 */
export function useWatching({ media, watched, aheadMs }: LoadedMedia): Watching {
  const { user } = useSessionInActs()
  const userId = user?.id ?? null
  const latest = useRef({ media, watched, aheadMs })
  useEffect(() => {
    latest.current = { media, watched, aheadMs }
  })
  const { id } = media
  const here = useMemo(() => keptPositions(id, userId), [id, userId])
  const goOn = useMemo(() => newestPosition(here.read(), watched, media.duration), [here, watched, media.duration])
  // not of what the site says: looking again must not stop and begin anew
  const follow = useCallback(
    (video: HTMLVideoElement) => followVideo(video, { id, userId, here, latest: () => latest.current }),
    [id, userId, here],
  )
  const elsewhere = useCallback(() => {
    const there = latest.current.watched
    const kept = here.read()
    if (!there || !kept || Date.parse(there.at) <= Date.parse(kept.at)) return null
    return newestPosition(kept, there, latest.current.media.duration)?.position || null
  }, [here])
  return { goOn, follow, elsewhere }
}

interface Followed {
  id: string
  userId: string | null
  here: ReturnType<typeof keptPositions>
  latest(): { media: Media; aheadMs: number }
}

function followVideo(video: HTMLVideoElement, { id, userId, here, latest }: Followed): () => void {
  let keptSecond: number | null = null
  let toldAt = 0
  let untold: WatchPosition | null = null
  let lastTold: WatchPosition | null = null
  const place = (more: { ended?: true } = {}): WatchPosition => ({
    position: more.ended ? 0 : Math.round(video.currentTime * 10) / 10,
    rate: Math.min(4, Math.max(0.25, video.playbackRate)),
    at: new Date(Date.now() + latest().aheadMs).toISOString(),
    ...more,
  })
  const isWorth = () => isWorthKeeping(video.currentTime, latest().media.duration ?? video.duration)

  const tell = (kept: WatchPosition) => {
    if (userId === null) return
    toldAt = Date.now()
    lastTold = untold = kept
    const told = call<typeof keepWatchPosition>('POST /api/learn/media/:id/position', { params: { id }, body: kept })
    told.then(
      () => {
        if (untold === kept) untold = null
      },
      // kept here; told again when the network is back, and with the next place
      () => undefined,
    )
  }
  const keep = (now: boolean) => {
    if (!isWorth()) return
    const kept = place()
    here.write(kept)
    if (now || Date.now() - toldAt >= tellEveryMs) tell(kept)
  }

  /** A video that only stands there, paused since it was told of, is no news: another device may have gone on since. */
  const isNews = () => {
    const { position, rate } = place()
    return !video.paused || lastTold?.position !== position || lastTold.rate !== rate
  }

  const onTime = () => {
    if (video.paused || video.seeking || !isMomentToKeep(video.currentTime, keptSecond)) return
    keptSecond = Math.floor(video.currentTime)
    keep(false)
  }
  const onStop = () => {
    if (!video.ended && hasPlayed) keep(true)
  }
  const onEnded = () => {
    here.remove()
    tell(place({ ended: true }))
  }
  let hasPlayed = false
  const onPlaying = () => {
    hasPlayed = true
    countOnce(id, userId)
  }
  const onLeave = () => {
    if (!hasPlayed || video.ended || userId === null || !isWorth()) return
    const kept = isNews() ? place() : untold
    if (!kept) return
    here.write(kept)
    if (sendOnLeave<typeof keepWatchPosition>('POST /api/learn/media/:id/position', kept, { id })) lastTold = kept
  }
  const onVisibility = () => document.visibilityState === 'hidden' && onLeave()
  const onOnline = () => untold && tell(untold)

  const heard: [EventTarget, string, () => void][] = [
    [video, 'timeupdate', onTime],
    [video, 'pause', onStop],
    [video, 'seeked', onStop],
    [video, 'ratechange', onStop],
    [video, 'ended', onEnded],
    [video, 'playing', onPlaying],
    [window, 'pagehide', onLeave],
    [window, 'online', onOnline],
    [document, 'visibilitychange', onVisibility],
  ]
  for (const [target, type, listener] of heard) target.addEventListener(type, listener)
  return () => {
    for (const [target, type, listener] of heard) target.removeEventListener(type, listener)
    if (isNews()) onStop()
  }
}

/** A play counts once for each person and video; what this device has told it does not tell again. */
function countOnce(id: string, userId: string | null): void {
  const key = `lantern_played_${userId ?? 'guest'}_${id}`
  try {
    if (window.localStorage.getItem(key) !== null) return
    window.localStorage.setItem(key, '1')
  } catch {
    // it is told again, and the site counts it once all the same
  }
  call<typeof countPlay>('POST /learn/video/:videoId', { params: { videoId: id } }).catch(() => {
    try {
      window.localStorage.removeItem(key)
    } catch {
      // the next play tells it
    }
  })
}

const qualityKey = 'lantern_video_quality'

export function keptQuality(): VideoQuality | null {
  try {
    const kept = window.localStorage.getItem(qualityKey)
    return videoQualities.find((quality) => quality === kept) ?? null
  } catch {
    return null
  }
}

export function keepQuality(quality: VideoQuality): void {
  try {
    window.localStorage.setItem(qualityKey, quality)
  } catch {
    // it holds for this video
  }
}
