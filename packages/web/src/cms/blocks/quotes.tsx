import type { BlockOf } from '@lantern/contract/cms/blocks.ts'
import { classNames } from '#ui/class-names.ts'
import { CardAct } from '../action.tsx'
import { Ground, groundOf } from '../background.tsx'
import { CardGrid } from '../card-grid.tsx'
import { DescriptionText, saysAnything } from '../description.tsx'
import { cellSizes, spanOf } from '../grid.ts'
import type { BlockProps } from '../page-context.ts'
import { Picture } from '../picture.tsx'
import styles from './quotes.module.css'

type QuoteFields = BlockOf<'quotes'>['fields']['items'][number]

/** What people said, and who they are. */
export function QuotesBlock({ block: { fields } }: BlockProps<'quotes'>) {
  const span = spanOf(fields.columns)
  return (
    <CardGrid
      span={span}
      entries={fields.items.filter(({ name, description }) => name.trim() !== '' || saysAnything(description))}
      card={(quote) => <Quote quote={quote} sizes={cellSizes(span)} />}
    />
  )
}

function Quote({
  quote: { image, name, description, background, action },
  sizes,
}: {
  quote: QuoteFields
  sizes: string
}) {
  return (
    <Ground
      as="figure"
      background={background}
      sizes={sizes}
      className={classNames(styles.quote, groundOf(background) === 'none' && styles.plain)}
    >
      <svg className={styles.mark} viewBox="0 0 22 18" aria-hidden="true">
        <path d="M0 18V9.500C0 4 3 .7 8.400 0l.9 2.900C6.500 3.600 5 5.200 5 7.800h4.300V18Zm12.300 0V9.500c0-5.500 3-8.800 8.400-9.500l.9 2.900c-2.800.7-4.300 2.300-4.300 4.900h4.300V18Z" />
      </svg>
      <blockquote className={styles.words}>
        <DescriptionText description={description} />
      </blockquote>
      <figcaption className={styles.who}>
        {image.value !== '' && (
          <span className={styles.face}>
            <Picture image={image} sizes="40px" decorative />
          </span>
        )}
        <span className={styles.name}>{name}</span>
        <CardAct action={action} />
      </figcaption>
    </Ground>
  )
}
