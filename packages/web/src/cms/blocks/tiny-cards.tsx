import type { BlockOf } from '@lantern/contract/cms/blocks.ts'
import { CardGrid } from '../card-grid.tsx'
import { CoverLink } from '../card-link.tsx'
import { spanOf } from '../grid.ts'
import type { HeadingLevel } from '../heading-levels.ts'
import { type BlockProps, useHeadingLevel } from '../page-context.ts'
import { Picture } from '../picture.tsx'
import styles from './tiny-cards.module.css'

type TinyCardFields = BlockOf<'tiny-cards'>['fields']['items'][number]

/** Small pictures with a name and a line. They always open a new tab. */
export function TinyCardsBlock({ block: { id, fields } }: BlockProps<'tiny-cards'>) {
  const level = useHeadingLevel(id)
  return (
    <CardGrid
      span={spanOf(fields.columns)}
      entries={fields.items.filter(({ name }) => name.trim() !== '')}
      card={(entry) => <TinyCard card={entry} level={level} />}
    />
  )
}

function TinyCard({ card: { name, subtitle, url, image }, level }: { card: TinyCardFields; level: HeadingLevel }) {
  return (
    <article className={styles.card}>
      {image.value !== '' && (
        <span className={styles.picture}>
          <Picture image={image} sizes="48px" decorative={image.alt === ''} />
        </span>
      )}
      <div className={styles.words}>
        <CoverLink level={level} href={url} newTab className={styles.name}>
          {name}
        </CoverLink>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
    </article>
  )
}
