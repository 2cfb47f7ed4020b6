import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { imageUrl, originalUrl, widthFor } from '@lantern/contract/media/image-url.ts'
import { nativeContentType, playlistContentType } from '@lantern/contract/media/video-rules.ts'
import type { getMedia, Media, Subtitle } from '@lantern/contract/media/videos.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import { extensionOf } from '../images.ts'
import { findVideo, mayWatch, type VideoPlaces, type VideoRow } from './may-watch.ts'
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
    await readPosters(db, video),
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

function closedMedia(id: string): Media {
  return {
    id,
    type: 'video',
    title: '',
    image: null,
    originalImage: null,
    playlist: [],
    downloadUrl: null,
    subtitleMap: {},
    subtitles: [],
    oembed: null,
    isPrivate: true,
    state: 'ready',
    duration: null,
    heights: [],
  }
}

export function stateOf({ state }: { state: string }): Media['state'] {
  return state === 'ready' || state === 'failed' ? state : 'processing'
}

/** The picture before a video: at the width of a page, and as it was stored. */
export async function readPosters(db: Db, video: Pick<VideoRow, 'poster_image_id' | 'width' | 'height'>) {
  const row = video.poster_image_id
    ? await db
        .selectFrom('images')
        .select(['id', 'width', 'height', 'content_type'])
        .where('id', '=', video.poster_image_id)
        .executeTakeFirst()
    : undefined
  if (!row) return { image: null, originalImage: null }
  const width = widthFor(row, 1200)
  const shown = Math.min(width, row.width)
  return {
    image: {
      url: imageUrl(row.id, width, 'webp'),
      gif: false,
      width: shown,
      height: Math.round((row.height * shown) / row.width),
    },
    originalImage: {
      url: originalUrl(row.id, extensionOf(row.content_type)),
      gif: false,
      width: row.width,
      height: row.height,
    },
  }
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
