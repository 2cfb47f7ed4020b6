import type { Block } from '@lantern/contract/cms/blocks.ts'
import type { CSSProperties } from 'react'
import { ShownBlock } from '../page-blocks.tsx'
import styles from './columns.module.css'

/** Each block in a column of its own; more of them than columns begin a new row. On a phone all stand below each other. */
export function Columns({ shares, blocks }: { shares: readonly number[]; blocks: readonly Block[] }) {
  const columns = shares.map((share) => `minmax(0, ${share}fr)`).join(' ')
  return (
    <div className={styles.room}>
      <div className={styles.columns} style={{ '--columns': columns } as CSSProperties}>
        {blocks.map((block) => (
          <ShownBlock key={block.id} block={block} />
        ))}
      </div>
    </div>
  )
}
