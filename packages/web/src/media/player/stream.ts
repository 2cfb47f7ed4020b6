import { nativeContentType, playlistContentType, type VideoQuality } from '@lantern/contract/media/video-rules.ts'
import type { Media } from '@lantern/contract/media/videos.ts'
import type Hls from 'hls.js'
import type { ErrorData } from 'hls.js'

/** Why nothing comes: the network is away, the site says no, or what came cannot be played. */
export type StreamFault = 'network' | 'refused' | 'broken'

export interface Stream {
  /** Whether the viewer may choose a quality here. */
  hasQualities: boolean
  setQuality(quality: VideoQuality): void
  /** Asks again for what did not come; goes on at the moment where it stopped. */
  retry(): void
  close(): void
}

export interface StreamWish {
  startAt: number
  quality: VideoQuality
  onFault(fault: StreamFault): void
}

/**
 * Brings a video to its element: by hls.js, which is fetched now, else by what the browser can do itself, which is a
 * playlist on some phones and one plain file everywhere.
 */
export async function openStream(video: HTMLVideoElement, media: Media, wish: StreamWish): Promise<Stream> {
  const playlist = media.playlist.find(({ contentType }) => contentType === playlistContentType)
  if (playlist && canBuildStreams()) {
    // the light build: no advertising, no rights management, no captions inside the stream
    const { default: Player } = await import('hls.js/light')
    if (Player.isSupported()) return adaptive(new Player(settings(wish.startAt)), Player, video, playlist.url, wish)
  }
  return plain(video, nativeSource(video, media), wish)
}

function canBuildStreams(): boolean {
  return 'MediaSource' in window || 'ManagedMediaSource' in window
}

function settings(startAt: number) {
  return {
    startPosition: startAt > 0 ? startAt : -1,
    // the strict policy of the page allows no worker made of a text, and fragmented MP4 needs none
    enableWorker: false,
    capLevelToPlayerSize: true,
    maxBufferLength: 60,
    backBufferLength: 60,
    xhrSetup: (request: XMLHttpRequest) => {
      request.withCredentials = true
    },
  }
}

function adaptive(
  player: Hls,
  { Events, ErrorTypes }: typeof Hls,
  video: HTMLVideoElement,
  url: string,
  { quality, onFault }: StreamWish,
): Stream {
  let chosen = quality
  let isKnown = false
  let mends = 0
  const choose = () => {
    player.nextLevel = levelOf(chosen, player.levels)
  }
  player.on(Events.MANIFEST_PARSED, () => {
    isKnown = true
    choose()
  })
  player.on(Events.ERROR, (_event, data: ErrorData) => {
    if (!data.fatal) return
    if (data.type === ErrorTypes.MEDIA_ERROR && mends++ < 2) return player.recoverMediaError()
    const status = data.response?.code ?? 0
    if (data.type !== ErrorTypes.NETWORK_ERROR) onFault('broken')
    else onFault(status === 401 || status === 403 || status === 404 ? 'refused' : 'network')
  })
  player.loadSource(url)
  player.attachMedia(video)
  return {
    hasQualities: true,
    setQuality(next) {
      chosen = next
      if (isKnown) choose()
    },
    retry() {
      if (isKnown) player.startLoad(video.currentTime)
      else player.loadSource(url)
    },
    close: () => player.destroy(),
  }
}

/** The place of a quality in the list of a player; -1 lets it choose. Two may have the same short side. */
export function levelOf(quality: VideoQuality, levels: readonly { width: number; height: number }[]): number {
  if (quality === 'Auto') return -1
  const sides = levels.map(({ width, height }) => Math.min(width, height))
  if (quality === 'High') return sides.indexOf(Math.max(...sides))
  return sides.indexOf(Number.parseInt(quality, 10))
}

/** Without hls.js: the playlist where the browser says it plays such lists, else the one type that plays everywhere. */
export function nativeSource(video: Pick<HTMLVideoElement, 'canPlayType'>, media: Media): string | null {
  const of = (type: string) => media.playlist.find(({ contentType }) => contentType === type)?.url
  const list = video.canPlayType(playlistContentType) !== '' ? of(playlistContentType) : undefined
  return list ?? of(nativeContentType) ?? null
}

function plain(video: HTMLVideoElement, url: string | null, { startAt, onFault }: StreamWish): Stream {
  let goOnAt = startAt
  const onReady = () => {
    if (goOnAt > 0) video.currentTime = goOnAt
    goOnAt = 0
  }
  const onError = () => onFault(video.error?.code === MediaError.MEDIA_ERR_NETWORK ? 'network' : 'broken')
  video.addEventListener('loadedmetadata', onReady)
  video.addEventListener('error', onError)
  if (url === null) onFault('broken')
  else video.src = url
  return {
    hasQualities: false,
    setQuality: () => undefined,
    retry() {
      goOnAt = video.currentTime || goOnAt
      video.load()
      video.play().catch(() => undefined)
    },
    close() {
      video.removeEventListener('loadedmetadata', onReady)
      video.removeEventListener('error', onError)
      video.removeAttribute('src')
      video.load()
    },
  }
}
