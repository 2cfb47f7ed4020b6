import { useMessages } from '#kit/messages.tsx'
import { MediaPart, showsAnything } from '../media.tsx'
import { ToEditor } from '../page-blocks.tsx'
import type { BlockProps } from '../page-context.ts'
import styles from './media.module.css'

/** A picture, a film or a page of another site, with what is to be said of it. */
export function MediaBlock({ block: { fields } }: BlockProps<'media'>) {
  const t = useMessages()
  const { caption, ...media } = fields
  if (!showsAnything(media)) return <ToEditor>{t('cms.block_empty')}</ToEditor>
  return (
    <figure>
      <MediaPart
        media={media}
        title={caption || media.cover.alt || t('cms.kind_media')}
        sizes="(min-width: 1248px) 1200px, 100vw"
        ownRatio
      />
      {caption && <figcaption className={styles.caption}>{caption}</figcaption>}
    </figure>
  )
}
