import { isWorthKeeping } from '@lantern/contract/media/video-rules.ts'
import type { WatchPosition } from '@lantern/contract/media/videos.ts'

/** A viewer's position in a video, on this device. Two people who share a device do not share their places. */
export interface KeptPositions {
  read(): WatchPosition | null
  write(kept: WatchPosition): void
  remove(): void
}

export function keptPositions(videoId: string, userId: string | null): KeptPositions {
  const key = `lantern_video_${userId ?? 'guest'}_${videoId}`
  return {
    read() {
      try {
        return parse(window.localStorage.getItem(key))
      } catch {
        return null
      }
    },
    write(kept) {
      try {
        window.localStorage.setItem(key, JSON.stringify(kept))
      } catch {
        // a full or forbidden store: the server keeps the place, for who is signed in
      }
    },
    remove() {
      try {
        window.localStorage.removeItem(key)
      } catch {
        // nothing was kept either
      }
    },
  }
}

function parse(text: string | null): WatchPosition | null {
  const value: unknown = text === null ? null : JSON.parse(text)
  if (typeof value !== 'object' || value === null) return null
  const { position, rate, at } = value as Partial<Record<keyof WatchPosition, unknown>>
  if (typeof position !== 'number' || typeof rate !== 'number' || typeof at !== 'string') return null
  return Number.isFinite(position) && Number.isFinite(Date.parse(at)) ? { position, rate, at } : null
}

/** What counts of what this device and the site know: the newest. Seen to its end means from the beginning. */
export function newestPosition(
  here: WatchPosition | null,
  there: WatchPosition | null,
  duration: number | null,
): { position: number; rate: number } | null {
  const newest = !here || (there && Date.parse(there.at) >= Date.parse(here.at)) ? there : here
  if (!newest) return null
  const isUseful = newest.ended !== true && isWorthKeeping(newest.position, duration)
  return { position: isUseful ? newest.position : 0, rate: newest.rate }
}

/** True about every even second of playing: the moments at which the place is kept. */
export function isMomentToKeep(position: number, keptSecond: number | null): boolean {
  const second = Math.floor(position)
  return second % 2 === 0 && second !== keptSecond
}
