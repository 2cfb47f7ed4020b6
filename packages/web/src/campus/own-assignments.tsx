import type { AssignmentCell, ClassPage } from '@lantern/contract/campus/assignments.ts'
import { useItemWords } from '#catalog/index.ts'
import { useMessages } from '#kit/messages.tsx'
import { PageLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { ProgressCell } from './assignment-cell.tsx'
import styles from './class.module.css'
import { useClassTimes } from './class-times.ts'

/** What a member of a class has to do, by due date. */
export function OwnAssignments({ shown, cells }: { shown: ClassPage; cells: readonly AssignmentCell[] }) {
  const t = useMessages()
  const words = useItemWords()
  const times = useClassTimes(shown.timeZone)
  return (
    <Panel padded={false}>
      <ul className={styles.list} aria-label={t('campus.own_assignments')}>
        {shown.assignments.map(({ id, type, title, language, path, dueAt, note }, at) => {
          const cell = cells[at]
          return (
            <li key={id}>
              <div className={styles.about}>
                <span className="tiny muted">{words.type(type)}</span>
                <PageLink to={path}>
                  <span lang={language}>{title}</span>
                </PageLink>
                <span className="small muted">{t('campus.due_at', { time: times.time(dueAt) })}</span>
                {note && <p className={`small ${styles.note}`}>{note}</p>}
                {cell?.mark?.feedback && (
                  <p className={`small ${styles.note}`}>
                    <strong>{t('campus.feedback')}</strong> {cell.mark.feedback}
                  </p>
                )}
              </div>
              {cell && <ProgressCell cell={cell} />}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
