import type { Assignment, ClassPage, setPersonDates } from '@lantern/contract/campus/assignments.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { DateFields, useDates } from './date-fields.tsx'
import { type Learner, LearnerField } from './learner-field.tsx'

interface PersonDatesDialogProps {
  shown: ClassPage
  assignment: Assignment
  onClose: () => void
}

/** Gives one learner of the class other dates for an assignment. */
export function PersonDatesDialog({ shown, assignment, onClose }: PersonDatesDialogProps) {
  const t = useMessages()
  const [person, setPerson] = useState<Learner | null>(null)
  const [dates, setDates, { zone }] = useDates(shown.timeZone, assignment)
  const [isMissing, setMissing] = useState(false)
  const change = useChange()
  const classId = shown.id
  const save = async () => {
    if (!person) return setMissing(true)
    const done = await change.send(
      () =>
        call<typeof setPersonDates>('POST /api/campus/class/:classId/assignment/:assignmentId/person', {
          params: { classId, assignmentId: assignment.id },
          body: { userId: person.userId, dates, ...change.before(ownDatesOf(assignment, person.userId)) },
        }),
      t('campus.person_dates_saved', { name: person.name }),
    )
    if (done) onClose()
  }
  return (
    <FormDialog
      title={t('campus.person_dates_of', { title: assignment.title })}
      submitLabel={t('campus.save')}
      cancelLabel={t('campus.cancel')}
      busy={change.busy}
      problem={change.problemBeside('userId', 'opensAt', 'dueAt')}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <LearnerField
        classId={classId}
        error={isMissing ? t('campus.person_not_in_class') : change.problemOf('userId')}
        onPick={(picked) => {
          change.forget()
          setMissing(false)
          setPerson(picked)
        }}
      />
      <DateFields dates={dates} onDates={setDates} zone={zone} change={change} />
    </FormDialog>
  )
}

function ownDatesOf({ personDates }: Assignment, userId: string) {
  const own = personDates.find((one) => one.userId === userId)
  return own ? { opensAt: own.opensAt, dueAt: own.dueAt } : null
}
