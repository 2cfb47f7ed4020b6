import type { ReactNode } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { classNames } from '#ui/class-names.ts'
import { Panel } from '#ui/panel.tsx'
import { LinksButton } from '../links/index.ts'
import { useOriginal } from '../original/original.tsx'
import styles from './panel-grid.module.css'

type PanelGridProps = {
  /** At the left, as an outline; without it there are two columns. */
  start?: ReactNode
  children: ReactNode
  /** Settings, at the right on a wide screen and below on others. */
  side?: ReactNode
  sideLabel?: string
}

/** The columns of a tab of the editor. */
export function PanelGrid({ start, children, side, sideLabel }: PanelGridProps) {
  const t = useMessages()
  const isTranslation = useOriginal() !== null
  return (
    <div
      className={classNames(styles.grid, start !== undefined && styles.withStart, isTranslation && styles.translation)}
    >
      {start}
      <div className={styles.main}>{children}</div>
      {side && (
        <Panel as="aside" className={styles.side} aria-label={sideLabel}>
          {side}
        </Panel>
      )}
      <div className={styles.foot}>
        {t('authoring.editor_foot')} <LinksButton />
      </div>
    </div>
  )
}

type PanelSectionProps = { title?: string; end?: ReactNode; lead?: ReactNode; children: ReactNode; className?: string }

/** One box of a form with its heading. */
export function PanelSection({ title, end, lead, children, className }: PanelSectionProps) {
  return (
    <Panel as="section" className={classNames(styles.section, className)} aria-label={title}>
      {title && (
        <div className={styles.head}>
          <h2>{title}</h2>
          {end}
        </div>
      )}
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </Panel>
  )
}
