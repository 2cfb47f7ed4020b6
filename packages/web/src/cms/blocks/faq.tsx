import { classNames } from '#ui/class-names.ts'
import { ChevronDownIcon } from '#ui/icons.tsx'
import { RichHtml } from '../description.tsx'
import { keyed } from '../keyed.ts'
import { type BlockProps, useHeadingLevel } from '../page-context.ts'
import styles from './faq.module.css'

/**
 * Questions that open to their answers. Folded questions stand in boxes; with a number, a dot or nothing in front they are
 * a list to be read, open from the start.
 */
export function FaqBlock({ block: { id, fields } }: BlockProps<'faq'>) {
  const level = useHeadingLevel(id)
  const { style, items } = fields
  const questions = items.filter(({ title }) => title.trim() !== '')
  if (questions.length === 0) return null
  const Title = `h${level}` as const
  const isFolded = style === 'collapse'
  const List = style === 'decimal' ? 'ol' : 'ul'
  return (
    <List className={classNames(styles.list, styles[style])}>
      {keyed(questions).map(({ key, entry: { title, text } }) => (
        <li key={key} className={styles.item}>
          <details open={!isFolded}>
            <summary className={styles.question}>
              <Title className={styles.title}>{title}</Title>
              <ChevronDownIcon className="icon-s" />
            </summary>
            <RichHtml html={text} className={styles.answer} />
          </details>
        </li>
      ))}
    </List>
  )
}
