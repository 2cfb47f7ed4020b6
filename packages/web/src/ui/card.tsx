import type { ReactNode } from 'react'
import styles from './card.module.css'
import { classNames } from './class-names.ts'
import { CircleCheckBigIcon } from './icons.tsx'
import { type ImageSource, Thumb } from './image.tsx'
import { PageLink } from './link.tsx'
import { ProgressBar } from './progress.tsx'
import { Bone } from './skeleton.tsx'

export type CardSize = 'card' | 'medium'

type CardProps = {
  to: string
  title: ReactNode
  image: ImageSource | null
  size?: CardSize
  /** The level of the title among the headings of the page. */
  level?: 2 | 3 | 4
  /** Badges with `onMedia`; lying cards on a phone show the first. */
  labels?: ReactNode
  /** A `CardAction`, alone or in its form: the one thing on a card that is not the link. */
  action?: ReactNode
  /** A badge in the lower corner of the picture, as a length. */
  time?: ReactNode
  /** Facts in one line, each in a `span`. */
  meta?: ReactNode
  /** A `CardBar`. */
  progress?: ReactNode
  footer?: ReactNode
  /** An act of its own below the foot, above the link of the card. */
  below?: ReactNode
  early?: boolean
  className?: string
}

/** The frame of every content card. The whole card is the link, once, through its title. */
export function Card({
  to,
  title,
  image,
  size = 'card',
  level = 3,
  labels,
  action,
  time,
  meta,
  progress,
  footer,
  below,
  early,
  className,
}: CardProps) {
  const Title = `h${level}` as const
  return (
    <article className={classNames(styles.card, className)}>
      <Thumb image={image} size={size} early={early} className={styles.thumb}>
        {time && <span className={styles.time}>{time}</span>}
        {progress}
      </Thumb>
      {labels && <div className={styles.labels}>{labels}</div>}
      {action}
      <div className={styles.body}>
        {meta && <p className={classNames('meta', styles.meta)}>{meta}</p>}
        <Title className={styles.title}>
          <PageLink className={classNames('clip-2', styles.link)} to={to}>
            {title}
          </PageLink>
        </Title>
        {footer && <div className={styles.foot}>{footer}</div>}
        {below && <div className={styles.below}>{below}</div>}
      </div>
    </article>
  )
}

/** How far one is, at the lower edge of the picture. */
export function CardBar({ percent, label }: { percent: number; label: string }) {
  return (
    <span className={styles.bar}>
      <ProgressBar percent={percent} label={label} onMedia />
    </span>
  )
}

/** "Completed" in the foot of a card. */
export function CardDone({ children }: { children: ReactNode }) {
  return (
    <span className={styles.done}>
      <CircleCheckBigIcon className="icon-s" />
      {children}
    </span>
  )
}

type CardGridProps = {
  size?: CardSize
  /** Cards lie down on a phone; without it they stand one below the other. */
  lying?: boolean
  className?: string
  children: ReactNode
}

/** Cards in a list. Each child becomes one item through `CardItem`. */
export function CardGrid({ size = 'card', lying = true, className, children }: CardGridProps) {
  return (
    <ul className={classNames(styles.cards, size === 'medium' && styles.medium, lying && styles.lying, className)}>
      {children}
    </ul>
  )
}

export function CardItem({ children }: { children: ReactNode }) {
  return <li className={styles.item}>{children}</li>
}

/** The card before its data comes, to the pixel. */
export function CardSkeleton({ size = 'card' }: { size?: CardSize }) {
  return (
    <div className={styles.card} aria-hidden="true">
      <Thumb image={null} size={size} className={classNames(styles.thumb, styles.coming)} />
      <div className={styles.body}>
        <Bone width="52%" style={{ marginBlock: '4px', height: '13px', minHeight: 0 }} />
        <div className={styles.title}>
          <Bone width="94%" height="17px" style={{ marginTop: '4px' }} />
          <Bone width="46%" height="17px" style={{ marginTop: '6px' }} />
        </div>
        <div className={styles.foot}>
          <Bone width="96px" />
          <Bone width="40px" />
        </div>
      </div>
    </div>
  )
}
