import { Cell, Row } from '../card-grid.tsx'
import { cellSizes, tripleTileSpans } from '../grid.ts'
import { keyed } from '../keyed.ts'
import { type BlockProps, useHeadingLevel } from '../page-context.ts'
import { Tile } from './tile.tsx'
import styles from './triple-tile.module.css'

/** One large tile on the left, two below each other on the right. */
export function TripleTileBlock({ block: { id, fields } }: BlockProps<'triple-tile'>) {
  const level = useHeadingLevel(id)
  const [large, ...small] = fields.items.filter(({ title }) => title.trim() !== '')
  if (!large) return null
  const { left, right } = tripleTileSpans
  return (
    <Row>
      <Cell span={left}>
        <Tile tile={large} layout="rectangle" level={level} sizes={cellSizes(left)} className={styles.large} />
      </Cell>
      {small.length > 0 && (
        <Cell span={right} className={styles.right}>
          {keyed(small).map(({ key, entry }) => (
            <Tile key={key} tile={entry} layout="rectangle" level={level} sizes={cellSizes(right)} />
          ))}
        </Cell>
      )}
    </Row>
  )
}
