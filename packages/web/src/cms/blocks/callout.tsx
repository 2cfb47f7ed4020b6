import { classNames } from '#ui/class-names.ts'
import { CircleAlertIcon, CircleCheckIcon, InfoIcon, TriangleAlertIcon } from '#ui/icons.tsx'
import { Actions } from '../action.tsx'
import { DescriptionText } from '../description.tsx'
import { type BlockProps, useHeadingLevel } from '../page-context.ts'
import styles from './callout.module.css'

const icons = {
  info: <InfoIcon />,
  good: <CircleCheckIcon />,
  warn: <TriangleAlertIcon />,
  bad: <CircleAlertIcon />,
}

/** Something to be noticed, and what can be done about it. */
export function CalloutBlock({ block: { id, fields } }: BlockProps<'callout'>) {
  const level = useHeadingLevel(id)
  const { tone, title, description, actions } = fields
  if (title.trim() === '') return null
  const Title = `h${level}` as const
  return (
    <div className={styles.room}>
      <div role="note" className={classNames(styles.callout, styles[tone])} aria-labelledby={`callout-${id}`}>
        <span className={styles.icon}>{icons[tone]}</span>
        <div className={styles.words}>
          <Title id={`callout-${id}`} className={styles.title}>
            {title}
          </Title>
          <DescriptionText description={description} />
        </div>
        <Actions actions={actions} className={styles.actions} />
      </div>
    </div>
  )
}
