import type { ClassPage } from '@lantern/contract/campus/assignments.ts'
import type { ClassGroups, listGroups } from '@lantern/contract/campus/groups.ts'
import { useEffect, useState } from 'react'
import { call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { Select } from '#ui/text-field.tsx'
import campus from './campus.module.css'

/** Null: all of the class. */
export type PickedRecipients = { groupIds: readonly string[]; userIds: readonly string[] } | null

interface RecipientFieldsProps {
  shown: ClassPage
  picked: PickedRecipients
  error: string | undefined
  onPick: (picked: PickedRecipients) => void
}

/** Whom an assignment is for: all of the class, or groups and people of it. */
export function RecipientFields({ shown, picked, error, onPick }: RecipientFieldsProps) {
  const t = useMessages()
  const isForSome = picked !== null
  const { found, problem } = useGroups(shown.id, isForSome)
  return (
    <>
      <Select
        label={t('campus.assign_for')}
        value={isForSome ? 'some' : 'all'}
        onChange={({ currentTarget: { value } }) => onPick(value === 'all' ? null : { groupIds: [], userIds: [] })}
      >
        <option value="all">{t('campus.assign_for_all', { count: shown.learners ?? 0 })}</option>
        <option value="some">{t('campus.assign_for_some')}</option>
      </Select>
      {picked && found && found.groups.length > 0 && (
        <Choice
          label={t('campus.groups')}
          options={found.groups.map(({ id, name, userIds }) => ({ id, name, count: userIds.length }))}
          chosen={picked.groupIds}
          onChoose={(groupIds) => onPick({ ...picked, groupIds })}
        />
      )}
      {picked && found && (
        <Choice
          label={t('campus.assign_people')}
          options={found.learners.map(({ userId, name }) => ({ id: userId, name }))}
          chosen={picked.userIds}
          onChoose={(userIds) => onPick({ ...picked, userIds })}
        />
      )}
      {isForSome && (error || problem) && <FieldError>{error ?? problem}</FieldError>}
    </>
  )
}

interface ChoiceProps {
  label: string
  options: readonly { id: string; name: string; count?: number }[]
  chosen: readonly string[]
  onChoose: (chosen: string[]) => void
}

/** Any of these, in a list that scrolls where it is long. */
export function Choice({ label, options, chosen, onChoose }: ChoiceProps) {
  const t = useMessages()
  return (
    <fieldset className={campus.manyChoice}>
      <legend className="small">{label}</legend>
      {options.map(({ id, name, count }) => (
        <Checkbox
          key={id}
          checked={chosen.includes(id)}
          onChange={({ currentTarget: { checked } }) =>
            onChoose(checked ? [...chosen, id] : chosen.filter((one) => one !== id))
          }
        >
          {name} {count !== undefined && <span className="muted">{t('campus.people_count', { count })}</span>}
        </Checkbox>
      ))}
    </fieldset>
  )
}

/** Groups and learners of a class, once they are wanted. */
function useGroups(classId: string, isWanted: boolean) {
  const t = useMessages()
  const [found, setFound] = useState<ClassGroups | null>(null)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    call<typeof listGroups>('GET /api/campus/class/:classId/group/list', { params: { classId } }).then(
      (groups) => !isOver && setFound(groups),
      (error: unknown) => !isOver && setProblem(failureText(error, t)),
    )
    return () => {
      isOver = true
    }
  }, [classId, isWanted, t])
  return { found, problem }
}
