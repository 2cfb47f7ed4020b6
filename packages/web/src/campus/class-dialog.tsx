import type { Class, Organisation, saveClass } from '@lantern/contract/identity/organisations.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { TextField } from '#ui/text-field.tsx'

interface ClassDialogProps {
  organisation: Organisation
  /** Null: a new one. */
  edited: Class | null
  onClose: () => void
}

/** Makes a class, or gives it another name. */
export function ClassDialog({ organisation, edited, onClose }: ClassDialogProps) {
  const t = useMessages()
  const [name, setName] = useState(edited?.name ?? '')
  const change = useChange()
  const save = async () => {
    const body = { name: name.trim(), ...(edited && { classId: edited.id, ...change.before(edited.name) }) }
    const done = await change.send(
      () =>
        call<typeof saveClass>('POST /api/campus/organisation/:id/class', { params: { id: organisation.id }, body }),
      t('campus.class_saved', { name: body.name }),
    )
    if (done) onClose()
  }
  return (
    <FormDialog
      title={edited ? t('campus.rename_of', { name: edited.name }) : t('campus.class_new')}
      submitLabel={t('campus.save')}
      cancelLabel={t('campus.cancel')}
      busy={change.busy}
      problem={change.problemBeside('name')}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label={t('campus.class_name')}
        data-autofocus
        maxLength={200}
        autoComplete="off"
        value={name}
        error={change.problemOf('name')}
        onChange={({ currentTarget }) => {
          change.forget()
          setName(currentTarget.value)
        }}
      />
    </FormDialog>
  )
}
