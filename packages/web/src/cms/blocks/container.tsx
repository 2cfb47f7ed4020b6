import { classNames } from '#ui/class-names.ts'
import { Ground, groundOf } from '../background.tsx'
import { InnerBlocks } from '../page-blocks.tsx'
import type { BlockProps } from '../page-context.ts'
import styles from './container.module.css'

/** Blocks below each other on one ground, as wide as the page, as a text, or from edge to edge. */
export function ContainerBlock({ block: { fields, children } }: BlockProps<'container'>) {
  const { width, background } = fields
  if (children.length === 0) return null
  return (
    <Ground
      as="div"
      background={background}
      sizes="100vw"
      className={classNames(styles[width], groundOf(background) !== 'none' && styles.grounded)}
    >
      <InnerBlocks blocks={children} className={styles.inside} />
    </Ground>
  )
}
