import * as videos from '@lantern/contract/media/videos.ts'
import { type App, route } from '#kit/route.ts'
import { type MediaPlaces, showMedia } from '../shown-media.ts'
import { changeVideo, deleteCaptions, readMakersVideo, retryVideo, saveCaptions } from './makers-video.ts'
import { serveVideos } from './serve-video.ts'
import { countPlayOnce, keepPosition } from './watch-positions.ts'

/** `places` are the parts of the site that show videos and list files: who may read there may watch. */
export function videoRoutes(app: App, places: MediaPlaces): void {
  route(app, videos.getMedia, ({ params, viewer, services }) => showMedia(services, places, viewer, params.id))
  route(app, videos.keepWatchPosition, ({ params, body, viewer, services }) =>
    keepPosition(services, places, viewer, params.id, body),
  )
  route(app, videos.countPlay, ({ params, viewer, services }) =>
    countPlayOnce(services, places, viewer, params.videoId),
  )
  route(app, videos.getMakersVideo, ({ params, viewer, services }) =>
    readMakersVideo(services, places, viewer, params.id),
  )
  route(app, videos.updateVideo, ({ params, body, viewer, services }) =>
    changeVideo(services, places, viewer, params.id, body),
  )
  route(app, videos.retryVideo, ({ params, viewer, services }) => retryVideo(services, places, viewer, params.id))
  route(app, videos.saveCaption, ({ params, body, viewer, services }) =>
    saveCaptions(services, places, viewer, params.id, body),
  )
  route(app, videos.deleteCaption, ({ params, body, viewer, services }) =>
    deleteCaptions(services, places, viewer, params.id, body.language),
  )
  serveVideos(app, places)
}
