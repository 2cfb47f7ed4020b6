import type { Assignment, AssignmentCell, ProgressRow } from '@lantern/contract/campus/assignments.ts'
import { useMessages } from '#kit/messages.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { ProgressCell } from './assignment-cell.tsx'
import styles from './class.module.css'

/** Whose work on which assignment is marked. */
export interface Marked {
  row: ProgressRow
  assignment: Assignment
  cell: AssignmentCell
}

interface LearnerRowProps {
  row: ProgressRow
  rowIndex: number
  assignments: readonly Assignment[]
  chosen: string
  onMark: (marked: Marked) => void
}

/** A learner of a class; a press on a cell marks what they did. */
export function LearnerRow({ row, rowIndex, assignments, chosen, onMark }: LearnerRowProps) {
  const t = useMessages()
  const { name, number, cells } = row
  return (
    <tr aria-rowindex={rowIndex}>
      <th scope="row">
        <span className={styles.who}>
          <Avatar name={name} size="s" />
          <span className={styles.called}>
            <b className="clip-1">{name}</b>
            {number !== '' && <small className="muted num">{number}</small>}
          </span>
        </span>
      </th>
      {assignments.map((assignment, at) => {
        const { id, title, releaseAt } = assignment
        const cell = cells[at]
        return (
          <td key={id} data-chosen={id === chosen || undefined}>
            {cell === null && (
              <span className={styles.notFor}>
                <span aria-hidden="true">–</span>
                <span className="sr">{t('campus.not_for', { name, title })}</span>
              </span>
            )}
            {cell && (
              <button type="button" className={styles.cellAct} onClick={() => onMark({ row, assignment, cell })}>
                <span className="sr">{t('campus.mark_of', { name, title })}</span>
                <ProgressCell cell={cell} isMarkHidden={!isReleased(releaseAt)} />
              </button>
            )}
          </td>
        )
      })}
    </tr>
  )
}

function isReleased(releaseAt: string | null): boolean {
  return releaseAt !== null && Date.parse(releaseAt) <= Date.now()
}
