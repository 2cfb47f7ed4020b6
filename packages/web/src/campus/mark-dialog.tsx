import { mostFeedbackCharacters } from '@lantern/contract/campus/assignment-rules.ts'
import type { markLearner } from '@lantern/contract/campus/marks.ts'
import { pointsOf } from '@lantern/contract/campus/rubric-rules.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Marked } from './learner-row.tsx'
import { RubricChoice } from './rubric-choice.tsx'
import { useOpening } from './use-opening.ts'

interface MarkDialogProps extends Marked {
  classId: string
  onDone: () => void
  onClose: () => void
}

/** Points, or levels of the rubric, and feedback for what a learner did; nothing of these takes the mark back. */
export function MarkDialog({ classId, row: { userId, name }, assignment, cell, onDone, onClose }: MarkDialogProps) {
  const t = useMessages()
  const { rubric } = assignment
  const [points, setPoints] = useState(String(cell.mark?.points ?? ''))
  const [levels, setLevels] = useState<readonly (number | null)[]>(cell.mark?.levels ?? [])
  const [feedback, setFeedback] = useState(cell.mark?.feedback ?? '')
  const [isWrong, setWrong] = useState(false)
  const change = useChange()
  const opening = useOpening(classId)
  const mayWait = assignment.prerequisites.length > 0 && !cell.begun
  const isOpened = assignment.openedFor.some((one) => one.userId === userId)
  const typed = points.normalize('NFKC').trim()
  const sum = rubric && pointsOf(rubric, levels)
  /** Null: what was chosen or typed is no mark. */
  const given = (): Pick<BodyOf<typeof markLearner>, 'points' | 'levels'> | null => {
    if (rubric && levels.length > 0)
      return sum === null ? null : { points: null, levels: levels.flatMap((at) => at ?? []) }
    if (rubric || typed === '') return { points: null }
    return /^\d{1,3}$/.test(typed) && Number(typed) <= 100 ? { points: Number(typed) } : null
  }
  const save = async () => {
    const mark = given()
    if (mark === null) return setWrong(true)
    const done = await change.send(
      () =>
        call<typeof markLearner>('POST /api/campus/class/:classId/assignment/:assignmentId/mark', {
          params: { classId, assignmentId: assignment.id },
          body: { userId, ...mark, feedback, ...change.before(cell.mark) },
        }),
      t('campus.mark_saved', { name }),
    )
    if (!done) return
    onDone()
    onClose()
  }
  const begin = () => {
    setWrong(false)
    change.forget()
  }
  const levelProblem = isWrong ? t('campus.rubric_levels_wrong') : change.problemOf('levels')
  return (
    <FormDialog
      title={t('campus.mark_of', { name, title: assignment.title })}
      submitLabel={t('campus.save')}
      cancelLabel={t('campus.cancel')}
      busy={change.busy || opening.busy}
      problem={opening.problemBeside() ?? change.problemBeside('points', 'feedback', 'levels')}
      firstAct={
        mayWait && (
          <Button
            theme="quiet"
            disabled={opening.busy}
            onClick={() => void opening.set(assignment, { userId, name }, !isOpened).then((done) => done && onClose())}
          >
            {isOpened ? t('campus.wait_now') : t('campus.open_now', { name })}
          </Button>
        )
      }
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {mayWait && isOpened && <p className="small muted">{t('campus.is_opened', { name })}</p>}
      {rubric ? (
        <>
          <RubricChoice
            criteria={rubric}
            levels={levels}
            onLevels={(next) => {
              begin()
              setLevels(next)
            }}
          />
          {sum !== null && (
            <p className="num" role="status">
              {t('campus.points', { points: sum })}
            </p>
          )}
          {levelProblem && <FieldError>{levelProblem}</FieldError>}
          {levels.length > 0 && (
            <div>
              <Button size="s" theme="quiet" onClick={() => setLevels([])}>
                {t('campus.rubric_clear')}
              </Button>
            </div>
          )}
        </>
      ) : (
        <TextField
          label={t('campus.mark_points')}
          help={t('campus.mark_points_help')}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
          value={points}
          error={isWrong ? t('campus.mark_points_wrong') : change.problemOf('points')}
          onChange={({ currentTarget }) => {
            begin()
            setPoints(currentTarget.value)
          }}
        />
      )}
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
