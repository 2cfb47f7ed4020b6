import { classNames } from '#ui/class-names.ts'
import { Actions } from '../action.tsx'
import { Ground, groundOf } from '../background.tsx'
import { DescriptionText } from '../description.tsx'
import { type BlockProps, useHeadingLevel, useIsFirstPicture } from '../page-context.ts'
import styles from './jumbotron.module.css'

/** Large words in the middle of their ground; beside what a picture shows, and below it on a phone. */
export function JumbotronBlock({ block: { id, fields } }: BlockProps<'jumbotron'>) {
  const level = useHeadingLevel(id)
  const isFirst = useIsFirstPicture(id)
  const { title, subtitle, description, background, actions } = fields
  if (title.trim() === '') return null
  const Title = `h${level}` as const
  const ground = groundOf(background)
  return (
    <Ground
      background={background}
      aria-labelledby={`jumbotron-${id}`}
      first={isFirst}
      shade={ground === 'picture' ? 'start' : 'all'}
      sizes={ground === 'picture' ? '(max-width: 639px) 100vw, 720px' : undefined}
      className={classNames(
        styles.jumbotron,
        ground !== 'none' && styles.grounded,
        ground === 'picture' && styles.pictured,
      )}
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
