import { classNames } from '#ui/class-names.ts'
import { Ground, groundOf } from '../background.tsx'
import type { BlockProps } from '../page-context.ts'
import { Columns } from './columns.tsx'
import styles from './layout.module.css'

/** Columns whose widths are shares of the whole, as in 2:1. */
export function LayoutBlock({ block: { fields, children } }: BlockProps<'layout'>) {
  if (children.length === 0) return null
  return (
    <Ground
      as="div"
      background={fields.background}
      className={classNames(groundOf(fields.background) !== 'none' && styles.grounded)}
    >
      <Columns shares={fields.columns.split(':').map((share) => Number.parseInt(share, 10))} blocks={children} />
    </Ground>
  )
}
