import type { BlockOf } from '@lantern/contract/cms/blocks.ts'
import { CardAct } from '../action.tsx'
import { CoverLink } from '../card-link.tsx'
import { DescriptionText } from '../description.tsx'
import type { HeadingLevel } from '../heading-levels.ts'
import { MediaPart, showsAnything } from '../media.tsx'
import styles from './content-card.module.css'

export type CardFields = BlockOf<'cards'>['fields']['items'][number]

/** A card of an editor. Its title is the link of the whole card; film and act keep their own. */
export function ContentCard({ card, level, sizes }: { card: CardFields; level: HeadingLevel; sizes: string }) {
  const { title, subtitle, description, media, action, link } = card
  return (
    <article className={styles.card}>
      <MediaPart media={media} title={title} sizes={sizes} className={styles.media} />
      <div className={styles.words}>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
        <CoverLink level={level} href={link} className={styles.title}>
          {title}
        </CoverLink>
        <DescriptionText description={description} className={styles.description} />
        <div className={styles.foot}>
          <CardAct action={action} />
        </div>
      </div>
    </article>
  )
}

/** A card with neither a title nor a picture says nothing. */
export function hasContent({ title, media }: CardFields): boolean {
  return title.trim() !== '' || showsAnything(media)
}
