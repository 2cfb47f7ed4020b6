import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { ErrorCode } from '@lantern/contract/errors.ts'
import { typeOfId } from '@lantern/contract/ids.ts'
import { attachmentUrl } from '@lantern/contract/media/upload-rules.ts'
import type { getMedia, Media } from '@lantern/contract/media/videos.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { refuse } from '#kit/errors.ts'
import { escapeHtml } from '#kit/escape-html.ts'
import type { Services } from '#kit/services.ts'
import { type AttachmentRow, embedUrlOf, findAttachment } from './attachments/attachments.ts'
import { readPictures } from './pictures.ts'
import { findVideo, type VideoPlaces } from './video/may-watch.ts'
import { closedMedia, emptyMedia, showVideo, stateOf } from './video/shown-video.ts'

/** Everything above this domain that says who meets a video or may have an attachment. */
export interface MediaPlaces extends VideoPlaces {
  /** Null when the viewer may have the file. */
  attachmentRefusal(
    services: Services,
    viewer: Viewer,
    attachment: { id: string; ownerId: string },
  ): Promise<ErrorCode | null>
}

/**
 * What has this id, as a page shows it: a video, a picture, or an upload that is a picture, a video file or a build. Like
 * its files, a picture is open to all who know its id; an upload is there for those alone who may have it.
 */
export async function showMedia(
  services: Services,
  places: MediaPlaces,
  viewer: Viewer,
  id: string,
): Promise<ResponseOf<typeof getMedia>> {
  const kind = typeOfId(id)
  if (kind !== 'image' && kind !== 'attachment') return showVideo(services, places, viewer, id)
  const media =
    kind === 'image' ? await mediaOfImage(services, id) : await mediaOfAttachment(services, places, viewer, id)
  if (!media) throw refuse('not_found')
  return { media, watched: null, now: services.clock.now().toISOString() }
}

async function mediaOfImage({ db }: Services, id: string): Promise<Media | null> {
  const pictures = await readPictures(db, id)
  return pictures.image && { ...emptyMedia, id, type: 'img', ...pictures, downloadUrl: pictures.originalImage.url }
}

/** Null for uploads that are nothing to look at and for those that the viewer may not have. */
async function mediaOfAttachment(
  services: Services,
  places: MediaPlaces,
  viewer: Viewer,
  id: string,
): Promise<Media | null> {
  const row = await findAttachment(services.db, id)
  if (!row) return null
  const code = await places.attachmentRefusal(services, viewer, { id, ownerId: row.owner_id })
  if (code) return null
  const { name: title, image_id: imageId, video_id: videoId } = row
  const media = { ...emptyMedia, id, title, state: stateOf(row) }
  if (row.kind === 'image') {
    const pictures = await readPictures(services.db, imageId)
    return { ...media, type: 'img', ...pictures, downloadUrl: pictures.originalImage?.url ?? null }
  }
  const downloadUrl = row.storage_key === null ? null : attachmentUrl(id, title)
  if (row.kind === 'webgl') return { ...media, type: 'webgl', downloadUrl, oembed: frameOf(services, row) }
  if (row.kind !== 'video') return null
  if (!videoId) return { ...media, type: 'videoattachment', downloadUrl }
  const video = await findVideo(services.db, videoId)
  if (video.is_private && viewer.kind === 'guest') return { ...closedMedia(id), type: 'videoattachment' }
  const state = stateOf(video)
  return {
    ...media,
    type: 'videoattachment',
    ...(await readPictures(services.db, video.poster_image_id)),
    // the file as it was uploaded: its renditions are those of the video, for who may watch that
    playlist: state === 'ready' && downloadUrl ? [{ url: downloadUrl, contentType: row.content_type }] : [],
    downloadUrl,
    isPrivate: video.is_private,
    state,
    duration: video.duration,
  }
}

/** What most engines draw a build at when its page says nothing else. */
const buildSize = { width: 960, height: 600 }

function frameOf({ config }: Services, row: AttachmentRow): Media['oembed'] {
  const url = embedUrlOf(config, row)
  if (url === null) return null
  const { width, height } = buildSize
  return {
    html:
      `<iframe src="${escapeHtml(url)}" title="${escapeHtml(row.name)}" width="${width}" height="${height}" ` +
      'sandbox="allow-scripts allow-pointer-lock" allow="fullscreen; autoplay; gamepad" referrerpolicy="no-referrer">' +
      '</iframe>',
    ...buildSize,
    provider_name: 'Lantern',
  }
}
