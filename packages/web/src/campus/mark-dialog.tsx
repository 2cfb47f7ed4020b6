import { mostFeedbackCharacters } from '@lantern/contract/campus/assignment-rules.ts'
import type { markLearner } from '@lantern/contract/campus/marks.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Marked } from './learner-row.tsx'

interface MarkDialogProps extends Marked {
  classId: string
  onDone: () => void
  onClose: () => void
}

/** Points and feedback for what a learner did; both empty takes the mark back. */
export function MarkDialog({ classId, row: { userId, name }, assignment, cell, onDone, onClose }: MarkDialogProps) {
  const t = useMessages()
  const [points, setPoints] = useState(String(cell.mark?.points ?? ''))
  const [feedback, setFeedback] = useState(cell.mark?.feedback ?? '')
  const [isWrong, setWrong] = useState(false)
  const change = useChange()
  const save = async () => {
    const text = points.normalize('NFKC').trim()
    if (text !== '' && !(/^\d{1,3}$/.test(text) && Number(text) <= 100)) return setWrong(true)
    const done = await change.send(
      () =>
        call<typeof markLearner>('POST /api/campus/class/:classId/assignment/:assignmentId/mark', {
          params: { classId, assignmentId: assignment.id },
          body: { userId, points: text === '' ? null : Number(text), feedback },
        }),
      t('campus.mark_saved', { name }),
    )
    if (!done) return
    onDone()
    onClose()
  }
  return (
    <FormDialog
      title={t('campus.mark_of', { name, title: assignment.title })}
      submitLabel={t('campus.save')}
      cancelLabel={t('campus.cancel')}
      busy={change.busy}
      problem={change.problemBeside('points', 'feedback')}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label={t('campus.mark_points')}
        help={t('campus.mark_points_help')}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        value={points}
        error={isWrong ? t('campus.mark_points_wrong') : change.problemOf('points')}
        onChange={({ currentTarget }) => {
          setWrong(false)
          change.forget()
          setPoints(currentTarget.value)
        }}
      />
      <TextArea
        label={t('campus.feedback')}
        rows={4}
        limit={mostFeedbackCharacters}
        value={feedback}
        onValue={setFeedback}
        error={change.problemOf('feedback')}
      />
    </FormDialog>
  )
}
