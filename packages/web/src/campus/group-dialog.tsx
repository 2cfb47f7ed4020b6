import { mostGroupNameCharacters } from '@lantern/contract/campus/group-rules.ts'
import type { ClassGroup, ClassGroups, saveGroup } from '@lantern/contract/campus/groups.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { TextField } from '#ui/text-field.tsx'
import { Choice } from './recipient-fields.tsx'

interface GroupDialogProps {
  classId: string
  /** Null: a new one. */
  edited: ClassGroup | null
  learners: ClassGroups['learners']
  groups: readonly ClassGroup[]
  onClose: () => void
}

/** Makes a group of a class, or gives it another name and other members. */
export function GroupDialog({ classId, edited, learners, groups, onClose }: GroupDialogProps) {
  const t = useMessages()
  const [name, setName] = useState(edited?.name ?? '')
  const [userIds, setUserIds] = useState<readonly string[]>(edited?.userIds ?? [])
  // what is chosen may be older than what the page was read anew with
  const [began] = useState(groups)
  const change = useChange()
  const save = async () => {
    const others = began.flatMap((group) =>
      group.id === edited?.id
        ? []
        : group.userIds.filter((id) => userIds.includes(id)).map((userId) => ({ userId, groupId: group.id })),
    )
    const body = {
      name: name.trim(),
      userIds: [...userIds],
      ...(edited && { groupId: edited.id }),
      ...change.before({ name: edited?.name ?? '', userIds: edited?.userIds ?? [], others }),
    }
    const done = await change.send(
      () => call<typeof saveGroup>('POST /api/campus/class/:classId/group', { params: { classId }, body }),
      t('campus.group_saved', { name: body.name }),
    )
    if (done) onClose()
  }
  const groupOf = (userId: string) => began.find((group) => group.id !== edited?.id && group.userIds.includes(userId))
  return (
    <FormDialog
      title={edited ? t('campus.group_edit_of', { name: edited.name }) : t('campus.group_new')}
      submitLabel={t('campus.save')}
      cancelLabel={t('campus.cancel')}
      busy={change.busy}
      problem={change.problemBeside('name')}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label={t('campus.group_name')}
        data-autofocus
        required
        maxLength={mostGroupNameCharacters}
        autoComplete="off"
        value={name}
        error={change.problemOf('name')}
        onChange={({ currentTarget }) => {
          change.forget()
          setName(currentTarget.value)
        }}
      />
      <Choice
        label={t('campus.group_members')}
        options={learners.map((learner) => {
          const other = groupOf(learner.userId)
          return { id: learner.userId, name: other ? `${learner.name} · ${other.name}` : learner.name }
        })}
        chosen={userIds}
        onChoose={setUserIds}
      />
    </FormDialog>
  )
}
