import { classNames } from '#ui/class-names.ts'
import { Actions } from '../action.tsx'
import { Ground, groundOf } from '../background.tsx'
import { DescriptionText } from '../description.tsx'
import { type BlockProps, useHeadingLevel, useIsFirstPicture } from '../page-context.ts'
import styles from './jumbotron.module.css'

/** Large words in the middle of their ground. */
export function JumbotronBlock({ block: { id, fields } }: BlockProps<'jumbotron'>) {
  const level = useHeadingLevel(id)
  const isFirst = useIsFirstPicture(id)
  const { title, subtitle, description, background, actions } = fields
  if (title.trim() === '') return null
  const Title = `h${level}` as const
  return (
    <Ground
      background={background}
      aria-labelledby={`jumbotron-${id}`}
      first={isFirst}
      className={classNames(styles.jumbotron, groundOf(background) !== 'none' && styles.grounded)}
    >
      <Title id={`jumbotron-${id}`} className={styles.title}>
        {title}
      </Title>
      {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      <DescriptionText description={description} className={styles.text} />
      <Actions actions={actions} size="l" className={styles.actions} />
    </Ground>
  )
}
