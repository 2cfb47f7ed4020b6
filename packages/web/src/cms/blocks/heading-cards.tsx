import { CardGrid } from '../card-grid.tsx'
import { DescriptionText } from '../description.tsx'
import { cellSizes, headingTripleSpan, spanOf } from '../grid.ts'
import { type BlockProps, deeper, useHeadingLevel } from '../page-context.ts'
import { ContentCard, hasContent } from './content-card.tsx'
import styles from './heading-cards.module.css'

/** A heading, what it says, and cards below it. */
export function HeadingCardsBlock({ block: { id, fields } }: BlockProps<'heading-cards'>) {
  const level = useHeadingLevel(id)
  const { heading, description, style, items } = fields
  const Heading = `h${level}` as const
  const span = style === 'triple' ? headingTripleSpan : spanOf(4)
  const cards = items.filter(hasContent)
  if (heading.trim() === '' && cards.length === 0) return null
  return (
    <section aria-labelledby={heading ? `cards-${id}` : undefined}>
      <div className={styles.head}>
        {heading && <Heading id={`cards-${id}`}>{heading}</Heading>}
        <DescriptionText description={description} className={styles.description} />
      </div>
      <CardGrid
        span={span}
        entries={cards}
        card={(card) => <ContentCard card={card} level={deeper(level)} sizes={cellSizes(span)} />}
      />
    </section>
  )
}
