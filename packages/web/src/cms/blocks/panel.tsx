import { classNames } from '#ui/class-names.ts'
import { Ground, groundOf } from '../background.tsx'
import type { BlockProps } from '../page-context.ts'
import { Columns } from './columns.tsx'
import styles from './panel.module.css'

/** Two columns on a ground of their own. */
export function PanelBlock({ block: { fields, children } }: BlockProps<'panel'>) {
  if (children.length === 0) return null
  return (
    <Ground
      as="div"
      background={fields.background}
      className={classNames(styles.panel, groundOf(fields.background) === 'none' && styles.plain)}
    >
      <Columns shares={[1, 1]} blocks={children} />
    </Ground>
  )
}
