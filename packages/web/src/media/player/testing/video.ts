import type { Media, WatchPosition } from '@lantern/contract/media/videos.ts'
import { fireEvent } from '@testing-library/react'
import { vi } from 'vitest'

/** jsdom has video elements that cannot play: these keep their state and tell of it, as a browser's do. */
export function giveVideo(seconds = 600): void {
  const state = new WeakMap<HTMLMediaElement, { paused: boolean; at: number; ended: boolean }>()
  const of = (media: HTMLMediaElement) => {
    const known = state.get(media) ?? { paused: true, at: 0, ended: false }
    state.set(media, known)
    return known
  }
  const define = (name: string, descriptor: PropertyDescriptor) =>
    Object.defineProperty(HTMLMediaElement.prototype, name, { configurable: true, ...descriptor })
  const value = (name: string, what: unknown) => define(name, { value: what, writable: true })
  define('paused', {
    get(this: HTMLMediaElement) {
      return of(this).paused
    },
  })
  define('ended', {
    get(this: HTMLMediaElement) {
      return of(this).ended
    },
  })
  define('currentTime', {
    get(this: HTMLMediaElement) {
      return of(this).at
    },
    set(this: HTMLMediaElement, to: number) {
      Object.assign(of(this), { at: to, ended: false })
      for (const type of ['seeking', 'timeupdate', 'seeked']) this.dispatchEvent(new Event(type))
    },
  })
  define('duration', { get: () => seconds })
  define('readyState', { get: () => 4 })
  const tracks = Object.assign(new EventTarget(), { length: 0, [Symbol.iterator]: () => [].values() })
  define('textTracks', { get: () => tracks })
  define('audioTracks', { get: () => undefined })
  value('canPlayType', (type: string) => (type === 'video/mp4' ? 'probably' : ''))
  value('load', () => undefined)
  value('play', function (this: HTMLMediaElement) {
    if (!this.getAttribute('src')) return new Promise(() => undefined)
    if (!this.dataset.known) {
      this.dataset.known = 'true'
      this.dispatchEvent(new Event('loadedmetadata'))
    }
    if (of(this).paused) {
      of(this).paused = false
      this.dispatchEvent(new Event('play'))
      this.dispatchEvent(new Event('playing'))
    }
    return Promise.resolve()
  })
  value('pause', function (this: HTMLMediaElement) {
    if (of(this).paused) return
    of(this).paused = true
    this.dispatchEvent(new Event('pause'))
  })
  value('finish', function (this: HTMLMediaElement) {
    Object.assign(of(this), { paused: true, at: seconds, ended: true })
    for (const type of ['timeupdate', 'pause', 'ended']) this.dispatchEvent(new Event(type))
  })
  vi.stubGlobal('VTTCue', globalThis.VTTCue ?? class {})
}

export function videoIn(root: ParentNode = document): HTMLVideoElement {
  const video = root.querySelector('video')
  if (!video) throw new Error('There is no video')
  return video
}

/** The video plays up to this second. */
export function playTo(video: HTMLVideoElement, second: number): void {
  Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'currentTime')?.set?.call(video, second)
}

export function finish(video: HTMLVideoElement): void {
  fireEvent(video, new Event('seeking'))
  ;(video as HTMLVideoElement & { finish(): void }).finish()
}

export function sampleMedia(more: Partial<Media> = {}): Media {
  return {
    id: 'vd_scene',
    type: 'video',
    title: '第一个场景',
    image: { url: '/media/images/img_1/1200.webp', gif: false, width: 1200, height: 675 },
    originalImage: null,
    playlist: [
      { url: '/media/videos/vd_scene/abc/master.m3u8', contentType: 'application/vnd.apple.mpegurl' },
      { url: '/media/videos/vd_scene/abc/video.mp4', contentType: 'video/mp4' },
    ],
    downloadUrl: null,
    subtitleMap: {},
    subtitles: [],
    oembed: null,
    isPrivate: false,
    state: 'ready',
    duration: 600,
    heights: [720, 480, 360, 240],
    ...more,
  }
}

export function answerWith(media: Media, watched: WatchPosition | null = null) {
  return () => ({ media, watched, now: new Date().toISOString() })
}
