import { mostGroups } from '@lantern/contract/campus/group-rules.ts'
import type { splitClass } from '@lantern/contract/campus/groups.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Select, TextField } from '#ui/text-field.tsx'

interface SplitDialogProps {
  classId: string
  /** Learners who are in no group. */
  count: number
  onClose: () => void
}

/** Puts those who are in no group into new groups, at random and evenly. */
export function SplitDialog({ classId, count, onClose }: SplitDialogProps) {
  const t = useMessages()
  const [by, setBy] = useState<'groups' | 'people'>('groups')
  const [number, setNumber] = useState('4')
  const change = useChange()
  const split = async () => {
    const done = await change.send(
      () =>
        call<typeof splitClass>('POST /api/campus/class/:classId/group/split', {
          params: { classId },
          body: { by, count: Number(number) },
        }),
      t('campus.group_split_done'),
    )
    if (done) onClose()
  }
  return (
    <FormDialog
      title={t('campus.group_split')}
      submitLabel={t('campus.group_split')}
      cancelLabel={t('campus.cancel')}
      busy={change.busy}
      problem={change.problemBeside('count')}
      onSubmit={() => void split()}
      onClose={onClose}
    >
      <p className="small muted">{t('campus.group_split_text', { count })}</p>
      <Select
        label={t('campus.group_split_by')}
        value={by}
        onChange={({ currentTarget }) => setBy(currentTarget.value === 'people' ? 'people' : 'groups')}
      >
        <option value="groups">{t('campus.group_by_groups')}</option>
        <option value="people">{t('campus.group_by_people')}</option>
      </Select>
      <TextField
        label={t(by === 'groups' ? 'campus.group_by_groups' : 'campus.group_by_people')}
        type="number"
        required
        min={1}
        max={mostGroups}
        value={number}
        error={change.problemOf('count')}
        onChange={({ currentTarget }) => {
          change.forget()
          setNumber(currentTarget.value)
        }}
      />
    </FormDialog>
  )
}
