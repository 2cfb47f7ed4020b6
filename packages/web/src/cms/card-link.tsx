import type { ReactNode } from 'react'
import styles from './card-link.module.css'
import { CmsLink } from './cms-link.tsx'
import type { HeadingLevel } from './heading-levels.ts'

type CoverLinkProps = {
  level: HeadingLevel
  /** Empty for a card that leads nowhere. */
  href: string
  newTab?: boolean
  className?: string
  children: ReactNode
}

/** The title of a card, whose link covers all of the card. The card itself is `position: relative`. */
export function CoverLink({ level, href, newTab, className, children }: CoverLinkProps) {
  const Title = `h${level}` as const
  return (
    <Title className={className}>
      {href === '' ? (
        children
      ) : (
        <CmsLink href={href} newTab={newTab} className={styles.link}>
          {children}
        </CmsLink>
      )}
    </Title>
  )
}
