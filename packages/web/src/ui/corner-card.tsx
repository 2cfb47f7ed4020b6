import { type ReactNode, useId } from 'react'
import { IconButton } from './button.tsx'
import styles from './corner-card.module.css'
import { XIcon } from './icons.tsx'

type CornerCardProps = {
  title: ReactNode
  children: ReactNode
  /** At its lower edge, the one that is expected last. */
  acts: ReactNode
  /** Adds a close button. */
  close?: { label: string; onClose: () => void }
}

/** What may be read or not: it stands in the corner of the window, and the page goes on behind it. */
export function CornerCard({ title, children, acts, close }: CornerCardProps) {
  const titleId = useId()
  return (
    <section className={styles.card} aria-labelledby={titleId}>
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
  )
}
