import type { BlockOf } from '@lantern/contract/cms/blocks.ts'
import { CardGrid } from '../card-grid.tsx'
import { CoverLink } from '../card-link.tsx'
import { cellSizes, spanOf } from '../grid.ts'
import type { HeadingLevel } from '../heading-levels.ts'
import { type BlockProps, useHeadingLevel } from '../page-context.ts'
import { Picture } from '../picture.tsx'
import styles from './image-cards.module.css'

type ImageCardFields = BlockOf<'image-cards'>['fields']['items'][number]

/** Pictures with their titles. One without a picture is not rendered. */
export function ImageCardsBlock({ block: { id, fields } }: BlockProps<'image-cards'>) {
  const level = useHeadingLevel(id)
  const span = spanOf(fields.style, 'images')
  return (
    <CardGrid
      span={span}
      entries={fields.items.filter(({ image }) => image.value !== '')}
      card={(entry) => <ImageCard card={entry} level={level} sizes={cellSizes(span)} />}
    />
  )
}

type ImageCardProps = { card: ImageCardFields; level: HeadingLevel; sizes: string }

function ImageCard({ card: { image, title, link }, level, sizes }: ImageCardProps) {
  return (
    <article className={styles.card}>
      <span className={styles.picture}>
        <Picture image={image} sizes={sizes} decorative={image.alt === (title || (link && image.alt))} />
      </span>
      {(title !== '' || link !== '') && (
        <CoverLink level={level} href={link} className={title ? styles.title : 'sr'}>
          {title || image.alt || link}
        </CoverLink>
      )}
    </article>
  )
}
