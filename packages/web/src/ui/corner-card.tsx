import { type ReactNode, useId, useRef } from 'react'
import { IconButton } from './button.tsx'
import styles from './corner-card.module.css'
import { useFreePlace } from './free-place.ts'
import { XIcon } from './icons.tsx'

type CornerCardProps = {
  title: ReactNode
  children: ReactNode
  /** At its lower edge, the one that is expected last. */
  acts: ReactNode
  /** Adds a close button. */
  close?: { label: string; onClose: () => void }
}

/**
 * What may be read or not: it stands in the corner of the window, and the page goes on behind it. Where it would cover a
 * control it stands below the page instead, in the room that is kept for it.
 */
export function CornerCard({ title, children, acts, close }: CornerCardProps) {
  const titleId = useId()
  const card = useRef<HTMLElement>(null)
  const isFree = useFreePlace(card)
  return (
    <div className={styles.room}>
      <section ref={card} className={styles.card} data-waiting={!isFree || undefined} aria-labelledby={titleId}>
        {close && (
          <IconButton
            className={styles.close}
            theme="bare"
            label={close.label}
            icon={<XIcon />}
            onClick={close.onClose}
          />
        )}
        <h2 id={titleId}>{title}</h2>
        {children}
        <div className={styles.acts}>{acts}</div>
      </section>
    </div>
  )
}
