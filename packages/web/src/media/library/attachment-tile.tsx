import type { Attachment } from '@lantern/contract/media/attachments.ts'
import { resizedUrl } from '@lantern/contract/media/image-url.ts'
import type { ReactNode } from 'react'
import { useFormat } from '#kit/format.ts'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import {
  CaptionsIcon,
  FileArchiveIcon,
  FileTextIcon,
  ImageIcon,
  PackageIcon,
  SquarePlayIcon,
  WindowIcon,
} from '#ui/icons.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import styles from './attachment-tile.module.css'
import { clockTime } from './clock-time.ts'

type AttachmentTileProps = {
  attachment: Attachment
  /** What pressing it does, with the name in it. */
  label: string
  onPress: () => void
}

/** One file of the library: its picture or its kind, its name, how large it is and how it stands. All of it is pressed. */
export function AttachmentTile({ attachment, label, onPress }: AttachmentTileProps) {
  const t = useMessages()
  const format = useFormat()
  const { name, state, progress, fault, byteSize, duration } = attachment
  return (
    <article className={styles.tile}>
      <AttachmentPicture attachment={attachment}>
        {duration !== null && <span className={styles.time}>{clockTime(duration)}</span>}
      </AttachmentPicture>
      <div className={styles.facts}>
        <button type="button" className={classNames('clip-1', styles.name)} aria-label={label} onClick={onPress}>
          {name}
        </button>
        <span className="tiny muted num">
          {format.fileSize(byteSize)} · {format.date(attachment.createdAt)}
        </span>
        {state === 'processing' && (
          <>
            <span className="tiny muted num">{t('media.processing', { percent: progress })}</span>
            <ProgressBar label={t('media.processing', { percent: progress })} percent={progress} full />
          </>
        )}
        {state === 'failed' && (
          <>
            <Badge tone="bad">{t('media.failed')}</Badge>
            {fault && <span className={styles.fault}>{t(fault as MessageKey)}</span>}
          </>
        )}
      </div>
    </article>
  )
}

const kindIcons: Record<Attachment['kind'], ReactNode> = {
  image: <ImageIcon />,
  video: <SquarePlayIcon />,
  caption: <CaptionsIcon />,
  material: <FileTextIcon />,
  asset: <PackageIcon />,
  webgl: <WindowIcon />,
  package: <PackageIcon />,
}

/** What it looks like, or the sign of its kind. */
export function AttachmentPicture({ attachment, children }: { attachment: Attachment; children?: ReactNode }) {
  const { thumbnailUrl, kind, name, alt } = attachment
  const isArchive = kind === 'material' && /\.(zip|7z|rar|gz|tgz|unitypackage)$/i.test(name)
  return (
    <span className={styles.picture} data-kind={kind}>
      {thumbnailUrl ? (
        <img src={resizedUrl(thumbnailUrl, 400)} alt={alt} loading="lazy" decoding="async" />
      ) : isArchive ? (
        <FileArchiveIcon />
      ) : (
        kindIcons[kind]
      )}
      {children}
    </span>
  )
}
