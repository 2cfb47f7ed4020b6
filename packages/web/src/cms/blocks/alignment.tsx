import { classNames } from '#ui/class-names.ts'
import { InnerBlocks } from '../page-blocks.tsx'
import type { BlockProps } from '../page-context.ts'
import styles from './alignment.module.css'

/** Blocks in a part of the width, and where that part lies. `center-left` lies in the middle and reads from the left. */
export function AlignmentBlock({ block: { fields, children } }: BlockProps<'alignment'>) {
  if (children.length === 0) return null
  return (
    <div className={classNames(styles.alignment, styles[fields.align])} style={{ width: `${fields.width}%` }}>
      <InnerBlocks blocks={children} />
    </div>
  )
}
