import type { Assignment, ClassPage, listProgress, setPersonDates } from '@lantern/contract/campus/assignments.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { Combobox } from '#kit/combobox.tsx'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { useFound } from '#kit/use-found.ts'
import { DateFields, useDates } from './date-fields.tsx'

interface PersonDatesDialogProps {
  shown: ClassPage
  assignment: Assignment
  onClose: () => void
}

interface Learner {
  userId: string
  name: string
}

/** Gives one learner of the class other dates for an assignment. */
export function PersonDatesDialog({ shown, assignment, onClose }: PersonDatesDialogProps) {
  const t = useMessages()
  const [person, setPerson] = useState<Learner | null>(null)
  const [text, setText] = useState('')
  const [dates, setDates, { zone }] = useDates(shown.timeZone, assignment)
  const [isMissing, setMissing] = useState(false)
  const change = useChange()
  const classId = shown.id
  const q = text.trim()
  const found = useFound<Learner>(q, async () => {
    const query = q ? { q } : {}
    return (await call<typeof listProgress>('GET /api/campus/class/:classId/progress', { params: { classId }, query }))
      .rows
  })
  const save = async () => {
    if (!person || person.name !== text) return setMissing(true)
    const done = await change.send(
      () =>
        call<typeof setPersonDates>('POST /api/campus/class/:classId/assignment/:assignmentId/person', {
          params: { classId, assignmentId: assignment.id },
          body: { userId: person.userId, dates },
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
      <Combobox<Learner>
        label={t('campus.learner')}
        placeholder={t('campus.search_people')}
        text={text}
        error={isMissing ? t('campus.person_not_in_class') : change.problemOf('userId')}
        onText={(next) => {
          change.forget()
          setMissing(false)
          setText(next)
        }}
        options={found ?? []}
        waiting={found === null}
        keyOf={({ userId }) => userId}
        nameOf={({ name }) => name}
        onTake={(taken) => {
          setMissing(false)
          setPerson(taken)
          setText(taken.name)
        }}
      >
        {({ name }) => name}
      </Combobox>
      <DateFields dates={dates} onDates={setDates} zone={zone} change={change} />
    </FormDialog>
  )
}
