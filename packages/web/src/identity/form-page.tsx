import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Panel } from '#ui/panel.tsx'
import { RoundIcon } from '#ui/round-icon.tsx'
import styles from './form-page.module.css'

interface FormPageProps {
  title: string
  lead?: string
  /** Beside the title. */
  icon?: ReactNode
  /** In a window of its own, without the head and foot of the site. */
  alone?: boolean
  children: ReactNode
}

/** A page with one thing to do: signing in, an address, a code. */
export function FormPage({ title, lead, icon, alone, children }: FormPageProps) {
  return (
    <main id="main" className={classNames('wrap', styles.page, alone && styles.alone)}>
      <Panel className={styles.panel}>
        <div className={styles.head}>
          {icon && <RoundIcon tone="info">{icon}</RoundIcon>}
          <div>
            <h1>{title}</h1>
            {lead && <p className="small muted">{lead}</p>}
          </div>
        </div>
        {children}
      </Panel>
    </main>
  )
}
