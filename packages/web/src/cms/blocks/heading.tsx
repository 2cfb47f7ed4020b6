import { headingAnchor } from '@lantern/contract/cms/anchors.ts'
import { Coloured } from '../background.tsx'
import type { BlockProps } from '../page-context.ts'
import styles from './heading.module.css'

/** A heading of the level that its editor chose; links reach it by its id. */
export function HeadingBlock({ block: { fields } }: BlockProps<'heading'>) {
  const { level, value, color, id } = fields
  if (value.trim() === '') return null
  const Heading = level
  return (
    <Heading id={headingAnchor(id) || undefined} className={styles.heading}>
      <Coloured color={color}>{value}</Coloured>
    </Heading>
  )
}
