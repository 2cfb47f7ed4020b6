import type { AssignmentCell } from '@lantern/contract/campus/assignments.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { EyeOffIcon } from '#ui/icons.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import styles from './class.module.css'

interface ProgressCellProps {
  cell: AssignmentCell
  /** A teacher sees a mark before the learner does, and that the learner does not. */
  isMarkHidden?: boolean
  isLocked?: boolean
}

/** How far a learner is with an assignment: a shape, and what it says in words. */
export function ProgressCell({
  cell: { done, begun, percent, score, toolMark, waiting, late, mark },
  isMarkHidden,
  isLocked,
}: ProgressCellProps) {
  const t = useMessages()
  const format = useFormat()
  const state = isLocked
    ? t('catalog.locked')
    : done
      ? t('campus.done')
      : waiting
        ? t('campus.marking')
        : begun
          ? format.percent(percent)
          : t('campus.not_begun')
  const isScored = done && score !== null
  return (
    <span className={styles.cell}>
      <StatusDot
        size="s"
        status={isLocked ? 'locked' : done ? 'done' : begun ? 'continue' : 'todo'}
        label={isScored ? state : ''}
      />
      <span className={styles.cellText}>
        <span className={begun ? undefined : 'muted'}>{isScored ? t('campus.score', { ...score }) : state}</span>
        {toolMark !== null && <span className="num">{t('campus.tool_mark', { percent: toolMark })}</span>}
        {late && <span className={styles.late}>{t('campus.late')}</span>}
        {mark && (
          <span className={styles.mark}>
            {mark.points === null ? t('campus.feedback') : t('campus.points', { points: mark.points })}
            {isMarkHidden && (
              <>
                <EyeOffIcon className="icon-s" aria-hidden="true" />
                <span className="sr">{t('campus.marks_hidden')}</span>
              </>
            )}
          </span>
        )}
      </span>
    </span>
  )
}
