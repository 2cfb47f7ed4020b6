import type { Assignment } from '@lantern/contract/campus/assignments.ts'
import { useMessages } from '#kit/messages.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { Choice } from './recipient-fields.tsx'

interface PrerequisiteFieldsProps {
  /** The other assignments of the class. */
  others: readonly Assignment[]
  chosen: Assignment['prerequisites']
  error: string | undefined
  onChoose: (chosen: Assignment['prerequisites']) => void
}

/** What learners have to do before, and of quizzes among it what they have to pass. */
export function PrerequisiteFields({ others, chosen, error, onChoose }: PrerequisiteFieldsProps) {
  const t = useMessages()
  if (others.length === 0) return null
  const isChosen = (id: string) => chosen.some(({ assignmentId }) => assignmentId === id)
  const isToPass = (id: string) => chosen.some(({ assignmentId, toPass }) => assignmentId === id && toPass)
  const options = others.map(({ id, title }) => ({ id, name: title }))
  const quizzes = others.filter(({ id, type }) => type === 'quiz' && isChosen(id))
  return (
    <>
      <Choice
        label={t('campus.prerequisites')}
        options={options}
        chosen={chosen.map(({ assignmentId }) => assignmentId)}
        onChoose={(ids) => onChoose(ids.map((id) => ({ assignmentId: id, toPass: isToPass(id) })))}
      />
      {quizzes.length > 0 && (
        <Choice
          label={t('campus.to_pass')}
          options={quizzes.map(({ id, title }) => ({ id, name: title }))}
          chosen={chosen.flatMap(({ assignmentId, toPass }) => (toPass ? [assignmentId] : []))}
          onChoose={(ids) => onChoose(chosen.map((one) => ({ ...one, toPass: ids.includes(one.assignmentId) })))}
        />
      )}
      {error ? <FieldError>{error}</FieldError> : <p className="small muted">{t('campus.prerequisites_help')}</p>}
    </>
  )
}
