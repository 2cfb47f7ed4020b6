import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { nativeContentType, playlistContentType } from '@lantern/contract/media/video-rules.ts'
import type { getMedia, Media, Subtitle } from '@lantern/contract/media/videos.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import { readPictures } from '../pictures.ts'
import { findVideo, mayWatch, type VideoPlaces } from './may-watch.ts'
import { readWatched } from './watch-positions.ts'

/** A video as a page plays it. Of a private one a guest hears that it is there, and nothing else. */
export async function showVideo(
  services: Services,
  places: VideoPlaces,
  viewer: Viewer,
  id: string,
): Promise<ResponseOf<typeof getMedia>> {
  const { db } = services
  const now = services.clock.now().toISOString()
  const video = await findVideo(db, id)
  const watching = await mayWatch(services, places, viewer, video)
  if (watching === 'not_found') throw refuse('not_found')
  if (watching === 'sign_in') return { media: closedMedia(id), watched: null, now }
  const [picture, subtitles, watched] = [
    await readPictures(db, video.poster_image_id),
    await readSubtitles(db, id),
    await readWatched(db, viewer, id),
  ]
  const isReady = video.state === 'ready' && video.edition !== null
  const files = `/media/videos/${id}/${video.edition}`
  return {
    watched,
    now,
    media: {
      id,
      type: 'video',
      title: video.title,
      ...picture,
      playlist: isReady
        ? [
            { url: `${files}/master.m3u8`, contentType: playlistContentType },
            { url: `${files}/video.mp4`, contentType: nativeContentType },
          ]
        : [],
      downloadUrl: null,
      subtitleMap: Object.fromEntries(subtitles.map(({ language, url }) => [language, url])),
      subtitles,
      oembed: null,
      isPrivate: video.is_private,
      state: stateOf(video),
      duration: video.duration,
      heights: video.heights,
    },
  }
}

/** What every kind of media has, without anything in it. */
export const emptyMedia = {
  title: '',
  image: null,
  originalImage: null,
  playlist: [],
  downloadUrl: null,
  subtitleMap: {},
  subtitles: [],
  oembed: null,
  isPrivate: false,
  state: 'ready',
  duration: null,
  heights: [],
} satisfies Omit<Media, 'id' | 'type'>

/** A private video, to a guest. */
export function closedMedia(id: string): Media {
  return { ...emptyMedia, id, type: 'video', isPrivate: true }
}

export function stateOf({ state }: { state: string }): Media['state'] {
  return state === 'ready' || state === 'failed' ? state : 'processing'
}

export async function readSubtitles(db: Db, videoId: string): Promise<Subtitle[]> {
  const rows = await db
    .selectFrom('video_captions')
    .select(['language', 'is_default', 'updated_at'])
    .where('video_id', '=', videoId)
    .orderBy('language')
    .execute()
  return rows.map(({ language, is_default, updated_at }) => ({
    // another text has another address, so that nobody reads an old one out of a cache
    url: `/media/videos/${videoId}/captions/${language}.vtt?v=${updated_at.getTime()}`,
    language,
    label: ownName(language),
    default: is_default,
  }))
}

/** What a language calls itself. */
function ownName(language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  } catch {
    return language
  }
}
