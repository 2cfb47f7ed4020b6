import { CardGrid } from '../card-grid.tsx'
import { cellSizes, spanOf } from '../grid.ts'
import { type BlockProps, useHeadingLevel } from '../page-context.ts'
import { ContentCard, hasContent } from './content-card.tsx'

export function CardsBlock({ block: { id, fields } }: BlockProps<'cards'>) {
  const level = useHeadingLevel(id)
  const span = spanOf(fields.columns)
  return (
    <CardGrid
      span={span}
      entries={fields.items.filter(hasContent)}
      card={(card) => <ContentCard card={card} level={level} sizes={cellSizes(span)} />}
    />
  )
}
