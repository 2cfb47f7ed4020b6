import type { AssignmentCell, ClassPage } from '@lantern/contract/campus/assignments.ts'
import type { StudyRow } from '@lantern/contract/campus/study-time.ts'
import { useItemWords, WhyLocked } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { PageLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { ProgressCell } from './assignment-cell.tsx'
import styles from './class.module.css'
import { useClassTimes } from './class-times.ts'
import { RubricShown } from './rubric-choice.tsx'

interface OwnAssignmentsProps {
  shown: ClassPage
  cells: readonly AssignmentCell[]
  /** What the site keeps of the learner's study time, for them to know. */
  study: StudyRow | null
}

/** What a member of a class has to do, by due date. */
export function OwnAssignments({ shown, cells, study }: OwnAssignmentsProps) {
  const t = useMessages()
  const format = useFormat()
  const words = useItemWords()
  const times = useClassTimes(shown.timeZone)
  return (
    <>
      {study !== null && study.seconds > 0 && (
        <div>
          <p>{t('campus.study_own', { duration: format.duration(Math.round(study.seconds / 60)) })}</p>
          <p className="muted small">{t('campus.study_lead')}</p>
          {study.anomalies.map(({ kind, day, minutes, title }) => (
            <p key={`${kind} ${day} ${title}`} className="small">
              {t(`campus.study_${kind}`, { day, duration: format.duration(minutes), title })}
            </p>
          ))}
        </div>
      )}
      <Panel padded={false}>
        <ul className={styles.list} aria-label={t('campus.own_assignments')}>
          {shown.assignments.map(({ id, type, title, language, path, dueAt, note, rubric, waitsFor }, at) => {
            const cell = cells[at]
            return (
              <li key={id}>
                <div className={styles.about}>
                  <span className="tiny muted">{words.type(type)}</span>
                  <PageLink to={path}>
                    <span lang={language}>{title}</span>
                  </PageLink>
                  <span className="small muted">{t('campus.due_at', { time: times.time(dueAt) })}</span>
                  {waitsFor.length > 0 && (
                    <p className="small">
                      <WhyLocked waitsFor={waitsFor} />
                    </p>
                  )}
                  {note && <p className={`small ${styles.note}`}>{note}</p>}
                  {rubric && (
                    <Disclosure summary={t('campus.rubric')}>
                      <RubricShown criteria={rubric} levels={cell?.mark?.levels ?? null} />
                    </Disclosure>
                  )}
                  {cell?.mark?.feedback && (
                    <p className={`small ${styles.note}`}>
                      <strong>{t('campus.feedback')}</strong> {cell.mark.feedback}
                    </p>
                  )}
                </div>
                {cell && <ProgressCell cell={cell} isLocked={waitsFor.length > 0} />}
              </li>
            )
          })}
        </ul>
      </Panel>
    </>
  )
}
