import { type ReactNode, useId } from 'react'
import styles from './entry-panel.module.css'
import { Panel } from './panel.tsx'

interface EntryPanelProps {
  title: ReactNode
  /** What it is for, in a sentence. */
  lead?: ReactNode
  /** The act that adds an entry. */
  act?: ReactNode
  /** A list of `EntryRow`, and whatever else belongs to it. */
  children: ReactNode
}

/** A box of a page of settings: what is set up, by name, under its title. */
export function EntryPanel({ title, lead, act, children }: EntryPanelProps) {
  const heading = useId()
  return (
    <Panel as="section" padded={false} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {act}
        {lead && <p className="small muted">{lead}</p>}
      </div>
      {children}
    </Panel>
  )
}

interface EntryRowProps {
  icon: ReactNode
  name: ReactNode
  /** Under the name. */
  note?: ReactNode
  /** Its state and its acts, at the end; on a phone under the text. */
  children?: ReactNode
  /** The button of what else can be done: beside the name at every width. */
  menu?: ReactNode
}

export function EntryRow({ icon, name, note, children, menu }: EntryRowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.icon}>{icon}</span>
      <div className={styles.text}>
        <strong>{name}</strong>
        <div className="muted">{note}</div>
      </div>
      <span className={styles.end}>{children}</span>
      {menu && <span className={styles.menu}>{menu}</span>}
    </li>
  )
}
