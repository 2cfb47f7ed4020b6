import { CardGrid } from '../card-grid.tsx'
import { cellSizes, spanOf } from '../grid.ts'
import { type BlockProps, useHeadingLevel } from '../page-context.ts'
import { Tile } from './tile.tsx'

export function TilesBlock({ block: { id, fields } }: BlockProps<'tiles'>) {
  const level = useHeadingLevel(id)
  const { layout, columns, items } = fields
  const span = spanOf(columns)
  return (
    <CardGrid
      span={span}
      entries={items.filter(({ title }) => title.trim() !== '')}
      card={(tile) => <Tile tile={tile} layout={layout} level={level} sizes={cellSizes(span)} />}
    />
  )
}
