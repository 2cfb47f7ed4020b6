import type { DueAssignment } from '@lantern/contract/campus/assignments.ts'
import { useItemWords, WhyLocked } from '#catalog/index.ts'
import { useMessages } from '#kit/messages.tsx'
import { PageLink, PlainLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { ProgressCell } from './assignment-cell.tsx'
import styles from './class.module.css'
import { useClassTimes } from './class-times.ts'

/** What a learner's classes want of them, the first due first. Nothing due, nothing shown. */
export function DueBlock({ due }: { due: readonly DueAssignment[] }) {
  const t = useMessages()
  if (due.length === 0) return null
  return (
    <section className={styles.due} aria-labelledby="due">
      <div className="section-head">
        <h2 id="due">{t('campus.due_block')}</h2>
      </div>
      <Panel padded={false}>
        <ul className={styles.list}>
          {due.map((one) => (
            <DueRow key={one.id} due={one} />
          ))}
        </ul>
      </Panel>
    </section>
  )
}

function DueRow({ due }: { due: DueAssignment }) {
  const t = useMessages()
  const words = useItemWords()
  const times = useClassTimes(due.timeZone)
  const time = [times.time(due.dueAt), times.otherZone].filter(Boolean).join(' ')
  return (
    <li>
      <div className={styles.about}>
        <span className="tiny muted">
          {words.type(due.type)} · <PlainLink to={`/campus/class/${due.classId}`}>{due.className}</PlainLink>
        </span>
        <PageLink to={due.path}>
          <span lang={due.language}>{due.title}</span>
        </PageLink>
        <span className="small muted">{t('campus.due_at', { time })}</span>
        {due.waitsFor.length > 0 && (
          <p className="small">
            <WhyLocked waitsFor={due.waitsFor} />
          </p>
        )}
      </div>
      <ProgressCell
        cell={{ ...due, done: false, score: null, toolMark: null, waiting: false, mark: null }}
        isLocked={due.waitsFor.length > 0}
      />
    </li>
  )
}
