import type { Assignment, ClassPage } from '@lantern/contract/campus/assignments.ts'
import type { releaseMarks } from '@lantern/contract/campus/marks.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Select, TextField } from '#ui/text-field.tsx'
import { useClassTimes } from './class-times.ts'

const choices = ['now', 'at', 'hidden'] as const

interface ReleaseDialogProps {
  shown: ClassPage
  assignment: Assignment
  onClose: () => void
}

/** When learners see their marks: at once, at a time, or not for now. */
export function ReleaseDialog({ shown, assignment, onClose }: ReleaseDialogProps) {
  const t = useMessages()
  const times = useClassTimes(shown.timeZone)
  const [choice, setChoice] = useState<(typeof choices)[number]>('now')
  const [at, setAt] = useState(() => times.fieldValue(new Date(assignment.releaseAt ?? assignment.dueAt)))
  const change = useChange()
  const save = async () => {
    const body = { now: {}, at: { at }, hidden: { at: null } }[choice]
    const done = await change.send(
      () =>
        call<typeof releaseMarks>('POST /api/campus/class/:classId/assignment/:assignmentId/release', {
          params: { classId: shown.id, assignmentId: assignment.id },
          body,
        }),
      t('campus.release_saved'),
    )
    if (done) onClose()
  }
  return (
    <FormDialog
      title={t('campus.release_of', { title: assignment.title })}
      submitLabel={t('campus.save')}
      cancelLabel={t('campus.cancel')}
      busy={change.busy}
      problem={change.problemBeside('at')}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Select
        label={t('campus.release_when')}
        value={choice}
        onChange={({ currentTarget }) => {
          change.forget()
          setChoice(choices.find((one) => one === currentTarget.value) ?? 'now')
        }}
      >
        {choices.map((one) => (
          <option key={one} value={one}>
            {t(`campus.release_${one}`)}
          </option>
        ))}
      </Select>
      {choice === 'at' && (
        <TextField
          type="datetime-local"
          required
          label={t('campus.release_time')}
          help={times.zone}
          value={at}
          error={change.problemOf('at')}
          onChange={({ currentTarget }) => {
            change.forget()
            setAt(currentTarget.value)
          }}
        />
      )}
    </FormDialog>
  )
}
