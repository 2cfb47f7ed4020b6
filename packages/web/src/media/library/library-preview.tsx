import type { Attachment } from '@lantern/contract/media/attachments.ts'
import { offeredWidths, resizedUrl } from '@lantern/contract/media/image-url.ts'
import { VideoPlayer } from '../player/shown-later.tsx'
import { MediaPopup, type PopupMedia } from '../viewers/media-popup.tsx'
import { WebglFrame } from '../viewers/webgl-frame.tsx'

type LibraryPreviewProps = {
  attachments: readonly Attachment[]
  startAt: string
  onClose: () => void
}

/** Files of the library, large and one after the other: as learners will see them. */
export function LibraryPreview({ attachments, startAt, onClose }: LibraryPreviewProps) {
  return <MediaPopup media={attachments.flatMap(shownOf)} startAt={startAt} onClose={onClose} />
}

function shownOf(attachment: Attachment): PopupMedia[] {
  const { id, name, alt, thumbnailUrl, videoId, embedUrl, width, height } = attachment
  if (attachment.state !== 'ready') return []
  if (videoId) return [{ id, kind: 'other', title: name, content: <VideoPlayer id={videoId} theme="media" /> }]
  if (embedUrl) return [{ id, kind: 'other', title: name, content: <WebglFrame url={embedUrl} title={name} /> }]
  if (!attachment.imageId || !thumbnailUrl || width === null || height === null) return []
  const widths = thumbnailUrl.endsWith('.svg') ? [] : offeredWidths(width)
  return [
    {
      id,
      kind: 'img',
      src: resizedUrl(thumbnailUrl, 1000),
      ...(widths.length > 0 && { srcSet: widths.map((one) => `${resizedUrl(thumbnailUrl, one)} ${one}w`).join(', ') }),
      alt,
      caption: name,
      width,
      height,
    },
  ]
}
