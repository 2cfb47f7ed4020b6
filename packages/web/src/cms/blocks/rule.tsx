import { classNames } from '#ui/class-names.ts'
import { chosenColour } from '../colour.ts'
import type { BlockProps } from '../page-context.ts'
import styles from './rule.module.css'

/** A line as its editor drew it: style, colour and width in pixels. */
export function RuleBlock({ block: { fields } }: BlockProps<'rule'>) {
  const { style, color, width } = fields
  return (
    <hr
      className={classNames(styles.rule, color && styles.coloured)}
      style={{ ...chosenColour(color), borderTopStyle: style, borderTopWidth: `${width}px` }}
    />
  )
}
