import type { Assignment } from '@lantern/contract/campus/assignments.ts'
import { useState } from 'react'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useMessages } from '#kit/messages.tsx'
import { type Learner, LearnerField } from './learner-field.tsx'
import { useOpening } from './use-opening.ts'

interface OpeningDialogProps {
  classId: string
  assignment: Assignment
  onClose: () => void
}

/** Opens an assignment for one learner of the class despite what it waits for. */
export function OpeningDialog({ classId, assignment, onClose }: OpeningDialogProps) {
  const t = useMessages()
  const [learner, setLearner] = useState<Learner | null>(null)
  const [isMissing, setMissing] = useState(false)
  const opening = useOpening(classId)
  const save = async () => {
    if (!learner) return setMissing(true)
    if (await opening.set(assignment, learner, true)) onClose()
  }
  return (
    <FormDialog
      title={t('campus.open_for_of', { title: assignment.title })}
      submitLabel={t('campus.save')}
      cancelLabel={t('campus.cancel')}
      busy={opening.busy}
      problem={opening.problemBeside('userId')}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <LearnerField
        classId={classId}
        error={isMissing ? t('campus.person_not_in_class') : opening.problemOf('userId')}
        onPick={(picked) => {
          opening.forget()
          setMissing(false)
          setLearner(picked)
        }}
      />
      <p className="small muted">{t('campus.open_for_help')}</p>
    </FormDialog>
  )
}
